import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { canonicalDecimal, type Decimal } from '../../src/domain/decimal.ts'
import { after, dayLength, type Instant } from '../../src/domain/instant.ts'
import { tierKeyOf, type TierKey } from '../../src/domain/offer.ts'
import { correctedHistory } from '../../src/market/corrected-series.ts'
import type { Market } from '../../src/market/market.ts'
import { decideCorrection } from '../../src/publish/correct/decide-correction.ts'
import { bestRates } from '../../src/query/best-rates.ts'
import { comparison } from '../../src/query/comparison.ts'
import { currentOffers } from '../../src/query/current-offers.ts'
import { freshness } from '../../src/query/freshness.ts'
import { rateChanges } from '../../src/query/rate-changes.ts'
import { summary } from '../../src/query/summary.ts'
import { runs, someCorrection, type BookEvent } from '../support/generators.ts'
import { rate } from '../support/offer-generators.ts'
import { tierSheet } from '../support/sheet-generators.ts'
import {
  bookOf,
  books,
  correctedBooks,
  correctedEvents,
  correctionVerdict,
  verdictIn,
} from './books.ts'
import { compareExact, valueOf } from './exact.ts'
import { flatPage } from './flat-record.ts'

const anyBook = fc.oneof(books, correctedBooks)

test('an offer stands exactly if the last step of its series is no withdrawal, and at that rate', () => {
  fc.assert(
    fc.property(anyBook, ({ markets }) => {
      for (const { institutions } of markets) {
        for (const { standing, series } of institutions.values()) {
          const offers = [...standing.values()].flatMap((one) => one.offers)
          const rates = offers.map((offer) => [tierKeyOf(offer), valueOf(offer.rate)] as const)
          const ends = [...series].flatMap(([key, steps]): [TierKey, string][] => {
            const last = steps.at(-1)
            if (last === undefined || last.direction === 'withdrawn') return []
            return series.get(tierKeyOf({ ...last.series.terms, ...last })) === steps
              ? [[key, valueOf(last.rate)]]
              : []
          })
          assert.deepEqual(new Map(rates), new Map(ends))
        }
      }
    }),
    runs(300),
  )
})

/** The events before and after some place in a book. */
const split = fc
  .tuple(correctedEvents, fc.nat(12))
  .map(([events, at]): readonly [readonly BookEvent[], readonly BookEvent[]] => {
    const cut = 1 + (at % events.length)
    return [events.slice(0, cut), events.slice(cut)]
  })

const atOnce = (act: BookEvent['act']): BookEvent => ({ pause: { wait: 0 }, act })
const publish = { kind: 'publish', id: 'alpha', lag: 0, details: {} } as const
const correct = { id: 'alpha', age: 0, pick: 0, cause: 'misread', details: {} } as const

/** Every decimal of an answer by value, and no positions. */
function byValue(value: unknown): unknown {
  if (typeof value === 'string')
    return /^\d+(\.\d+)?$/.test(value) ? canonicalDecimal(value as Decimal) : value
  if (Array.isArray(value)) return value.map(byValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => !['position', 'correctionOf'].includes(key) && item !== undefined)
      .map(([key, item]) => [key, byValue(item)]),
  )
}

const changesOf = (market: Market) => flatPage(rateChanges(market, {}), { limit: 1000, offset: 0 })

function answersOf(market: Market, now: Instant) {
  const groups = summary(market, {})
  const listed = (offers: ReturnType<typeof comparison>) =>
    offers.map(({ institution, offer }) => ({ institution, offer }))
  return byValue({
    current: currentOffers(market, {}),
    compare: groups.map(({ terms }) => listed(comparison(market, terms))),
    summary: groups,
    best: bestRates(market, { limit: 10 }),
    freshness: freshness(market, {}, now).records,
    changes: changesOf(market),
  })
}

test('a sheet that is retracted at once changes no answer, now and after any further entries', () => {
  fc.assert(
    fc.property(split, tierSheet, ([before, later], sheet) => {
      const wrong = [
        { ...publish, sheet },
        { ...correct, kind: 'retract' as const },
      ].map(atOnce)
      const found = bookOf([...before, ...wrong, ...later]).market
      const expected = bookOf([...before, ...later]).market
      const now = after(found.at, 3 * dayLength)
      assert.deepEqual(answersOf(found, now), answersOf(expected, now))
    }),
    runs(500),
  )
})

