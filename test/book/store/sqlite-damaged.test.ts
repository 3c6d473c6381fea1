import { deepEqual } from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { StoreErrorKind } from '../../../src/book/store/store.ts'
import { bookIn, flipBit, overwrite, refused, runSql } from './sqlite-books.ts'

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
  ['another application id', sql('PRAGMA application_id = 1'), 'disk', /first page .*damaged/],
  ['another version', sql('PRAGMA user_version = 99'), 'disk', /first page .*damaged/],
  [
    'a newer version',
    sql(`PRAGMA user_version = 99; INSERT INTO migration VALUES (99, '099-later.sql', 'x')`),
    'configuration',
    /has format 99, and this Ratebook reads formats up to 1: install the newer Ratebook\.$/,
  ],
  [
    'a missing trigger',
    sql('DROP TRIGGER entry_is_never_deleted'),
    'disk',
    /is not the one that Ratebook created: trigger entry_is_never_deleted is missing\. .*`ratebook audit` tells whether .*restore a backup\.$/,
  ],
  ['a missing table', sql('DROP TABLE migration'), 'disk', /table migration is missing/],
  [
    'the checksum of another build',
    sql(`UPDATE migration SET checksum = '${'ab'.repeat(32)}'; CREATE VIEW change AS SELECT 1`),
    'configuration',
    /made by a development build of Ratebook, whose 001-book\.sql has the checksum abababababab….*`ratebook copy --from \S+ --to NEW`/,
  ],
  ['an additional table', sql('CREATE TABLE note (t)'), 'disk', /table note was added/],
  [
    'an additional trigger',
    sql('CREATE TRIGGER sly AFTER INSERT ON migration BEGIN SELECT 1; END'),
    'disk',
    /trigger sly was added/,
  ],
  [
    'a view with the name of a table of a release',
    sql('CREATE VIEW institution AS SELECT 1 AS id'),
    'disk',
    /view institution was added/,
  ],
  [
    'a changed table',
    sql(`PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'entry'`),
    'disk',
    /table entry was changed/,
  ],
  [
    'a book of an early build, without digests of bodies',
    sql(`DROP TABLE entry; CREATE TABLE entry (position INTEGER PRIMARY KEY, body TEXT) STRICT;
      UPDATE migration SET checksum = ''; INSERT INTO migration VALUES (2, '002-ranges.sql', ''); PRAGMA user_version = 2`),
    'configuration',
    /made by a development build of Ratebook, whose 001-book\.sql has the checksum/,
  ],
  ['a damaged first page', (path) => overwrite(path, 110), 'disk', /damaged.*restore a backup/],
  ['a lost header', (path) => overwrite(path, 0), 'configuration', /restore a backup/],
  [
    'a flipped bit of the first text',
    (path) => flipBit(path, 3),
    'disk',
    /first page .*damaged.*restore a backup/,
  ],
  ['a flipped bit of the encoding', (path) => flipBit(path, 59, 1), 'disk', /restore a backup/],
  ['a flipped bit of the schema format', (path) => flipBit(path, 47), 'disk', /restore a backup/],
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

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)'
const columns = 'position, at, kind, institution_id, digest, body_digest, body'

/** Tables in the place of which a file has a view that never ends. */
const disguises = {
  entry: `ALTER TABLE entry RENAME TO kept;
    CREATE VIEW entry AS ${endless} SELECT ${columns} FROM kept, n WHERE i = 0`,
  mirror: `DROP TABLE mirror; CREATE VIEW mirror AS ${endless} SELECT 1 AS id, '' AS url FROM n WHERE i = 0`,
  migration: `DROP TABLE migration;
    CREATE VIEW migration AS ${endless} SELECT i AS number, '' AS name, '' AS checksum FROM n WHERE i = 0`,
}

for (const [table, statements] of Object.entries(disguises)) {
  test(`a view that never ends in the place of the table ${table} is not read, not even by audit and copy`, async (t) => {
    const path = await bookIn(t)
    runSql(path, statements)
    const message = new RegExp(`: ${table} is not a table, so it is not read\\. .*restore a backup`)
    for (const entriesOnly of [false, true])
      await refused(openSqliteStore(path, { mode: 'read', entriesOnly }), 'disk', message, path)
  })
}
