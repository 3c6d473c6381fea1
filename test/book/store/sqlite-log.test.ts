import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { bodyDigestOf } from '../../../src/domain/stored-entry.ts'
import { digested } from '../../support/rechain.ts'
import { checked, offer, registered, sheet, writerFor } from './drafts.ts'
import { temporaryDirectory } from './sqlite-books.ts'

const digest = 'a'.repeat(64)
const bodyDigest = bodyDigestOf('{}')

const values = (position: string, at = '2026-06-03T00:00:00.000Z', kind = 'rates-checked') =>
  `(position, at, kind, institution_id, digest, body_digest, body) VALUES (${position}, '${at}', '${kind}', 'a', '${digest}', '${bodyDigest}', '{}')`

const appendOnly = /append-only/
const gaps = /no gaps/

/** Statements that try to change a book of three entries. */
const attempts: readonly (readonly [sql: string, refusal: RegExp])[] = [
  [`UPDATE entry SET body = '{}' WHERE position = 1`, appendOnly],
  [`UPDATE OR REPLACE entry SET position = 2 WHERE position = 1`, appendOnly],
  [`UPDATE OR IGNORE entry SET body = '{}'`, appendOnly],
  [`DELETE FROM entry WHERE position = 3`, appendOnly],
  [`DELETE FROM entry`, appendOnly],
  [`INSERT OR REPLACE INTO entry ${values('2')}`, gaps],
  [`REPLACE INTO entry ${values('3')}`, gaps],
  [`INSERT OR IGNORE INTO entry ${values('3')}`, gaps],
  [`INSERT INTO entry ${values('2')} ON CONFLICT DO UPDATE SET body = '[]'`, gaps],
  [`INSERT INTO entry ${values('3')} ON CONFLICT (position) DO NOTHING`, gaps],
  [`INSERT INTO entry ${values('5')}`, gaps],
  [`INSERT INTO entry ${values('0')}`, gaps],
  [`INSERT INTO entry ${values('-1')}`, gaps],
  [`INSERT INTO entry ${values('NULL')}`, gaps],
  [`INSERT OR REPLACE INTO entry ${values('NULL')}`, gaps],
  [
    `INSERT INTO entry (at, kind, institution_id, digest, body_digest, body)
     VALUES ('2026-06-03T00:00:00.000Z', 'rates-checked', 'a', '${digest}', '${bodyDigest}', '{}')`,
    gaps,
  ],
  [
    `INSERT INTO entry ${values('4')}, (6, '2026-06-03T00:00:00.000Z', 'rates-checked', 'a', '${digest}', '${bodyDigest}', '{}')`,
    gaps,
  ],
  [`INSERT INTO entry SELECT * FROM entry`, /no gaps|runs forward/],
  [`INSERT INTO entry ${values('4', '2026-06-01T23:59:59.999Z')}`, /runs forward/],
  [`INSERT INTO entry ${values('4', '2026-06-03T00:00:00Z')}`, /CHECK constraint failed: at/],
  [`INSERT INTO entry ${values('4', '+012026-06-03T00:00:00.000Z')}`, /runs forward|CHECK/],
  [`INSERT INTO entry ${values('4', undefined, 'guessed')}`, /CHECK constraint failed: kind/],
  [`INSERT INTO entry ${values('4').replace('{}', '{')}`, /CHECK constraint failed: json_valid/],
  [`INSERT INTO entry ${values('4').replace(`'{}'`, 'NULL')}`, /CHECK constraint failed/],
  [`INSERT INTO entry ${values('4').replace(`'${bodyDigest}'`, 'NULL')}`, /NOT NULL/],
  [`INSERT INTO entry ${values('4').replace(`'{}'`, `x'7b7d'`)}`, /cannot store BLOB/],
  [`INSERT INTO entry ${values('4').replace(`'a'`, 'NULL')}`, /NOT NULL/],
  [`INSERT INTO entry ${values('4').replace(`'${digest}'`, 'NULL')}`, /NOT NULL/],
  [`INSERT INTO entry ${values('4').replace(digest, digest.slice(1))}`, /CHECK constraint failed/],
  [
    `INSERT INTO entry ${values('4').replace(digest, digest.toUpperCase())}`,
    /CHECK constraint failed/,
  ],
]

test('SQL statements cannot change existing entries', async (t) => {
  const path = join(temporaryDirectory(t), 'book.db')
  const store = await openSqliteStore(path, { mode: 'create' })
  const writer = writerFor(store)
  await writer.add(registered('a', '2026-06-01T00:00:00Z'))
  const offers = [offer('general 12 maturity', '9')]
  await writer.publish(sheet('a', '2026-06-01T00:00:00Z', offers), '2026-06-01T00:00:00Z')
  await writer.add(checked('a', '2026-06-02T00:00:00Z'))

  const raw = new DatabaseSync(path)
  const log = () => raw.prepare('SELECT *, hex(body) FROM entry ORDER BY position').all()
  const before = log()
  assert.equal(before.length, 3)
  for (const recursive of ['OFF', 'ON']) {
    raw.exec(`PRAGMA recursive_triggers = ${recursive}`)
    for (const [sql, refusal] of attempts) {
      assert.throws(() => raw.exec(sql), refusal, sql)
      assert.deepEqual(log(), before, sql)
    }
  }
  // Appending the next position is allowed.
  const next = {
    position: 4,
    at: '2026-06-02T00:00:00.000Z',
    kind: 'rates-checked',
    institutionId: 'a',
    body: '{}',
  }
  const { digest: nextDigest } = digested((await store.digestAt(3)) ?? '', next)
  raw.exec(`INSERT INTO entry ${values('4', next.at).replace(digest, nextDigest)}`)
  raw.close()
  assert.equal((await store.head()).position, 4)
  await store.close()
})
