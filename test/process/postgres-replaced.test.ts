import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Draft } from '../../src/domain/entry.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { checked, registered } from '../store/drafts.ts'
import { run, until } from '../support/cli.ts'
import { changeBook } from '../support/postgres/change-book.ts'
import { createCleanup } from '../support/postgres/cleanup.ts'
import { newSmallBook, startNode } from '../support/postgres/node.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { inSession } from '../support/postgres/query.ts'
import type { Server } from '../support/postgres/server.ts'
import { answersOf, unchangedUntilHealthIs } from '../support/replaced-books.ts'
import { fillSmallBook } from '../support/small-book.ts'

const all = createCleanup()
let primary: Server

before(async () => {
  primary = await startPrimary(all)
})
after(all.end)

const day = '2026-07-01T00:00:00Z'

for (const [what, entries, sentence] of [
  [
    'longer',
    5,
    /not the one that was served: at position 3 the digest is [0-9a-f]{12}…, and the served book has the digest [0-9a-f]{12}…/,
  ],
  ['shorter', 2, /not the one that was served: at position 3 there is no entry/],
  ['empty', 0, /not the one that was served: at position 3 there is no entry/],
] as const) {
  test(`another book, ${what}, that replaces the served one in one transaction is refused, and the data endpoints answer as before`, async (t) => {
    const url = await newSmallBook(primary)
    const sql = (text: string) => inSession(url, (query) => query(text))
    const swap = (from: string, to: string) =>
      `ALTER SCHEMA ratebook RENAME TO ${to}; ALTER SCHEMA ${from} RENAME TO ratebook;`
    await sql('ALTER SCHEMA ratebook RENAME TO first')
    const other = await openPostgresStore(url, { mode: 'create' })
    const drafts = [
      registered('alpha-bank', day, { name: 'Another' }),
      ...Array<Draft>(4).fill(checked('alpha-bank', day)),
    ]
    await other.append(() => Promise.resolve(drafts.slice(0, entries)))
    await other.close()
    await sql(swap('first', 'second'))
    const node = await startNode(t, url)
    const known = await answersOf(node)
    assert.ok(known.every((answer) => answer.startsWith('3 ')))
    await sql(`BEGIN; ${swap('second', 'first')} COMMIT`)
    await unchangedUntilHealthIs(503, node, known)
    await node.says(sentence)
    assert.deepEqual(await answersOf(node), known)
    await sql(`BEGIN; ${swap('first', 'second')} COMMIT`)
    await unchangedUntilHealthIs(200, node, known)
    assert.deepEqual(await answersOf(node), known)
  })
}

test('a backup of an older or another book, restored into the database of a server, is not served', async (t) => {
  const url = await newSmallBook(primary)
  const node = await startNode(t, url)
  const known = await answersOf(node)
  const drafts = [registered('alpha-bank', day, { name: 'Another' }), checked('alpha-bank', day)]
  for (const entries of [drafts, [...drafts, ...drafts]]) {
    await inSession(url, (query) => query('DROP SCHEMA ratebook CASCADE'))
    const restored = await openPostgresStore(url, { mode: 'create' })
    await restored.append(() => Promise.resolve(entries))
    await restored.close()
    await unchangedUntilHealthIs(503, node, known)
    await node.says(/not the one that was served: at position 3/)
    assert.deepEqual(await answersOf(node), known)
  }
  await inSession(url, (query) => query('DROP SCHEMA ratebook CASCADE'))
  await fillSmallBook(await openPostgresStore(url, { mode: 'create' }))
  await unchangedUntilHealthIs(200, node, known)
})

for (const [what, sql, sentence] of [
  [
    'its last entry is deleted',
    'DELETE FROM ratebook.entry WHERE position = 3',
    /not the one that was served: at position 3 there is no entry/,
  ],
  [
    'its digests are computed again',
    `UPDATE ratebook.entry SET digest = repeat('ab', 32) WHERE position = 3`,
    /not the one that was served: at position 3 the digest is abababababab…/,
  ],
] as const) {
  test(`a book in which ${what} while it is served: /health is 503 within two seconds, until the entry is back`, async (t) => {
    const url = await newSmallBook(primary)
    const node = await startNode(t, url)
    const known = await answersOf(node)
    assert.ok(known.every((answer) => answer.startsWith('3 ')))
    await changeBook(url, `CREATE TABLE kept AS SELECT * FROM ratebook.entry WHERE position = 3`)
    await changeBook(url, sql)
    await unchangedUntilHealthIs(503, node, known)
    await node.says(sentence)
    assert.deepEqual(await answersOf(node), known)
    await changeBook(
      url,
      `DELETE FROM ratebook.entry WHERE position = 3;
      INSERT INTO ratebook.entry (position, at, kind, institution_id, digest, body_text)
        SELECT position, at, kind, institution_id, digest, body_text FROM kept`,
    )
    assert.ok(await until(async () => (await node.status('/health')) === 200, 5_000))
    const { stdout, stderr } = await run([
      'verify',
      'alpha-bank',
      '--at',
      '2026-09-01T00:00:00Z',
      '--database',
      url,
    ])
    assert.match(stdout, /verified at position 4,/, stderr)
    assert.ok(await until(async () => (await node.position()) === 4))
  })
}
