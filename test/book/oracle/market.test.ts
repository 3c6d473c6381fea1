import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { catchUp, emptyView } from '../../../src/serve/server/read-book.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { instantText } from '../../../src/domain/instant.ts'
import type { Terms } from '../../../src/domain/offer.ts'
import { buildMarket, evolve, follow } from '../../../src/book/market/evolve.ts'
import { emptyMarket, type Market } from '../../../src/book/market/market.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { StoreViews } from '../../../src/book/store/store.ts'
import { bookEvents, runs } from '../../support/generators.ts'
import { bookOf, books, uncorrectedBooks } from './books.ts'
import { exact, placesOf } from './exact.ts'
import { leastDeposit, slowInstitutions } from './slow.ts'
import { slowHistory, slowOffers } from './slow-offers.ts'

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

const padded = (value: Decimal, places: number) =>
  exact(value).toFixed(Math.max(places, placesOf(value)))
const wireTerms = ({ variant, tenure, payout }: Terms) => ({
  product_variant: variant,
  tenure_months: padded(tenure, 2),
  payout_type: payout,
})

/** An entry as a loaded market has it: without the cells of published and verified rates. */
function asLoaded(entry: Entry): Entry {
  const isHeld = entry.kind === 'sheet-held'
  if (isHeld || !('origin' in entry) || entry.origin === undefined) return entry
  const { cells: _, ...origin } = entry.origin
  return { ...entry, origin }
}

/** The rows of the SQL views, derived from the entries in the slow way. */
function slowViews(entries: readonly Entry[]): StoreViews {
  const institutions = slowInstitutions(entries)
  return {
    institution: institutions.map((one) => ({
      id: one.id,
      name: one.name,
      type: one.type,
      website: one.website,
      active: one.active ? 1 : 0,
      license_type: one.licenseType,
      credit_rating: one.creditRating,
      rating_agency: one.ratingAgency,
      rating_updated: one.ratingUpdated,
      stale_after_days: one.staleAfterDays,
      position: entries.findLast(
        ({ kind, institutionId }) => kind === 'institution-registered' && institutionId === one.id,
      )?.position,
    })),
    rateHistory: institutions
      .flatMap(({ id }) => slowHistory(entries, id))
      .toSorted((a, b) => a.position - b.position)
      .map((record) => ({
        position: record.position,
        institution_id: record.institutionId,
        ...wireTerms(record),
        min_deposit: padded(record.minimumDeposit, 2),
        prev_min_deposit: padded(record.previousMinimumDeposit, 2),
        prev_rate_pa: padded(record.previous, 3),
        new_rate_pa: padded(record.rate, 3),
        direction: record.direction,
        changed_at: instantText(record.at),
        tenure_to_months: record.tenureTo === undefined ? null : padded(record.tenureTo, 2),
      })),
    currentOffer: slowOffers(entries).map(({ institution, from, offer }) => ({
      position: from.position,
      institution_id: institution.id,
      institution_name: institution.name,
      ...wireTerms(offer),
      rate_pa: padded(offer.rate, 3),
      min_deposit: padded(leastDeposit(offer), 2),
      currency: from.sheet.currency,
      scraped_at: instantText(from.sheet.scrapedAt),
      source_url: from.sheet.sourceUrl,
      tenure_to_months: offer.tenureTo === undefined ? null : padded(offer.tenureTo, 2),
    })),
  }
}

test('a market that follows a file, the whole log and the SQL views agree', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'ratebook-'))
  let files = 0
  try {
    await fc.assert(
      fc.asyncProperty(uncorrectedBooks, sizes, async ({ entries }, lengths) => {
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
          assert.deepEqual(await reader.views(), slowViews(entries))
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
