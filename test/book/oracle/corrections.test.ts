import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { decideCorrection, type RightFigure } from '../../../src/book/publish/decide-correction.ts'
import { bestRates } from '../../../src/book/query/best-rates.ts'
import { currentOffers } from '../../../src/book/query/current-offers.ts'
import { rateChanges } from '../../../src/book/query/rate-changes.ts'
import type { CorrectedFigure } from '../../../src/domain/change.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { after, dayLength } from '../../../src/domain/instant.ts'
import { depositOf, tierOf, type Offer, type Variant } from '../../../src/domain/offer.ts'
import { unrated } from '../../support/book.ts'
import {
  runs,
  someCorrection,
  type BookEvent,
  type SomeCorrection,
} from '../../support/generators.ts'
import { bookOf, correctedBooks, verdictIn } from './books.ts'

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
      // A sheet that was read at the same instant as another last one may replace it again.
      const isPast = book.publication?.position === of || last > sheet.sheet.scrapedAt
      if (!isRetraction && !isPast) return
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

const publish = { kind: 'publish', id: 'alpha', lag: 0, details: {} } as const
const correct = { id: 'alpha', age: 0, pick: 0, cause: 'misread', details: {} } as const

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
    offers: currentOffers(market, {})
      .map((offer) => `${offer.rate} ${depositOf(offer)}`)
      .toArray(),
    changes: rateChanges(market, {}, { limit: 10, offset: 0 }).records.map(
      (one) => `${one.direction} ${one.previous} ${one.rate}`,
    ),
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
