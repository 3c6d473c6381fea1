import assert from 'node:assert/strict'
import { verifiedEntries } from '../../../src/book/store/chain.ts'
import { type Store, StoreError } from '../../../src/book/store/store.ts'
import { bookStart } from '../../../src/domain/stored-entry.ts'
import type { OpenBook } from './contract.ts'
import { checked, instant, offer, registered, sheet, writerFor } from './drafts.ts'

const day = '2026-06-01T00:00:00Z'

/** Changes of a registration and a sheet, and the position of the entry that no longer matches its digest. */
const changes: readonly (readonly [what: string, sql: string, position: number])[] = [
  ['a changed body', `UPDATE entry SET BODY = replace(BODY, '9.50', '9.60') WHERE position = 3`, 3],
  ['a changed instant', `UPDATE entry SET at = '2026-06-01T00:00:01Z' WHERE position = 3`, 3],
  ['a changed kind', `UPDATE entry SET kind = 'rates-checked' WHERE position = 3`, 3],
  [
    'a changed digest',
    `UPDATE entry SET digest = replace('${'0'.repeat(64)}', '0', 'a') WHERE position = 3`,
    3,
  ],
  [
    'an entry of another institution',
    `UPDATE entry SET institution_id = 'a' WHERE position = 2`,
    2,
  ],
]

/** Whether an error says that the book is damaged at a position. */
const isDamaged = (store: Store, position: number) => (error: unknown) => {
  assert.ok(error instanceof StoreError, String(error))
  assert.equal(error.kind, 'disk')
  assert.ok(error.message.startsWith(`The book ${store.name} is damaged at position ${position}: `))
  return true
}

/** The contract tests of digests. */
export function digestsContract(
  onBook: (title: string, work: (book: OpenBook) => Promise<void>) => void,
): void {
  onBook('each entry has the digest that docs/book.md defines', async ({ store, reopen }) => {
    await store.append(() => Promise.resolve([registered('a', day, { name: 'Sörli' })]))
    const verified = { at: instant('2026-06-02T00:00:00Z'), institutionId: 'a' }
    await (
      await reopen()
    ).append(() =>
      Promise.resolve([
        checked('a', '2026-06-01T00:00:00.120Z'),
        { ...verified, kind: 'rates-verified' },
      ]),
    )
    const digests = [
      '0000000000000000000000000000000000000000000000000000000000000000',
      'e4fc8b0787129c3b221f2f1fe2f210b7870b9d0766bbcc1d7f024140891c0a2c',
      '8712b724ef6bb1fe54d54cbd8fd3317bee9c2b4dafaf97bb4e41a9e169328417',
      '56d0175c4e0cbc34fc4ad9e7a35cfaee7480c22f45c6b5b316d9c3a5c6afed12',
    ]
    for (const [position, digest] of digests.entries())
      assert.equal(await store.digestAt(position), digest)
    assert.equal(await store.digestAt(4), undefined)
    const stored = (await Array.fromAsync(store.storedEntries(0))).flat()
    assert.deepEqual(
      stored.map(({ digest }) => digest),
      digests.slice(1),
    )
    const [batch] = await Array.fromAsync(verifiedEntries(store, bookStart))
    assert.deepEqual(batch?.reached, { position: 3, digest: digests[3] })
  })

  onBook('entries after another past are refused', async ({ store }) => {
    await store.append(() => Promise.resolve([registered('a', day), checked('a', day)]))
    const [digest = '', last = ''] = await Promise.all([store.digestAt(1), store.digestAt(2)])
    const read = (position: number, other: string) =>
      Array.fromAsync(verifiedEntries(store, { position, digest: other }))
    assert.equal((await read(1, digest)).length, 1)
    assert.deepEqual(await read(2, last), [])
    await assert.rejects(read(1, last), isDamaged(store, 2))
    await assert.rejects(read(0, digest), isDamaged(store, 1))
  })

  for (const [what, sql, position] of changes) {
    onBook(
      `${what} is noticed wherever the entry is read, and nothing is appended`,
      async (book) => {
        const { store } = book
        const writer = writerFor(store)
        await writer.add(registered('a', day), registered('b', day))
        await writer.publish(sheet('a', day, [offer('general 12 maturity', '9.50')]), day)
        await book.change(sql)
        const damaged = isDamaged(store, position)
        await assert.rejects(Array.fromAsync(verifiedEntries(store, bookStart)), damaged)
        await assert.rejects(Array.fromAsync(store.entriesOf('a')), damaged)
        await assert.rejects(store.entryAt(position), damaged)
        const append = () => store.append(() => Promise.resolve([checked('b', day)]))
        if (position < 3) {
          await assert.rejects(
            store.append(async (reader) => {
              await reader.entryAt(position)
              return []
            }),
            damaged,
          )
          await append()
          return
        }
        await assert.rejects(store.head(), damaged)
        await assert.rejects(append, damaged)
        if (!sql.includes('kind')) await assert.rejects(store.currency(), damaged)
      },
    )
  }

  onBook('a gap is noticed', async ({ store, change }) => {
    await store.append(() =>
      Promise.resolve([registered('a', day), checked('b', day), checked('a', day)]),
    )
    await change('DELETE FROM entry WHERE position = 2')
    const damaged = isDamaged(store, 3)
    await assert.rejects(Array.fromAsync(verifiedEntries(store, bookStart)), damaged)
    await assert.rejects(Array.fromAsync(store.entriesOf('a')), damaged)
    assert.equal((await store.entryAt(1))?.position, 1)
    assert.equal(await store.entryAt(2), undefined)
    await assert.rejects(store.entryAt(3), damaged)
    await assert.rejects(store.head(), damaged)
  })
}