test('a rate that is corrected at once gives the offers and, but for its own record, the changes of the right sheet', () => {
  fc.assert(
    fc.property(split, tierSheet, rate, fc.nat(10), ([before, rest], sheet, wrong, pick) => {
      // A later correction of an earlier sheet depends on what each sheet since then changed.
      const later = rest.filter(({ act }) => !['correct', 'retract'].includes(act.kind))
      const index = pick % sheet.offers.length
      const right = sheet.offers[index] ?? assert.fail()
      if (compareExact(right.rate, wrong) === 0) return
      const offers = sheet.offers.with(index, { ...right, rate: wrong })
      const published = bookOf([...before, { ...publish, sheet }].map(asEvent))
      const { position } = published.market
      const figure = { ...correct, kind: 'correct', pick: index, rate: right.rate } as const
      const corrected = [{ ...publish, sheet: { ...sheet, offers } }, figure].map(atOnce)
      const found = bookOf([...before, ...corrected, ...later]).market
      const expected = bookOf([...before, atOnce({ ...publish, sheet }), ...later]).market
      const offersIn = (market: Market) => byValue(currentOffers(market, {}))
      assert.deepEqual(offersIn(found), offersIn(expected))
      const changes = changesOf(expected).filter(
        (one) => one.position !== position || tierKeyOf(one) !== tierKeyOf(right),
      )
      assert.deepEqual(byValue(changesOf(found)), byValue(changes))
    }),
    runs(500),
  )
})

const asEvent = (one: BookEvent | BookEvent['act']): BookEvent => ('act' in one ? one : atOnce(one))

test('each record of a series begins where the one before ended, unless a right figure lies between', () => {
  fc.assert(
    fc.property(anyBook, ({ market }) => {
      for (const book of market.institutions.values()) {
        const history = correctedHistory(book)
        for (const [series, records] of Map.groupBy(history, (record) => record.series)) {
          const figures = book.corrected.get(series) ?? new Map<number, Decimal | undefined>()
          for (const [index, { direction, rate, previous, entry }] of records.entries()) {
            const last = records[index - 1]
            const order = compareExact(rate, previous)
            const expected = order > 0 ? ['up'] : order < 0 ? ['down'] : ['flat', 'initial']
            assert.ok(expected.includes(direction))
            const between = [...figures].filter(
              ([of]) => of > (last?.entry.position ?? 0) && of < entry.position,
            )
            const known = [last?.rate, ...between.map(([, now]) => now)]
            const begins = known.filter((one) => one !== undefined)
            if (begins.length === 0) assert.equal(direction, 'initial')
            else assert.ok(begins.some((one) => compareExact(one, previous) === 0))
          }
        }
      }
    }),
    runs(300),
  )
})

test('a second equal correction changes nothing, and the sheet can be published again only after a retraction', async () => {
  await fc.assert(
    fc.asyncProperty(correctedBooks, someCorrection, async ({ entries, market }, some) => {
      const at = after(market.at, 1)
      const details = { ...some, age: 0 }
      const verdict = correctionVerdict(market, 'alpha', details, at)
      if (verdict?.kind !== 'corrected') return
      const entry = { ...verdict.draft, position: market.position + 1 }
      const corrected = bookOf([], market)
      assert.equal(corrected.market, market)
      const next = bookOf([{ pause: { wait: 1 }, act: { id: 'alpha', ...details } }], market)
      assert.deepEqual(next.entries, [entry])
      const { of } = entry.correction
      const sheet = entries[of - 1] ?? assert.fail()
      assert.ok(sheet.kind === 'sheet-published')
      const book = next.market.institutions.get('alpha') ?? assert.fail()
      const [figure] = entry.correction.figures
      const request = { of, cause: details.cause }
      const { was: _, now, ...tier } = figure ?? {}
      const again =
        some.kind === 'retract' || figure === undefined
          ? request
          : {
              ...request,
              figure: {
                tier: { ...figure, minimumDeposit: figure.minimumDeposit ?? ('0' as Decimal) },
                ...(now !== undefined && { rate: now }),
              },
            }
      void tier
      const unchanged = { kind: 'unchanged', position: entry.position }
      assert.deepEqual(decideCorrection(book, again, after(at, 1)), unchanged)
      const published = await verdictIn([...entries, entry], sheet.sheet, after(at, 1))
      assert.equal(published.kind, some.kind === 'retract' ? 'published' : 'unchanged')
    }),
    runs(300),
  )
})
