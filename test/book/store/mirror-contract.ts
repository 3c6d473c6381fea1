import assert from 'node:assert/strict'
import { auditBook } from '../../../src/book/audit/audit-book.ts'
import type { Store } from '../../../src/book/store/store.ts'
import { isPrivateKind } from '../../../src/domain/entry.ts'
import { bookStart, digestOf, publicEntry } from '../../../src/domain/stored-entry.ts'
import { fillEditedBook } from '../../long/edited-book.ts'
import type { OpenBook } from './contract.ts'
import { checked, entriesOf } from './drafts.ts'

const url = 'https://rates.example'

const storedOf = async (store: Store) => (await Array.fromAsync(store.storedEntries(0))).flat()

/** The contract tests of mirrors and of kept checkpoints. */
export function mirrorContract(
  onBook: (title: string, work: (book: OpenBook) => Promise<void>) => void,
  open: () => Promise<OpenBook>,
): void {
  onBook('a mirror has each entry without private bodies, and nothing else', async ({ reopen }) => {
    const source = await reopen()
    await fillEditedBook(source)
    const original = await open()
    try {
      const entries = (await storedOf(await reopen())).map(publicEntry)
      const mirror = original.store
      await mirror.becomeMirror(url)
      assert.equal(await mirror.appendStored(entries.slice(0, 5)), true)
      assert.equal(await mirror.appendStored(entries.slice(0, 5)), false)
      assert.equal(await mirror.appendStored(entries.slice(6)), false)
      assert.equal(await mirror.appendStored(entries.slice(5)), true)
      const again = await original.reopen()
      assert.equal(again.mirrorOf, url)
      assert.equal(JSON.stringify(await storedOf(again)), JSON.stringify(entries))
      const kinds = (await entriesOf(again)).map(({ kind }) => kind)
      assert.equal(kinds.filter((kind) => kind === 'withheld').length, 5)
      assert.deepEqual(await auditBook(again), {
        position: entries.length,
        withheld: 5,
      })
      await assert.rejects(
        again.append(() => Promise.resolve([checked('beta', '2026-09-01T00:00:00Z')])),
        /mirrors https:\/\/rates\.example, and only `ratebook mirror` extends it/,
      )
      await again.becomeMirror('https://other.example')
      assert.equal(again.mirrorOf, url)
      await assert.rejects(
        (await reopen()).becomeMirror(url),
        /is not a mirror: it has entries of its own/,
      )
    } finally {
      await original.end()
    }
  })

  onBook('a store appends no entry whose digests do not match', async ({ reopen }) => {
    await fillEditedBook(await reopen())
    const [first, second] = await storedOf(await reopen())
    assert.ok(first && second)
    const other = await open()
    try {
      const body = `${first.body} `
      const forged = { ...first, bodyDigest: first.digest }
      for (const [entries, reason] of [
        [[{ ...first, body }], /body does not match its digest/],
        [[{ ...first, bodyDigest: first.digest }], /does not match its digest/],
        [[{ ...forged, digest: digestOf(bookStart.digest, forged) }], /body does not match/],
        [[{ ...first, body: null }], /the body of the entry is missing/],
        [[first, { ...second, position: 3 }], /there is no entry at position 2/],
        [[first, { ...second, institutionId: 'gamma' }], /position 2: the entry does not match/],
      ] as const)
        await assert.rejects(other.store.appendStored(entries), reason)
      assert.equal((await other.store.head()).position, 0)
    } finally {
      await other.end()
    }
  })

  onBook('private bodies have a salt of their own', async ({ store, reopen }) => {
    await fillEditedBook(await reopen())
    const bodies = (await storedOf(store)).filter(({ kind }) => isPrivateKind(kind))
    const salts = bodies.map(({ body }) => /"salt":"([0-9a-f]{32})"/.exec(body ?? '')?.[1])
    assert.ok(salts.length > 3 && salts.every((salt) => salt !== undefined))
    assert.equal(new Set(salts).size, salts.length)
  })

  onBook('the last checkpoint is kept', async ({ store, reopen }) => {
    assert.equal(await store.keptCheckpoint(), undefined)
    await store.keepCheckpoint(5, 'five')
    await store.keepCheckpoint(3, 'three')
    await store.keepCheckpoint(5, 'five, cosigned')
    assert.equal(await (await reopen()).keptCheckpoint(), 'five, cosigned')
  })
}
