import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { CorrectedFigure } from '../../src/domain/correction.ts'
import { canonicalDecimal, type Decimal } from '../../src/domain/decimal.ts'
import { after, dayLength, type Instant } from '../../src/domain/instant.ts'
import {
  depositOf,
  tierKeyOf,
  tierOf,
  type Offer,
  type TierKey,
  type Variant,
} from '../../src/domain/offer.ts'
import type { Market } from '../../src/market/market.ts'
import { isRecord } from '../../src/market/series.ts'
import type { RightFigure } from '../../src/publish/correct/correction-result.ts'
import { decideCorrection } from '../../src/publish/correct/decide-correction.ts'
import { bestRates } from '../../src/query/best-rates.ts'
import { comparison } from '../../src/query/comparison.ts'
import { currentOffers } from '../../src/query/current-offers.ts'
import { freshness } from '../../src/query/freshness.ts'
import { rateChanges } from '../../src/query/rate-changes.ts'
import { summary } from '../../src/query/summary.ts'
import { unrated } from '../support/book.ts'
import { runs, someCorrection, type BookEvent, type SomeCorrection } from '../support/generators.ts'
import { rate } from '../support/offer-generators.ts'
import { tierSheet } from '../support/sheet-generators.ts'
import { bookOf, books, correctedBooks, correctedEvents, verdictIn } from './books.ts'
import { compareExact, valueOf } from './exact.ts'
import { flatPage } from './flat-record.ts'

const anyBook = fc.oneof(books, correctedBooks)

test('an offer stands exactly if the last step of its series is no withdrawal, and at that rate', () => {
  fc.assert(
    fc.property(anyBook, ({ markets }) => {
      for (const { institutions } of markets) {
        for (const { standing, ...book } of institutions.values()) {
          const offers = [...standing.values()].flatMap((one) => one.offers)
          const rates = offers.map((offer) => [tierKeyOf(offer), valueOf(offer.rate)] as const)
          for (const { series } of [book.believed, book.published]) {
            const ends = [...series].flatMap(([key, steps]): [TierKey, string][] => {
              const last = steps.at(-1)
              return last === undefined || last.direction === 'withdrawn'
                ? []
                : [[key, valueOf(last.rate)]]
            })
            assert.deepEqual(new Map(rates), new Map(ends))
          }
        }
      }
    }),
    runs(300),
  )
})

