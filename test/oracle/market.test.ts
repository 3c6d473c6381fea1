import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { Entry } from '../../src/domain/entry.ts'
import { instantText } from '../../src/domain/instant.ts'
import { moveIn, publicationIn, seriesIn } from '../../src/market/cells.ts'
import { evolve, follow } from '../../src/market/evolve.ts'
import { historyRows } from '../../src/market/histories.ts'
import { emptyMarket, type Market } from '../../src/market/market.ts'
import {
  isWithdrawal,
  recordAt,
  rowsOfSeries,
  visibleRows,
  type Records,
} from '../../src/market/records.ts'
import { rowAt, type Rows } from '../../src/market/rows.ts'
import { rederive } from '../../src/market/rederive.ts'
import { currentOffers } from '../../src/query/current-offers.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { StoreViews } from '../../src/store/store.ts'
import { runs } from '../support/generators.ts'
import { books } from './books.ts'
import { exact, placesOf } from './exact.ts'
import { leastDeposit, slowHistory, slowInstitutions, slowStandings } from './slow.ts'

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 10 })

/** A list in batches of these sizes, over and over. */
function batchesOf<T>(items: readonly T[], lengths: readonly number[]): T[][] {
  const batches: T[][] = []
  for (let at = 0; at < items.length;) {
    const size = lengths[batches.length % lengths.length] ?? 1
    batches.push(items.slice(at, at + size))
    at += size
  }
  return batches
}

/** What can be seen of a market, copied: of records their own length, of a map its entries in their order. */
function seen(value: unknown): unknown {
  if (value instanceof Map) return Array.from(value, seen)
  if (Array.isArray(value)) return value.map(seen)
  if (typeof value !== 'object' || value === null) return value
  if ('ledger' in value) return rowsSeen(value as Records)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, seen(item)]))
}

/** Every row, and every list of rows that is kept of them. */
function rowsSeen(records: Records): unknown {
  const { length } = records
  const { allSeries, cells, institutions, moves } = records.ledger
  const numbers = allSeries.map((_, number) => number)
  const visible = numbers.filter((number) => rowsOfSeries(records, number).length > 0)
  const rowsIn = (rows: Rows): number[] =>
    Array.from({ length: rows.length }, (_, i) => rowAt(rows, i))
  return {
    rows: Array.from({ length }, (_, row) => ({
      number: seriesIn(records, row),
      ...records.seriesAt(seriesIn(records, row)),
      move: records.moveAt(moveIn(records, row)),
      publication: records.publicationAt(publicationIn(records, row)),
    })),
    series: visible.map((number) => rowsOfSeries(records, number)),
    // An institution that only a newer version knows has no row here.
    history: Array.from(institutions.keys(), (id) => rowsIn(historyRows(records, id, {}))).filter(
      (rows) => rows.length > 0,
    ),
    moves: rowsIn(visibleRows(records, { ...moves, cells })),
  }
}

test('following in batches of any size comes to what evolve makes of the whole log', () => {
  fc.assert(
    fc.property(books, sizes, ({ entries }, lengths) => {
      const followed = batchesOf(entries, lengths).reduce(follow, emptyMarket)
      assert.deepEqual(seen(followed), seen(entries.reduce(evolve, emptyMarket)))
    }),
    runs(150),
  )
})

test('a view of the market stays as it was, whatever follows it, and whatever else follows it', () => {
  fc.assert(
    fc.property(books, books, fc.nat(40), ({ entries }, other, fork) => {
      const views: (readonly [view: Market, then: unknown])[] = []
      for (let market = emptyMarket, i = 0; i <= entries.length; i++) {
        views.push([market, seen(market)])
        const entry = entries[i]
        if (entry !== undefined) market = evolve(market, entry)
      }
      // Another future for one of them: the other book's entries, as far as they can follow.
      const [market] = views[fork % views.length] ?? [emptyMarket]
      const future = other.entries.map((entry, index): Entry => {
        return {
          ...entry,
          at: Math.max(entry.at, market.at) as Entry['at'],
          position: market.position + 1 + index,
        }
      })
      const forked = follow(market, future)
      const again = follow(emptyMarket, [...entries.slice(0, market.position), ...future])
      assert.deepEqual(seen(forked), seen(again))
      for (const [view, then] of views) assert.deepEqual(seen(view), then)
      assert.equal(emptyMarket.records.length, 0)
      assert.equal(emptyMarket.records.ledger.length, 0)
    }),
    runs(100),
  )
})

const padded = (value: Decimal, places: number) =>
  exact(value).toFixed(Math.max(places, placesOf(value)))
const wireTerms = ({
  variant,
  tenure,
  payout,
}: {
  variant: string
  tenure: Decimal
  payout: string
}) => ({
  product_variant: variant,
  tenure_months: padded(tenure, 2),
  payout_type: payout,
})

/** The rows of the SQL views, from the entries by the slow way. */
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
        prev_rate_pa: padded(record.previous, 3),
        new_rate_pa: padded(record.rate, 3),
        direction: record.direction,
        changed_at: instantText(record.at),
      })),
    currentOffer: slowStandings(entries).flatMap(({ institution, from, offers }) =>
      offers.map((offer) => ({
        position: from.position,
        institution_id: institution.id,
        institution_name: institution.name,
        ...wireTerms(offer),
        rate_pa: padded(offer.rate, 3),
        min_deposit: padded(leastDeposit(offer), 2),
        currency: from.sheet.currency,
        scraped_at: instantText(from.sheet.scrapedAt),
        source_url: from.sheet.sourceUrl,
      })),
    ),
  }
}

test('a market that follows a file, the whole log, and the SQL views say one thing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'ratebook-'))
  let files = 0
  try {
    await fc.assert(
      fc.asyncProperty(books, sizes, async ({ entries }, lengths) => {
        const path = join(directory, `${++files}.db`)
        const writer = await openSqliteStore(path, { mode: 'create' })
        const reader = await openSqliteStore(path, { mode: 'read' })
        try {
          let market = emptyMarket
          for (const drafts of batchesOf(entries, lengths)) {
            await writer.append(() => Promise.resolve(drafts))
            for await (const batch of reader.entries(market.position))
              market = follow(market, batch)
          }
          assert.deepEqual(seen(market), seen(entries.reduce(evolve, emptyMarket)))
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

test('what audit derives from the log is what the market says', () => {
  fc.assert(
    fc.property(books, ({ entries, market }) => {
      const { institutions, history, offers } = rederive(entries)
      const books = [...market.institutions.values()]
      assert.deepEqual(
        institutions.map(({ institution }) => institution),
        books.map(({ institution }) => institution),
      )
      const { records } = market
      const rows = Array.from({ length: records.length }, (_, row) => row)
      assert.deepEqual(
        history,
        rows.filter((row) => !isWithdrawal(records, row)).map((row) => recordAt(records, row)),
      )
      const rederived = offers.map(
        ({ position: _position, at: _at, institutionId, sheet, ...offer }) => {
          const { currency, scrapedAt, sourceUrl } = sheet
          const institution = market.institutions.get(institutionId)?.institution
          return { ...offer, institution, currency, scrapedAt, sourceUrl }
        },
      )
      assert.deepEqual(rederived, currentOffers(market, {}))
    }),
    runs(150),
  )
})
