import { DatabaseSync } from 'node:sqlite'
import { readMigrations, type Migration } from '../migrations.ts'

/** `RTBK` as a number: SQLite's `application_id`, which tells a book from other databases. */
export const applicationId = 0x52_54_42_4b

/** The steps of the schema of a book in SQLite. */
export function sqliteMigrations(): readonly Migration[] {
  return readMigrations(new URL('migrations/', import.meta.url))
}

/** Takes a book from one version of its schema to the last. The caller holds the transaction. */
export function migrate(db: DatabaseSync, migrations: readonly Migration[], from: number): void {
  for (const { number, name, sql, checksum } of migrations.slice(from)) {
    db.exec(sql)
    db.prepare('INSERT INTO migration (number, name, checksum) VALUES (?, ?, ?)').run(
      number,
      name,
      checksum,
    )
  }
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`)
}

/** What the file says that it is; all zero for a database without anything in it. */
export function survey(db: DatabaseSync): {
  application: number
  version: number
  objects: number
} {
  return {
    application: numberOf(db, 'PRAGMA application_id'),
    version: numberOf(db, 'PRAGMA user_version'),
    objects: numberOf(db, 'SELECT count(*) FROM sqlite_schema'),
  }
}

/** The first difference between a book's schema and the one that these migrations make. */
export function firstDifference(
  db: DatabaseSync,
  migrations: readonly Migration[],
): string | undefined {
  const model = new DatabaseSync(':memory:')
  migrate(model, migrations, 0)
  const difference =
    differenceOf(db, model, schemaTexts) ??
    differenceOf(db, model, 'SELECT name, checksum FROM migration')
  model.close()
  return difference
}

// ANALYZE adds tables of SQLite's own, sqlite_stat1 and others; they change no answer.
const schemaTexts = `SELECT type || ' ' || name, sql FROM sqlite_schema
  WHERE name NOT GLOB 'sqlite_*' ORDER BY name`

function differenceOf(db: DatabaseSync, model: DatabaseSync, sql: string): string | undefined {
  const found = textsOf(db, sql)
  const expected = textsOf(model, sql)
  for (const [what, text] of expected) {
    if (!found.has(what)) return `${what} is missing`
    if (found.get(what) !== text) return `${what} was changed`
  }
  for (const what of found.keys()) if (!expected.has(what)) return `${what} was added`
  return undefined
}

function textsOf(db: DatabaseSync, sql: string): Map<string, string> {
  return new Map(arraysOf(db, sql) as [string, string][])
}

function numberOf(db: DatabaseSync, sql: string): number {
  const [row] = arraysOf(db, sql) as [[number]]
  return row[0]
}

/** Rows as arrays, asked for as every Node 24 knows it: an option of `prepare` is there from 25.5 on. */
function arraysOf(db: DatabaseSync, sql: string): unknown {
  const statement = db.prepare(sql)
  statement.setReturnArrays(true)
  return statement.all()
}
