import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { buildMarket, evolve } from '../../../src/book/market/evolve.ts'
import { emptyMarket, type Market } from '../../../src/book/market/market.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { catchUp, emptyView } from '../../../src/serve/server/read-book.ts'
import { follow } from '../../support/follow.ts'
import { bookEvents, runs } from '../../support/generators.ts'
import { bookOf, books } from './books.ts'

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 10 })

/** Splits a list into batches, with these sizes in rotation. */
function batchesOf<T>(items: readonly T[], lengths: readonly number[]): T[][] {
  const batches: T[][] = []
  for (let at = 0; at < items.length;) {
    const size = lengths[batches.length % lengths.length] ?? 1
    batches.push(items.slice(at, at + size))
    at += size
  }
  return batches
}

/** A deep copy of a market, with every map in its order. */
function seen(value: unknown): unknown {
  if (value instanceof Map) return Array.from(value, seen)
  if (Array.isArray(value) || value instanceof Uint32Array) return Array.from(value, seen)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, seen(item)]))
}

test('following in batches of any size equals evolving one by one', () => {
  fc.assert(
    fc.property(books, sizes, ({ entries }, lengths) => {
      const followed = batchesOf(entries, lengths).reduce(follow, emptyMarket)
      assert.deepEqual(seen(followed), seen(entries.reduce(evolve, emptyMarket)))
    }),
    runs(150),
  )
})

test('a market stays as it was, even if two different markets continue it', () => {
  fc.assert(
    fc.property(books, bookEvents, fc.nat(40), ({ entries }, actions, fork) => {
      const views: (readonly [view: Market, then: unknown])[] = []
      for (let market = emptyMarket, i = 0; i <= entries.length; i++) {
        views.push([market, seen(market)])
        const entry = entries[i]
        if (entry !== undefined) market = evolve(market, entry)
      }
      const [market] = views[fork % views.length] ?? [emptyMarket]
      const future = bookOf(actions, market).entries
      const forked = follow(market, future)
      const again = follow(emptyMarket, [...entries.slice(0, market.position), ...future])
      assert.deepEqual(seen(forked), seen(again))
      for (const [view, then] of views) assert.deepEqual(seen(view), then)
      assert.equal(emptyMarket.institutions.size, 0)
      assert.equal(emptyMarket.changes.all.length, 0)
    }),
    runs(100),
  )
})

test('a builder that gets the book in batches makes the market that evolve makes', () => {
  fc.assert(
    fc.property(books, sizes, ({ entries, market }, lengths) => {
      const builder = buildMarket(emptyMarket)
      for (const batch of batchesOf(entries, lengths)) for (const entry of batch) builder.add(entry)
      assert.deepEqual(seen(builder.build()), seen(market))
    }),
    runs(100),
  )
})

/** An entry as a loaded market has it: without the cells of published and verified rates. */
function asLoaded(entry: Entry): Entry {
  const isHeld = entry.kind === 'sheet-held'
  if (isHeld || !('origin' in entry) || entry.origin === undefined) return entry
  const { cells: _, ...origin } = entry.origin
  return { ...entry, origin }
}

test('a market that follows a file is that of the whole log', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'ratebook-'))
  let files = 0
  try {
    await fc.assert(
      fc.asyncProperty(books, sizes, async ({ entries }, lengths) => {
        const path = join(directory, `${++files}.db`)
        const writer = await openSqliteStore(path, { mode: 'create' })
        const reader = await openSqliteStore(path, { mode: 'read' })
        try {
          let view = emptyView
          for (const drafts of batchesOf(entries, lengths)) {
            await writer.append(() => Promise.resolve(drafts))
            view = await catchUp(reader, view)
          }
          const { market, digest } = view
          assert.equal(digest, await reader.digestAt(entries.length))
          assert.deepEqual(seen(market), seen(entries.map(asLoaded).reduce(evolve, emptyMarket)))
        } finally {
          await Promise.all([reader.close(), writer.close()])
        }
      }),
      runs(40),
    )
  } finally {
    await rm(directory, { recursive: true })
  }
})
