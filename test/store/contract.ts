import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyHead } from '../../src/domain/entry.ts'
import { after } from '../../src/domain/instant.ts'
import { bookStart } from '../../src/domain/digest.ts'
import { verifiedEntries } from '../../src/store/chain.ts'
import { StoreError, type Store } from '../../src/store/store.ts'
import { checked, entriesOf, instant, writerFor, offer, registered, sheet } from './drafts.ts'
import { viewsAgree } from './views-agree.ts'
import { viewsContract } from './views-contract.ts'

/** An empty book for one test. */
export type OpenBook = {
  readonly store: Store
  /** Opens the same book again for writing. */
  readonly reopen: () => Promise<Store>
  /** Changes the table `entry` with its triggers off. */
  readonly change: (sql: string) => Promise<void>
  /** Closes all stores of the book and removes it. */
  readonly end: () => Promise<void>
}

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

/** The contract tests, which run on the real engines. */
export function storeContract(name: string, open: () => Promise<OpenBook>): void {
  const onBook = (title: string, work: (book: OpenBook) => Promise<void>): void => {
    void test(`${name}: ${title}`, async () => {
      const book = await open()
      try {
        await work(book)
      } finally {
        await book.end()
      }
    })
  }

  onBook('a new book is empty and readable', async ({ store }) => {
    assert.deepEqual(await store.head(), emptyHead)
    assert.equal(await store.currency(), undefined)
    assert.deepEqual(await entriesOf(store), [])
    const nothing = { institution: [], rateHistory: [], currentOffer: [] }
    assert.deepEqual(await store.views(), nothing)
    assert.equal(await store.isReadable(), true)
  })

  onBook('appended entries are read back, from another store too', async ({ store, reopen }) => {
    const writer = writerFor(store)
    const name = 'Sörli & Søn “bank” 🏦 \\ \u2028 \' "'
    await writer.add(registered('a', day, { name }), registered('b', '2026-06-01T00:00:00.001Z'))
    const days = { ...offer('general 3.29 maturity', '9.50', '5000.00'), tenureDays: 100 }
    await writer.publish(sheet('b', day, [days]), '2026-06-02T00:00:00.120Z')
    const at = instant('2026-06-02T00:00:00.120Z')
    await writer.add({ kind: 'rates-verified', institutionId: 'b', at })
    await writer.add(checked('a', '2026-06-03T00:00:00Z'))
    assert.deepEqual(
      writer.entries().map((entry) => entry.position),
      [1, 2, 3, 4, 5],
    )
    for (const book of [store, await reopen()]) {
      assert.deepEqual(await entriesOf(book), writer.entries())
      assert.deepEqual(await entriesOf(book, 3), writer.entries().slice(3))
      assert.deepEqual(await entriesOf(book, 5), [])
      const [first, second, third, fourth, fifth] = writer.entries()
      const newestOf = async (...which: Parameters<typeof book.entriesOf>) =>
        (await Array.fromAsync(book.entriesOf(...which))).flat()
      assert.deepEqual(await newestOf('a'), [fifth, first])
      assert.deepEqual(await newestOf('b'), [fourth, third, second])
      assert.deepEqual(await newestOf('b', 'sheet-published'), [third])
      assert.deepEqual(await newestOf('a', 'sheet-published'), [])
      assert.deepEqual(await newestOf('nobody'), [])
      assert.deepEqual(await book.head(), { position: 5, at: instant('2026-06-03T00:00:00Z') })
      assert.equal(await book.currency(), 'LKR')
    }
  })

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
      '0c43ba54a0f07fedc4009371ba8941d635b0424f77f55c292b48a5a30a0a4463',
      'ab05c1abc9f9c84949dd8644e54c2a491d9ce3f8fe33cf80a440717fe531bb5e',
      '4ee98c0abf1eb2084be4361f3c0a451b2f4bff16d4da1f22a891d1b91b0b4629',
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
        const append = () => store.append(() => Promise.resolve([checked('b', day)]))
        if (position < 3) {
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
    await assert.rejects(store.head(), damaged)
  })

  onBook('entries are read in batches', async ({ store }) => {
    const drafts = Array.from({ length: 2_500 }, (_, i) => checked(i % 2 === 0 ? 'a' : 'b', day))
    await store.append(() => Promise.resolve(drafts))
    const batches = await Array.fromAsync(store.storedEntries(0))
    assert.ok(batches.length > 2 && batches.every((batch) => batch.length > 0))
    const positions = batches.flat().map((entry) => entry.position)
    assert.deepEqual(
      positions,
      drafts.map((_, i) => i + 1),
    )
    const ofB = await Array.fromAsync(store.entriesOf('b'))
    assert.ok(ofB.length > 10 && ofB.every((batch) => batch.length <= 100))
    assert.deepEqual(
      ofB.flat().map((entry) => entry.position),
      positions.filter((position) => position % 2 === 0).toReversed(),
    )
  })

  onBook('decide reads the book that it appends to', async ({ store }) => {
    await store.append(() => Promise.resolve([registered('a', day)]))
    await store.append(async (book) => {
      assert.equal((await book.head()).position, 1)
      assert.equal((await Array.fromAsync(book.entriesOf('a'))).flat().length, 1)
      assert.equal(await book.currency(), undefined)
      return [checked('a', day)]
    })
    assert.equal((await store.head()).position, 2)
  })

  onBook('without drafts nothing is written', async ({ store }) => {
    assert.deepEqual(await store.append(() => Promise.resolve([])), [])
    assert.deepEqual(await store.head(), emptyHead)
  })

  onBook('if decide throws, nothing is written and the next append succeeds', async ({ store }) => {
    const refusal = new Error('refused')
    await assert.rejects(
      store.append(() => Promise.reject(refusal)),
      (error) => error === refusal,
    )
    const [entry] = await store.append(() => Promise.resolve([checked('a', day)]))
    assert.equal(entry?.position, 1)
  })

  onBook('an append with a time out of order is refused as a whole', async ({ store }) => {
    const drafts = [checked('a', '2026-06-01T00:00:00.001Z'), checked('a', day)]
    await assert.rejects(store.append(() => Promise.resolve(drafts)))
    assert.deepEqual(await entriesOf(store), [])
  })

  onBook('concurrent appends run one after another', async ({ store, reopen }) => {
    const stores = [store, await reopen()]
    const decided: number[] = []
    const appends = Array.from({ length: 40 }, async (_, i) =>
      stores[i % 2]?.append(async (book) => {
        const { position, at } = await book.head()
        await new Promise(setImmediate)
        decided.push(position)
        const next = position === 0 ? instant(day) : after(at, 1)
        return [{ at: next, institutionId: 'a', kind: 'rates-checked' }]
      }),
    )
    const appended = (await Promise.all(appends)).flatMap((entries) => entries ?? [])
    assert.deepEqual(
      decided,
      Array.from({ length: 40 }, (_, i) => i),
    )
    assert.deepEqual(
      await entriesOf(store),
      appended.toSorted((a, b) => a.position - b.position),
    )
  })

  onBook('another store never sees half of an append', async ({ store, reopen }) => {
    const reader = await reopen()
    const seven = Array.from({ length: 7 }, () => checked('a', day))
    const appends = Array.from({ length: 30 }, () => store.append(() => Promise.resolve(seven)))
    for (let seen = 0; seen < 210; await new Promise(setImmediate)) {
      seen = (await entriesOf(reader)).length
      assert.equal(seen % 7, 0)
      assert.equal((await reader.head()).position % 7, 0)
    }
    await Promise.all(appends)
  })

  onBook('closing waits for pending appends, and may be repeated', async ({ store, reopen }) => {
    const appended = store.append(async (book) => {
      await book.head()
      return [checked('a', day)]
    })
    await store.close()
    await store.close()
    assert.equal((await appended).length, 1)
    assert.equal(await store.isReadable(), false)
    assert.equal((await (await reopen()).head()).position, 1)
  })

  viewsContract(onBook)

  void test(`${name}: the views agree with evolve for any book`, () => viewsAgree(open))
}
