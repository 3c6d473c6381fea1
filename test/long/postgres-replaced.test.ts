import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Draft } from '../../src/domain/entry.ts'
import { openPostgresStore } from '../../src/book/store/postgres/postgres-store.ts'
import { checked, registered } from '../book/store/drafts.ts'
import { run, until } from '../support/cli.ts'
import { changeBook } from '../support/postgres/change-book.ts'
import { createCleanup } from '../support/postgres/cleanup.ts'
import { newSmallBook, startNode, type Node } from '../support/postgres/node.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { inSession } from '../support/postgres/query.ts'
import { answersOf, unchangedUntilHealthIs } from '../support/replaced-books.ts'
import { fillSmallBook } from '../support/small-book.ts'

const all = createCleanup()
/** One server for all tests: each puts back the book that is served, which has three entries. */
let [url, node] = ['', {} as Node]

const day = '2026-07-01T00:00:00Z'
const sql = (text: string) => inSession(url, (query) => query(text))
const swap = (from: string, to: string): string =>
  `ALTER SCHEMA ratebook RENAME TO ${to}; ALTER SCHEMA ${from} RENAME TO ratebook;`
/** How many entries each of the other books has. */
const otherBooks = { longer: 5, shorter: 2, empty: 0 }

before(async () => {
  url = await newSmallBook(await startPrimary(all))
  await sql('ALTER SCHEMA ratebook RENAME TO served')
  for (const [name, entries] of Object.entries(otherBooks)) {
    const other = await openPostgresStore(url, { mode: 'create' })
    const drafts = [
      registered('alpha-bank', day, { name: 'Another' }),
      ...Array<Draft>(4).fill(checked('alpha-bank', day)),
    ]
    await other.append(() => Promise.resolve(drafts.slice(0, entries)))
    await other.close()
    await sql(`ALTER SCHEMA ratebook RENAME TO ${name}`)
  }
  await sql('ALTER SCHEMA served RENAME TO ratebook')
  node = await startNode(all, url)
})
after(all.end)

const timesSaid = (sentence: RegExp): number =>
  node.log().filter(({ msg = '' }) => sentence.test(msg)).length

/** Runs a change that makes the server refuse the book with a sentence. Returns the answers, which stay those of the served book. */
async function refusedAfter(
  change: () => Promise<unknown>,
  sentence: RegExp,
): Promise<readonly string[]> {
  const known = await answersOf(node)
  assert.ok(known.every((answer) => answer.startsWith('3 ')))
  const before = timesSaid(sentence)
  await change()
  await unchangedUntilHealthIs(503, node, known)
  assert.ok(await until(() => timesSaid(sentence) > before), node.stderr())
  assert.deepEqual(await answersOf(node), known)
  return known
}

for (const [what, sentence] of [
  [
    'longer',
    /not the one that was served: at position 3 the digest is [0-9a-f]{12}…, and the served book has the digest [0-9a-f]{12}…/,
  ],
  ['shorter', /not the one that was served: at position 3 there is no entry/],
  ['empty', /not the one that was served: at position 3 there is no entry/],
] as const) {
  test(`another book, ${what}, that replaces the served one in one transaction is refused, and the data endpoints answer as before`, async () => {
    const replace = () => sql(`BEGIN; ${swap(what, 'served')} COMMIT`)
    const known = await refusedAfter(replace, sentence)
    await sql(`BEGIN; ${swap('served', what)} COMMIT`)
    await unchangedUntilHealthIs(200, node, known)
    assert.deepEqual(await answersOf(node), known)
  })
}

test('a backup of an older or another book, restored into the database of a server, is not served', async () => {
  const drafts = [registered('alpha-bank', day, { name: 'Another' }), checked('alpha-bank', day)]
  const restore = async (entries: readonly Draft[]): Promise<void> => {
    await sql('DROP SCHEMA ratebook CASCADE')
    const restored = await openPostgresStore(url, { mode: 'create' })
    await restored.append(() => Promise.resolve(entries))
    await restored.close()
  }
  const older = () => restore(drafts)
  const known = await refusedAfter(older, /not the one that was served: at position 3/)
  await restore([...drafts, ...drafts])
  await unchangedUntilHealthIs(503, node, known)
  assert.deepEqual(await answersOf(node), known)
  await sql('DROP SCHEMA ratebook CASCADE')
  await fillSmallBook(await openPostgresStore(url, { mode: 'create' }))
  await unchangedUntilHealthIs(200, node, known)
})

for (const [what, change, sentence] of [
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
  test(`a book in which ${what} while it is served: /health is 503 within two seconds, until the entry is back`, async () => {
    await changeBook(url, `CREATE TABLE kept AS SELECT * FROM ratebook.entry WHERE position = 3`)
    await refusedAfter(() => changeBook(url, change), sentence)
    await changeBook(
      url,
      `DELETE FROM ratebook.entry WHERE position = 3;
      INSERT INTO ratebook.entry (position, at, kind, institution_id, digest, body_digest, body_text)
        SELECT position, at, kind, institution_id, digest, body_digest, body_text FROM kept;
      DROP TABLE kept`,
    )
    assert.ok(await until(async () => (await node.status('/health')) === 200, 5_000))
  })
}

test('the book that is put back goes on', async () => {
  const verify = ['verify', 'alpha-bank', '--at', '2026-07-01T00:00:00Z', '--database', url]
  const { stdout, stderr } = await run(verify)
  assert.match(stdout, /verified at position 4,/, stderr)
  assert.ok(await until(async () => (await node.position()) === 4))
})
