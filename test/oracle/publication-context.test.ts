import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { canonicalJson } from '../../src/domain/canonical-json.ts'
import { canonicalDecimal, type Decimal } from '../../src/domain/decimal.ts'
import { bodyOf, entryOf, storedInstant } from '../../src/domain/entry-body.ts'
import { emptyHead, institutionsOf, type Entry } from '../../src/domain/entry.ts'
import { after, dayLength, type Instant } from '../../src/domain/instant.ts'
import {
  keyOf,
  tierKeyOf,
  type Offer,
  type Payout,
  type Terms,
  type TermsKey,
  type TierKey,
  type Variant,
} from '../../src/domain/offer.ts'
import type { Sheet } from '../../src/domain/sheet.ts'
import { lastChange, lastKnownRate, trendOf, type Trend } from '../../src/market/series.ts'
import type { Standing } from '../../src/market/standing.ts'
import { contextFromMarket } from '../../src/publish/publication-context.ts'
import { contextFromStore } from '../../src/publish/context-from-store.ts'
import { diff } from '../../src/publish/diff.ts'
import { decide } from '../../src/publish/publish.ts'
import type { BookReader } from '../../src/store/store.ts'
import { institutionId, runs } from '../support/generators.ts'
import { sheetContent } from '../support/sheet-generators.ts'
import { books } from './books.ts'

/** The state of a series after some entries. */
type FoldedSeries = {
  readonly terms: Terms
  readonly rate: Decimal
  readonly lastChangedAt: Instant
  readonly trend: Trend
}

/** The state of an institution, derived by visiting every change and every offer of its entries. */
type Folded = {
  readonly standing: Map<TermsKey, Standing>
  readonly series: Map<TierKey, FoldedSeries>
  /** The first printing of the tenure of each terms. */
  readonly tenures: Map<TermsKey, Decimal>
  /** Tiers whose series moved to another minimum deposit; some of them have a newer series. */
  readonly left: Set<TierKey>
}

function fold(entries: readonly Entry[]): Folded {
  const folded: Folded = {
    standing: new Map(),
    series: new Map(),
    tenures: new Map(),
    left: new Set(),
  }
  for (const entry of entries) {
    if (entry.kind === 'rates-verified') {
      for (const [key, standing] of folded.standing) {
        folded.standing.set(key, { ...standing, confirmedAt: entry.at })
      }
    }
    if (entry.kind === 'sheet-published') foldSheet(folded, entry)
  }
  return folded
}

function foldSheet(
  { standing, series, tenures, left }: Folded,
  { at, sheet, changes }: Extract<Entry, { kind: 'sheet-published' }>,
): void {
  const { scrapedAt, sourceUrl } = sheet
  for (const change of changes) if (change.direction === 'withdrawn') standing.delete(keyOf(change))
  for (const [key, offers] of Map.groupBy(sheet.offers, keyOf)) {
    const listed = offers as [Offer, ...Offer[]]
    standing.set(key, { offers: listed, scrapedAt, sourceUrl, confirmedAt: scrapedAt })
  }
  for (const change of changes) {
    if (change.direction === 'withdrawn') continue
    const { variant, tenure, payout, direction, rate, previousMinimumDeposit } = change
    const key = tierKeyOf(change)
    const isMove = previousMinimumDeposit !== undefined
    const earlierKey = isMove
      ? tierKeyOf({ ...change, minimumDeposit: previousMinimumDeposit })
      : key
    const known = series.get(earlierKey)
    if (isMove) left.add(earlierKey)
    series.delete(earlierKey)
    const first = tenures.get(keyOf(change)) ?? tenure
    tenures.set(keyOf(change), first)
    assert.equal(tenure, first)
    series.set(key, {
      terms: known?.terms ?? { variant, tenure, payout },
      rate,
      lastChangedAt: at,
      trend: direction === 'up' || direction === 'down' ? direction : (known?.trend ?? 'flat'),
    })
  }
}

/** A reader that returns entries from their stored form. */
function readerOf(entries: readonly Entry[]): BookReader {
  const sheets = entries.flatMap((entry) => (entry.kind === 'sheet-published' ? [entry.sheet] : []))
  return {
    head: () => Promise.resolve(entries.at(-1) ?? emptyHead),
    currency: () => Promise.resolve(sheets[0]?.currency),
    entryAt: (position) => Promise.resolve(entries[position - 1]),
    institutions: () => Promise.resolve(institutionsOf(entries)),
    async *entriesOf(id) {
      for (const entry of entries.toReversed()) {
        if (entry.institutionId !== id) continue
        const { position, at, kind } = entry
        const text = { position, at: storedInstant(at), kind, institutionId: id }
        yield [entryOf({ ...text, body: bodyOf(entry) })]
      }
    },
  }
}

