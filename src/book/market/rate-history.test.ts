import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Instant } from '../../domain/instant.ts'
import type { Terms } from '../../domain/offer.ts'
import { openBook } from '../../../test/support/book.ts'
import { at } from '../../../test/support/sample-market.ts'
import type { InstitutionBook } from './market.ts'
import { lastMove, trendOf } from './rate-history.ts'

const twelve = { variant: 'general', tenure: '12', payout: 'maturity' } as Terms
const day = (number: number) => `2026-06-0${number}T00:00:00Z`

/** A bank that offers terms, raises the rate, withdraws the offer and offers again; its book after each day. */
function books(): InstitutionBook[] {
  const book = openBook()
  book.register(day(1), 'alpha')
  return (
    [
      [1, ['general 12.0 maturity 8', 'women 6 monthly 7']],
      [2, ['general 12 maturity 8.5', 'women 6 monthly 7']],
      [3, ['women 6 monthly 7']],
      [4, ['general 12 maturity 8.5', 'women 6 monthly 7']],
    ] as const
  ).map(([number, offers]) => {
    book.publish(day(number), 'alpha', offers)
    return book.market().institutions.get('alpha') ?? assert.fail()
  })
}

test('every step of a series is kept in order, withdrawals too, with the terms in their first printing', () => {
  const [, , , last = assert.fail()] = books()
  const steps = [...last.published.series].map(([key, steps]) => [
    key,
    ...steps.map(({ terms, entry, direction }) => `${entry.position} ${terms.tenure} ${direction}`),
  ])
  assert.deepEqual(steps, [
    ['general 12 maturity 0', '2 12.0 initial', '3 12.0 up', '4 12.0 withdrawn', '5 12.0 flat'],
    ['women 6 monthly 0', '2 6 initial'],
  ])
})

test('the history leaves withdrawals out', () => {
  const [, , third = assert.fail()] = books()
  assert.deepEqual(
    third.published.records.map(({ direction, entry }) => `${entry.position} ${direction}`),
    ['2 initial', '2 initial', '3 up'],
  )
  assert.deepEqual(third.published.records.at(-1), {
    terms: { ...twelve, institutionId: 'alpha', tenure: '12.0' },
    minimumDeposit: '0',
    previousMinimumDeposit: '0',
    previousEntry: sheetEntry(2, at(day(1))),
    previousSeenAt: 1_780_272_000_000,
    previousWithdrawnAt: undefined,
    previous: '8',
    rate: '8.5',
    direction: 'up',
    entry: sheetEntry(3, at(day(2))),
  })
})

/** The entry of a sheet that was entered when it was read, and prints no day. */
function sheetEntry(position: number, at: Instant) {
  const sourceUrl = 'https://alpha.example/rates'
  return { position, at, readAt: at, sourceUrl, printedDay: undefined }
}

test('records of one series share the object of its terms, and so do records of one entry', () => {
  const [, second = assert.fail()] = books()
  const [first, other, raise] = second.published.records
  assert.equal(first?.entry, other?.entry)
  assert.equal(first?.terms, raise?.terms)
})

test('the last raise or cut and the trend do not depend on a withdrawal and a return at the same rate', () => {
  const actual = books().map((book) => {
    const { rate, entry, direction } = lastMove(book.believed, twelve) ?? assert.fail()
    return [rate, entry.at, direction, trendOf(book.believed, twelve)]
  })
  const raised = ['8.5', at(day(2)), 'up', 'up']
  assert.deepEqual(actual, [['8', at(day(1)), 'initial', 'flat'], raised, raised, raised])
})

test('terms that were never offered have no record', () => {
  const [book = assert.fail()] = books()
  assert.equal(lastMove(book.believed, { ...twelve, payout: 'annual' }), undefined)
  assert.equal(trendOf(book.believed, { ...twelve, payout: 'annual' }), 'flat')
})
