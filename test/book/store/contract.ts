import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReviewers } from '../../../src/book/publish/context-from-store.ts'
import type { BookReader, Store } from '../../../src/book/store/store.ts'
import { compareText } from '../../../src/domain/decimal.ts'
import { emptyHead, entryKinds } from '../../../src/domain/entry.ts'
import { after } from '../../../src/domain/instant.ts'
import { addCollected } from './collected.ts'
import { digestsContract } from './digests-contract.ts'
import { checked, entriesOf, instant, offer, registered, sheet, writerFor } from './drafts.ts'
import { mirrorContract } from './mirror-contract.ts'

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
      for (const entry of writer.entries())
        assert.deepEqual(await book.entryAt(entry.position), entry)
      for (const position of [0, 6, -1]) assert.equal(await book.entryAt(position), undefined)
      assert.deepEqual(await book.head(), { position: 5, at: instant('2026-06-03T00:00:00Z') })
      assert.equal(await book.currency(), 'KES')
    }
  })

  onBook('corrections are read back, with who made them and why', async ({ store, reopen }) => {
    const writer = writerFor(store)
    await writer.add(registered('a', day))
    const listed = offer('general 12 maturity', '9.50', '5000.00')
    await writer.publish(sheet('a', day, [listed]), day)
    const { rate: was, ...tier } = listed
    const attribution = { by: 'Zoë', note: 'Printed “9.05 %”.', reason: 'I called the bank.' }
    const findings = [{ rule: 'large-move', tier, was, message: 'The rate moves by 45 bp.' }]
    const { rate } = offer('general 12 maturity', '9.05')
    const figure = { tier, rate }
    await writer.correct({ of: 2, cause: 'misread', figure, ...attribution, findings }, day)
    await writer.correct({ of: 2, cause: 'wrong-page' }, day)
    assert.deepEqual(
      writer.entries().map(({ kind }) => kind),
      ['institution-registered', 'sheet-published', 'rate-corrected', 'rate-corrected'],
    )
    for (const book of [store, await reopen()])
      assert.deepEqual(await entriesOf(book), writer.entries())
  })

  onBook('runs, decisions and reviewers are read back', async ({ store, reopen }) => {
    const writer = writerFor(store)
    await writer.add(registered('a', day))
    await writer.publish(sheet('a', day, [offer('general 12 maturity', '9.50')]), day)
    await addCollected(writer, 'a', instant(day))
    const kinds = [...new Set(writer.entries().map(({ kind }) => kind))]
    assert.deepEqual(
      kinds.toSorted(compareText),
      entryKinds.filter((kind) => kind !== 'rate-corrected').toSorted(compareText),
    )
    for (const other of [store, await reopen()]) {
      assert.deepEqual(await entriesOf(other), writer.entries())
      const aboutReviewers = (await Array.fromAsync(other.entriesOf(''))).flat()
      assert.deepEqual(
        aboutReviewers,
        writer
          .entries()
          .filter(({ kind }) => kind.startsWith('reviewer-'))
          .toReversed(),
      )
      assert.deepEqual((await readReviewers(other)).size, 0)
    }
  })

  mirrorContract(onBook, open)
  digestsContract(onBook)

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

  onBook('the last record of every institution is read, in decide too', async ({ store }) => {
    await store.append(() => Promise.resolve([registered('b', day), registered('a', day)]))
    const last = registered('a', day, { name: 'The new name', active: false })
    await store.append(() => Promise.resolve([last, checked('b', day)]))
    const records = [last, registered('b', day)].map((draft) =>
      draft.kind === 'institution-registered' ? draft.institution : undefined,
    )
    const byId = async (book: BookReader) =>
      (await book.institutions()).toSorted((a, b) => compareText(a.id, b.id))
    assert.deepEqual(await byId(store), records)
    await store.append(async (book) => {
      assert.deepEqual(await byId(book), records)
      return []
    })
  })

  onBook('decide reads the book that it appends to', async ({ store }) => {
    await store.append(() => Promise.resolve([registered('a', day)]))
    await store.append(async (book) => {
      assert.equal((await book.head()).position, 1)
      assert.equal((await book.entryAt(1))?.institutionId, 'a')
      assert.equal(await book.entryAt(2), undefined)
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
}
