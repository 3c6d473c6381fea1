import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { escapeLiteral } from 'pg'
import { openPostgresStore } from '../../src/book/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import type { StoredEntry } from '../../src/domain/stored-entry.ts'
import { withoutTriggers } from '../book/store/sqlite-books.ts'
import { changeBook } from '../support/postgres/change-book.ts'
import { newDatabase, type PlainServer } from '../support/postgres/database.ts'
import { inSession } from '../support/postgres/query.ts'
import { fillEditedBook } from './edited-book.ts'
import { rowsIn } from './known-book.ts'
import { postgresSchemaEdits, sqliteSchemaEdits, type SchemaEdit } from './schema-edits.ts'

type Entries = readonly StoredEntry[]

/** A store in which books are edited behind the back of Ratebook. */
export type EditStore = {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** The entries of the book before an edit. */
  readonly entries: Entries
  readonly schemaEdits: readonly SchemaEdit[]
  /** Makes a copy of the book, and returns what `--database` names. */
  readonly copy: (index: number) => Promise<string>
  /** Replaces entries with the triggers off, and puts the triggers back. */
  readonly rewrite: (database: string, after: Entries) => Promise<void>
  readonly runSql: (database: string, edit: SchemaEdit) => Promise<void>
  /** All columns of all rows of the table `entry`, exactly as stored. */
  readonly rows: (database: string) => Promise<readonly string[] | undefined>
}

export async function sqliteEdits(folder: string): Promise<EditStore> {
  const book = join(folder, 'book.db')
  const entries = await fillEditedBook(await openSqliteStore(book, { mode: 'create' }))
  return {
    name: 'SQLite',
    entries,
    schemaEdits: sqliteSchemaEdits,
    async copy(index) {
      const path = join(folder, `${index}.db`)
      copyFileSync(book, path)
      return path
    },
    async rewrite(path, after) {
      const db = new DatabaseSync(path, { defensive: false })
      db.exec('PRAGMA ignore_check_constraints = ON; BEGIN')
      withoutTriggers(db, () => {
        const remove = db.prepare('DELETE FROM entry WHERE position = ?')
        const insert = db.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)')
        for (const { position } of missingFrom(after, entries)) remove.run(position)
        for (const entry of missingFrom(entries, after)) insert.run(...valuesOf(entry))
      })
      db.exec('COMMIT')
      db.close()
    },
    async runSql(path, { sql }) {
      const db = new DatabaseSync(path, { defensive: false })
      db.exec(sql)
      db.close()
    },
    rows: (path) => Promise.resolve(rowsIn(path)),
  }
}

export async function postgresEdits(server: PlainServer): Promise<EditStore> {
  const url = await newDatabase(server)
  const entries = await fillEditedBook(await openPostgresStore(url, { mode: 'create' }))
  const nameOf = (address: string) => new URL(address).pathname.slice(1)
  return {
    name: 'PostgreSQL',
    entries,
    schemaEdits: postgresSchemaEdits,
    async copy(index) {
      const copy = url + index
      await server.sql(`CREATE DATABASE ${nameOf(copy)} TEMPLATE ${nameOf(url)}`)
      return copy
    },
    async rewrite(database, after) {
      const removed = missingFrom(after, entries).map(({ position }) => position)
      const inserted = missingFrom(entries, after).map((entry) => {
        const values = valuesOf(entry).map((value) =>
          value === null ? 'NULL' : escapeLiteral(String(value)),
        )
        return `INSERT INTO ratebook.entry (position, at, kind, institution_id, digest, body_digest, body_text)
          VALUES (${values.join(', ')});`
      })
      const constraints = await inSession(database, (query) =>
        query(`SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint
          WHERE conrelid = 'ratebook.entry'::regclass AND contype = 'c'`),
      )
      const alter = (what: (name: string, text: string) => string) =>
        constraints
          .map(
            ({ name, text }) => `ALTER TABLE ratebook.entry ${what(String(name), String(text))};`,
          )
          .join('\n')
      await changeBook(
        database,
        `${alter((name) => `DROP CONSTRAINT ${name}`)}
        DELETE FROM ratebook.entry WHERE position = ANY ('{${removed.join(',')}}');
        ${inserted.join('\n')}
        ${alter((name, text) => `ADD CONSTRAINT ${name} ${text} NOT VALID`)}`,
      )
    },
    async runSql(database, { sql, changesRows }) {
      if (changesRows) await changeBook(database, sql)
      else await inSession(database, (query) => query(sql))
    },
    rows: (database) =>
      inSession(database, async (query) => {
        const rows = await query(`SELECT concat_ws(' ', position, extract(epoch FROM at), kind,
          institution_id, digest, body_digest, body_text) AS row FROM ratebook.entry ORDER BY position`)
        return rows.map(({ row }) => String(row))
      }),
  }
}

/** The entries of `from` that are not in `list` in the same form. */
function missingFrom(list: Entries, from: Entries): Entries {
  const texts = new Set(list.map((entry) => JSON.stringify(entry)))
  return from.filter((entry) => !texts.has(JSON.stringify(entry)))
}

function valuesOf({ position, at, kind, institutionId, digest, bodyDigest, body }: StoredEntry) {
  return [position, at, kind, institutionId, digest, bodyDigest, body]
}
