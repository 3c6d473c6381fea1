import { deepEqual } from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { StoreTrouble } from '../../src/store/store.ts'
import { bookIn, overwrite, refused, runSql } from './sqlite-books.ts'

const sql = (statements: string) => (path: string) => runSql(path, statements)

/** What may have happened to a book, and what is said of it. */
const spoilt: readonly (readonly [string, (path: string) => void, StoreTrouble, RegExp])[] = [
  ['a text', (path) => writeFileSync(path, 'hello\n'), 'configuration', /no SQLite database/],
  [
    'a database of something else',
    (path) => {
      rmSync(path)
      runSql(path, 'CREATE TABLE song (title TEXT)')
    },
    'configuration',
    /another program/,
  ],
  ['another mark', sql('PRAGMA application_id = 1'), 'configuration', /another program/],
  ['a newer version', sql('PRAGMA user_version = 99'), 'configuration', /version 99.*newer/],
  ['no trigger', sql('DROP TRIGGER entry_is_never_deleted'), 'configuration', /deleted is missing/],
  ['no view', sql('DROP VIEW rate_history'), 'configuration', /view rate_history is missing/],
  ['no index', sql('DROP INDEX entry_of_institution'), 'configuration', /index .* is missing/],
  ['no migrations', sql('DROP TABLE migration'), 'configuration', /table migration is missing/],
  ['another checksum', sql(`UPDATE migration SET checksum = ''`), 'configuration', /001.* changed/],
  ['a table more', sql('CREATE TABLE note (t)'), 'configuration', /table note was added/],
  [
    'a trigger more',
    sql('CREATE TRIGGER sly AFTER INSERT ON migration BEGIN SELECT 1; END'),
    'configuration',
    /trigger sly was added/,
  ],
  [
    'a view that lies',
    sql('DROP VIEW institution; CREATE VIEW institution AS SELECT 1 AS id'),
    'configuration',
    /view institution was changed/,
  ],
  [
    'a table that is not strict',
    sql(`PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'entry'`),
    'configuration',
    /table entry was changed/,
  ],
  ['a damaged first page', (path) => overwrite(path, 110), 'disk', /damaged.*restore a backup/],
  ['a damaged header', (path) => overwrite(path, 0), 'configuration', /restore a backup/],
]

for (const [what, spoil, trouble, sentence] of spoilt) {
  test(`${what}: refused in every mode, and nothing changes on the disk`, async (t) => {
    const path = await bookIn(t)
    spoil(path)
    const before = readFileSync(path)
    for (const mode of ['create', 'write', 'read'] as const) {
      await refused(openSqliteStore(path, { mode }), trouble, sentence, path)
      deepEqual(readFileSync(path), before)
    }
  })
}