/** The events before and after some place in a book, without other corrections: decision 020 says what those may change. */
const split = fc
  .tuple(correctedEvents, fc.nat(12))
  .map(([events, at]): readonly [readonly BookEvent[], readonly BookEvent[]] => {
    const others = events.filter(({ act }) => !['correct', 'retract'].includes(act.kind))
    const cut = 1 + (at % others.length)
    return [others.slice(0, cut), others.slice(cut)]
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

test('a rate that is corrected at once gives the offers and the changes of the right sheet', () => {
  fc.assert(
    fc.property(split, tierSheet, rate, fc.nat(10), ([before, later], sheet, wrong, pick) => {
      const index = pick % sheet.offers.length
      const right = sheet.offers[index] ?? assert.fail()
      if (compareExact(right.rate, wrong) === 0) return
      const offers = sheet.offers.with(index, { ...right, rate: wrong })
      const figure = { ...correct, kind: 'correct', pick: index, rate: right.rate } as const
      const corrected = [{ ...publish, sheet: { ...sheet, offers } }, figure].map(atOnce)
      const found = bookOf([...before, ...corrected, ...later]).market
      const expected = bookOf([...before, atOnce({ ...publish, sheet }), ...later]).market
      const offersIn = (market: Market) => byValue(currentOffers(market, {}))
      assert.deepEqual(offersIn(found), offersIn(expected))
      assert.deepEqual(byValue(changesOf(found)), byValue(changesOf(expected)))
    }),
    runs(500),
  )
})

test('each true step of a series begins where the one before ended', () => {
  fc.assert(
    fc.property(anyBook, ({ market }) => {
      for (const { believed } of market.institutions.values()) {
        for (const steps of believed.series.values()) {
          for (const [index, { direction, previous }] of steps.entries()) {
            const last = steps.slice(0, index).findLast(isRecord)
            assert.equal(direction === 'initial', last === undefined)
            if (last !== undefined) assert.equal(compareExact(previous, last.rate), 0)
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
      const act = { ...some, id: 'alpha' }
      const next = bookOf([{ pause: { wait: 1 }, act }], market)
      const [entry] = next.entries
      if (entry?.kind !== 'rate-corrected') return
      const { of, isRetraction, cause, figures } = entry.correction
      const later = after(entry.at, 1)
      const book = next.market.institutions.get('alpha') ?? assert.fail()
      const [figure] = figures
      const request = { of, cause, ...(!isRetraction && figure && { figure: rightFigure(figure) }) }
      const unchanged = { kind: 'unchanged', position: entry.position }
      assert.deepEqual(decideCorrection(book, request, later), unchanged)
      const sheet = entries[of - 1]
      assert.ok(sheet?.kind === 'sheet-published')
      const last = book.publication?.sheet.scrapedAt ?? -Infinity
      const published = await verdictIn([...entries, entry], sheet.sheet, later)
      const afterRetraction = last > sheet.sheet.scrapedAt ? 'refused' : 'published'
      assert.equal(published.kind, isRetraction ? afterRetraction : 'unchanged')
    }),
    runs(300),
  )
})

const rightFigure = (figure: CorrectedFigure): RightFigure => ({
  tier: { ...tierOf(figure), minimumDeposit: depositOf(figure) },
  ...(figure.now !== undefined && { rate: figure.now }),
})

/** The standing offers, and the raises and cuts, of a book of sheets of one tier for each text, with corrections between them. */
function outcomeOf(...steps: readonly (readonly string[] | Partial<SomeCorrection>)[]) {
  const { id, ...record } = unrated('alpha')
  const events = steps.map((step): BookEvent => {
    const pause = { wait: dayLength }
    if (!isLines(step)) return { pause, act: { ...correct, kind: 'correct', ...step } }
    const offers = step.map((line): Offer => {
      const [rate, minimumDeposit] = line.split(' ') as [Decimal, Decimal?]
      const deposit = minimumDeposit === undefined ? {} : { minimumDeposit }
      return { variant: 'general', tenure: '12' as Decimal, payout: 'maturity', rate, ...deposit }
    })
    const sheet = { sourceUrl: 'https://bank.example/', currency: 'LKR', offers }
    const covers: Variant[] = ['general']
    return { pause, act: { ...publish, sheet: { ...sheet, complete: true, covers } } }
  })
  const { market } = bookOf([
    { pause: { wait: 0 }, act: { kind: 'register', id, record } },
    ...events,
  ])
  assert.equal(market.position, steps.length + 1, 'nothing is refused or unchanged')
  return {
    offers: currentOffers(market, {}).map((offer) => `${offer.rate} ${depositOf(offer)}`),
    changes: changesOf(market).map((one) => `${one.direction} ${one.previous} ${one.rate}`),
    trends: bestRates(market, { limit: 1 }).map(({ trend }) => trend),
  }
}

const isLines = (step: readonly string[] | object): step is readonly string[] => Array.isArray(step)
const none = { rate: undefined }
const retract = { kind: 'retract' } as const
const as = (rate: string) => ({ rate: rate as Decimal })

test('a tier may move to one whose rates were all wrong', () => {
  const outcome = outcomeOf(['8 5000'], none, ['9 10000'], ['9.5 5000'])
  assert.deepEqual(outcome, { offers: ['9.5 5000'], changes: ['up 9 9.5'], trends: ['up'] })
  // A right rate of the first tier makes the move a raise.
  const again = outcomeOf(['8 5000'], none, ['9 10000'], ['9.5 5000'], { age: 2, ...as('7') })
  assert.deepEqual(again, { ...outcome, changes: ['up 9 9.5', 'up 7 9'] })
})

test('a figure is the last of its series if only retracted sheets changed it later', () => {
  const outcome = outcomeOf(['8'], ['10'], retract, as('7'), ['8'])
  assert.deepEqual(outcome, { offers: ['8 0'], changes: ['up 7 8'], trends: ['up'] })
})

test('a retraction does not count what an earlier retraction changed', () => {
  const outcome = outcomeOf(['9.5'], ['8'], retract, ['9.5'], { age: 1, ...retract }, ['9'])
  assert.deepEqual(outcome, { offers: ['9 0'], changes: ['down 9.5 9'], trends: ['down'] })
})

test('a retraction of the only sheet that confirmed a retracted one is no change', () => {
  const outcome = outcomeOf(['8'], ['9.5'], ['9.5'], { age: 1, ...retract }, retract)
  assert.deepEqual(outcome, { offers: ['8 0'], changes: [], trends: ['flat'] })
})

test('a retracted sheet keeps the offer that a later sheet listed under its tier', () => {
  const steps = [['8 5000'], ['8'], { age: 1, ...none }, as('9.5'), ['9.5'], { age: 1, ...retract }]
  assert.deepEqual(outcomeOf(...steps).offers, ['9.5 0'])
  assert.deepEqual(outcomeOf(...steps, none).offers, [])
})
