import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Instant } from '../../domain/instant.ts'
import type { TermsKey, Variant } from '../../domain/offer.ts'
import { offer, sheet } from '../../../test/book/store/drafts.ts'
import { confirmed, standingAfter, type Standing } from './standing.ts'

type AllStanding = ReadonlyMap<TermsKey, Standing>
const nothing: AllStanding = new Map()

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()

/** The sheet of a day, whose number is the rate of every offer; complete, unless a test says otherwise. */
const sheetOn = (
  number: number,
  terms: readonly string[],
  rest: { covers?: readonly Variant[]; complete?: boolean } = {},
) =>
  sheet(
    'a',
    day(number),
    terms.map((text) => offer(text, String(number))),
    rest,
  )

const texts = (standing: AllStanding) =>
  Array.from(standing, ([key, { offers }]) => `${key} at ${offers[0].rate}`).toSorted()

test('a complete sheet withdraws offers that it covers but does not list', () => {
  const general = standingAfter(
    nothing,
    sheetOn(1, ['general 12 maturity'], { covers: ['general'] }),
    1,
  )
  const both = standingAfter(general, sheetOn(2, ['women 12 maturity'], { covers: ['women'] }), 2)
  assert.deepEqual(texts(both), ['general 12 maturity at 1', 'women 12 maturity at 2'])
  const all = standingAfter(both, sheetOn(3, ['general 6 maturity']), 3)
  assert.deepEqual(texts(all), ['general 6 maturity at 3'])
  assert.deepEqual(texts(general), ['general 12 maturity at 1'], 'the older map stays as it was')
})

test('a complete sheet keeps the offers of variants that it does not cover', () => {
  const first = standingAfter(nothing, sheetOn(1, ['general 12 maturity', 'women 12 maturity']), 1)
  const second = standingAfter(
    first,
    sheetOn(2, ['general 6 maturity'], { covers: ['general'] }),
    2,
  )
  assert.deepEqual(texts(second), ['general 6 maturity at 2', 'women 12 maturity at 1'])
})

test('a partial sheet withdraws nothing', () => {
  const first = standingAfter(nothing, sheetOn(1, ['general 12 maturity', 'general 6 maturity']), 1)
  const second = standingAfter(first, sheetOn(2, ['general 6 maturity'], { complete: false }), 2)
  assert.deepEqual(texts(second), ['general 12 maturity at 1', 'general 6 maturity at 2'])
})

test('a verification confirms every current offer, and a later sheet the offers that it lists', () => {
  const at = Date.UTC(2026, 1, 1) as Instant
  const first = standingAfter(nothing, sheetOn(1, ['general 12 maturity', 'general 6 maturity']), 1)
  const verified = confirmed(first, at, () => true)
  const later = standingAfter(
    verified,
    sheetOn(40, ['general 6 maturity'], { complete: false }),
    40,
  )
  const instants = (standing: AllStanding) =>
    [...standing.values()].flatMap(({ confirmedAt }) => confirmedAt)
  assert.deepEqual(instants(first), [Date.parse(day(1)), Date.parse(day(1))])
  assert.deepEqual(instants(verified), [at, at])
  assert.deepEqual(instants(later), [at, Date.parse(day(40))])
})
