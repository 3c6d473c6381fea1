import { deepEqual } from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { StoreErrorKind } from '../../src/store/store.ts'
import { bookIn, overwrite, refused, runSql } from './sqlite-books.ts'

const sql = (statements: string) => (path: string) => runSql(path, statements)

/** Ways to damage a book, and the expected errors. */
const cases: readonly (readonly [string, (path: string) => void, StoreErrorKind, RegExp])[] = [
  ['a text', (path) => writeFileSync(path, 'hello\n'), 'configuration', /not a SQLite database/],
  [
    'a database of another program',
    (path) => {
      rmSync(path)
      runSql(path, 'CREATE TABLE song (title TEXT)')
    },
    'configuration',
    /another program/,
  ],
  ['another application id', sql('PRAGMA application_id = 1'), 'configuration', /another program/],
  ['a newer version', sql('PRAGMA user_version = 99'), 'configuration', /version 99.*newer/],
  [
    'a missing trigger',
    sql('DROP TRIGGER entry_is_never_deleted'),
    'configuration',
    /deleted is missing/,
  ],
  [
    'a missing view',
    sql('DROP VIEW rate_history'),
    'configuration',
    /view rate_history is missing/,
  ],
  [
    'a missing index',
    sql('DROP INDEX entry_of_institution'),
    'configuration',
    /index .* is missing/,
  ],
  ['a missing table', sql('DROP TABLE migration'), 'configuration', /table migration is missing/],
  [
    'a changed checksum',
    sql(`UPDATE migration SET checksum = ''`),
    'configuration',
    /001.* changed/,
  ],
  ['an additional table', sql('CREATE TABLE note (t)'), 'configuration', /table note was added/],
  [
    'an additional trigger',
    sql('CREATE TRIGGER sly AFTER INSERT ON migration BEGIN SELECT 1; END'),
    'configuration',
    /trigger sly was added/,
  ],
  [
    'a changed view',
    sql('DROP VIEW institution; CREATE VIEW institution AS SELECT 1 AS id'),
    'configuration',
    /view institution was changed/,
  ],
  [
    'a changed table',
    sql(`PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'entry'`),
    'configuration',
    /table entry was changed/,
  ],
  ['a damaged first page', (path) => overwrite(path, 110), 'disk', /damaged.*restore a backup/],
  ['a damaged header', (path) => overwrite(path, 0), 'configuration', /restore a backup/],
]

for (const [what, damage, kind, message] of cases) {
  test(`${what}: refused in every mode, and the file does not change`, async (t) => {
    const path = await bookIn(t)
    damage(path)
    const before = readFileSync(path)
    for (const mode of ['create', 'write', 'read'] as const) {
      await refused(openSqliteStore(path, { mode }), kind, message, path)
      deepEqual(readFileSync(path), before)
    }
  })
}
