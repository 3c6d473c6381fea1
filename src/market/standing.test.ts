import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Instant } from '../domain/instant.ts'
import type { Variant } from '../domain/offer.ts'
import { offer, sheet } from '../../test/store/drafts.ts'
import { confirmed, standingAfter, withSheet, type Reading } from './standing.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()

/** A sheet of some days and offers; complete, unless it is told otherwise. */
const read = (
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

const standing = (readings: readonly Reading[]) =>
  Array.from(
    standingAfter(readings),
    ([key, { offers }]) => `${key} at ${offers[0].rate}`,
  ).toSorted()

test('a complete sheet makes those before it past of which it covers all', () => {
  const general = withSheet([], read(1, ['general 12 maturity'], { covers: ['general'] }))
  const both = withSheet(general, read(2, ['women 12 maturity'], { covers: ['women'] }))
  assert.equal(both.length, 2)
  assert.deepEqual(standing(both), ['general 12 maturity at 1', 'women 12 maturity at 2'])
  const all = withSheet(both, read(3, ['general 6 maturity']))
  assert.equal(all.length, 1)
  assert.deepEqual(standing(all), ['general 6 maturity at 3'])
})

test('a complete sheet withdraws what it covers of one that covers more', () => {
  const first = withSheet([], read(1, ['general 12 maturity', 'women 12 maturity']))
  const second = withSheet(first, read(2, ['general 6 maturity'], { covers: ['general'] }))
  assert.deepEqual(standing(second), ['general 6 maturity at 2', 'women 12 maturity at 1'])
})

test('a partial sheet withdraws nothing', () => {
  const first = withSheet([], read(1, ['general 12 maturity', 'general 6 maturity']))
  const second = withSheet(first, read(2, ['general 6 maturity'], { complete: false }))
  assert.deepEqual(standing(second), ['general 12 maturity at 1', 'general 6 maturity at 2'])
})

test('of partial sheets without an end a few are kept apart, and all say what they said', () => {
  let readings: readonly Reading[] = []
  for (let number = 1; number <= 100; number++) {
    readings = withSheet(
      readings,
      read(number, [`general ${number} maturity`], { complete: false }),
    )
    assert.ok(readings.length <= 8)
    assert.equal(standingAfter(readings).size, number)
  }
  const after = withSheet(readings, read(101, ['women 1 maturity'], { covers: ['women'] }))
  assert.equal(standingAfter(after).size, 101)
  assert.deepEqual(standing(withSheet(after, read(102, ['general 1 maturity']))), [
    'general 1 maturity at 102',
  ])
})

test('a confirmation is of all that stands, and a later sheet is its own', () => {
  const at = Date.UTC(2026, 1, 1) as Instant
  const first = withSheet([], read(1, ['general 12 maturity', 'general 6 maturity']))
  const known = confirmed(first, at)
  const later = withSheet(known, read(40, ['general 6 maturity'], { complete: false }))
  const instants = (readings: readonly Reading[]) =>
    Array.from(standingAfter(readings).values(), ({ confirmedAt }) => confirmedAt)
  assert.deepEqual(instants(first), [Date.parse(day(1)), Date.parse(day(1))])
  assert.deepEqual(instants(known), [at, at])
  assert.deepEqual(instants(later), [at, Date.parse(day(40))])
})
