import { DatabaseSync } from 'node:sqlite'
import { readMigrations, type Migration } from '../migrations.ts'

/** The `application_id` in the file header, `RTBK` in ASCII. It distinguishes a book from other databases. */
export const applicationId = 0x52_54_42_4b

/** The migrations of a SQLite book. */
export function sqliteMigrations(): readonly Migration[] {
  return readMigrations(new URL('migrations/', import.meta.url))
}

/** Upgrades a schema from a version to the latest one. Must be called in a transaction. */
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

/** Reads the file header; all values are zero for an empty database. */
export function readHeader(db: DatabaseSync): {
  application: number
  version: number
  objects: number
} {
  const sql = `SELECT application_id AS application, user_version AS version,
    (SELECT count(*) FROM sqlite_schema) AS objects FROM pragma_application_id, pragma_user_version`
  return db.prepare(sql).get() as ReturnType<typeof readHeader>
}

/** Finds the first difference between a book's schema and the schema that the migrations create. */
export function schemaDifference(
  db: DatabaseSync,
  migrations: readonly Migration[],
): string | undefined {
  const expected = new DatabaseSync(':memory:')
  migrate(expected, migrations, 0)
  const difference =
    differenceOf(db, expected, schemaTexts) ??
    differenceOf(db, expected, 'SELECT name, checksum FROM migration')
  expected.close()
  return difference
}

/** The migrations that created a book, as it recorded them; none if that table is missing or another one. */
export function recordedMigrations(
  db: DatabaseSync,
): readonly { readonly name?: unknown; readonly checksum?: unknown }[] {
  try {
    return db.prepare('SELECT name, checksum FROM migration ORDER BY number').all()
  } catch {
    return []
  }
}

/** A table of a book that a file has as a view or a virtual table, of which reading may never end. */
export function disguisedTable(db: DatabaseSync): string | undefined {
  const sql = `SELECT name FROM sqlite_schema
    WHERE lower(name) IN ('entry', 'mirror', 'checkpoint', 'migration')
      AND (type <> 'table' OR sql LIKE 'CREATE VIRTUAL%')`
  return db.prepare(sql).get()?.['name'] as string | undefined
}

// Names that begin with sqlite_ are internal tables, such as the statistics of ANALYZE. The book of a release has three tables
// more, which only its readers read.
const schemaTexts = `SELECT type || ' ' || name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*'
  AND NOT (type = 'table' AND name IN ('offer', 'change', 'institution')) ORDER BY name`

function differenceOf(db: DatabaseSync, expectedDb: DatabaseSync, sql: string): string | undefined {
  const found = textsOf(db, sql)
  const expected = textsOf(expectedDb, sql)
  for (const [name, text] of expected) {
    if (!found.has(name)) return `${name} is missing`
    if (found.get(name) !== text) return `${name} was changed`
  }
  for (const name of found.keys()) if (!expected.has(name)) return `${name} was added`
  return undefined
}

function textsOf(db: DatabaseSync, sql: string): Map<string, string> {
  return new Map(db.prepare(sql, { returnArrays: true }).all() as unknown as [string, string][])
}