test('the context of a publication is the state after all entries of the institution', async () => {
  await fc.assert(
    fc.asyncProperty(books, institutionId, sheetContent, async (book, id, content) => {
      const { entries, market } = book
      const sheet = { ...content, institutionId: id, scrapedAt: after(market.at, dayLength) }
      const own = entries.filter((entry) => entry.institutionId === id)
      const { standing, series, tenures, left } = fold(own)
      const last = own.findLast((entry) => entry.kind === 'sheet-published')
      for (const context of [
        contextFromMarket(market, id),
        await contextFromStore(readerOf(entries), id, sheet),
      ]) {
        assert.equal(context.head.position, entries.length)
        assert.equal(context.currency, market.currency)
        assert.equal(context.book === undefined, own.length === 0)
        if (context.book === undefined) continue
        const { sheet: lastSheet, position, at } = context.book.publication ?? {}
        assert.deepEqual(
          { sheet: lastSheet, position, at },
          { sheet: last?.sheet, position: last?.position, at: last?.at },
        )
        assert.deepEqual(sorted(context.book.standing), sorted(standing))
        for (const [key, { terms, rate, lastChangedAt, trend }] of series) {
          const tier = { ...terms, minimumDeposit: depositIn(key) }
          const record = lastChange(context.book, tier)
          assert.deepEqual(record?.series, { institutionId: id, terms })
          assert.deepEqual([record.rate, record.entry.at], [rate, lastChangedAt])
          assert.equal(trendOf(context.book, tier), trend)
          assert.equal(lastKnownRate(context.book, tier), rate)
          assert.equal(terms.tenure, tenures.get(keyOf(terms)))
          const stands = standing.get(keyOf(terms))?.offers.find((one) => tierKeyOf(one) === key)
          if (stands !== undefined) assert.equal(stands.rate, rate)
        }
        for (const key of left) {
          const tier = { ...termsIn(key), minimumDeposit: depositIn(key) }
          const known = lastKnownRate(context.book, tier)
          assert.equal(known, series.get(key)?.rate, 'a minimum that a series left has no rate')
        }
      }
    }),
    runs(150),
  )
})

const termsIn = (key: TierKey): Terms => {
  const [variant, tenure, payout] = key.split(' ') as [Variant, Decimal, Payout]
  return { variant, tenure, payout }
}
const depositIn = (key: TierKey): Decimal => key.split(' ')[3] as Decimal

const sorted = (map: ReadonlyMap<TermsKey, Standing>) =>
  [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))

/** A text that is the same for sheets whose values are all equal, whatever their printing. */
const valueText = (sheet: Sheet): string =>
  canonicalJson({
    ...sheet,
    offers: sheet.offers.map((offer) => ({
      ...offer,
      tenure: canonicalDecimal(offer.tenure),
      rate: canonicalDecimal(offer.rate),
      minimumDeposit: offer.minimumDeposit && canonicalDecimal(offer.minimumDeposit),
      annualEffectiveRate: offer.annualEffectiveRate && canonicalDecimal(offer.annualEffectiveRate),
    })),
  })

test('a sheet that is already in the book is recognised, and a new one is decided as from memory', async () => {
  const again = fc.record({ content: sheetContent, id: institutionId, pick: fc.nat(40) })
  await fc.assert(
    fc.asyncProperty(books, again, async ({ entries, market }, { content, id, pick }) => {
      const published = entries.flatMap((entry) =>
        entry.kind === 'sheet-published' && entry.institutionId === id ? [entry] : [],
      )
      const known = published[pick % published.length]
      const later = after(market.at, dayLength)
      for (const sheet of [known?.sheet, { ...content, institutionId: id, scrapedAt: later }]) {
        if (sheet === undefined) continue
        const context = await contextFromStore(readerOf(entries), id, sheet)
        const duplicate = published.findLast((entry) => valueText(entry.sheet) === valueText(sheet))
        const last = published.at(-1)
        const isPast = duplicate === last || (last && sheet.scrapedAt < last.sheet.scrapedAt)
        if (isPast === true && duplicate !== undefined)
          assert.equal(context.duplicateOf, duplicate.position)
        // Otherwise, only a sheet that changes nothing is a duplicate.
        else if (context.duplicateOf !== undefined && context.book !== undefined)
          assert.deepEqual(diff(context.book, sheet).changes, [])
        const { institutionId, currency, scrapedAt } = sheet
        const parsed = { sheet, head: { institutionId, currency, scrapedAt }, problems: [] }
        if (context.duplicateOf !== undefined) continue
        assert.deepEqual(
          decide(context, parsed, { at: later, sample: false }),
          decide(contextFromMarket(market, id), parsed, { at: later, sample: false }),
        )
      }
    }),
    runs(150),
  )
})
