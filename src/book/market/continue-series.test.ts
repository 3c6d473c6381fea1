import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBook } from '../../../test/support/book.ts'

const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}T00:00:00Z`

type Listed = readonly string[] | { offers: readonly string[]; complete: boolean }

/** Publishes one sheet a day and returns the history, each record as `day deposit direction previous→rate`, and the last sheet's withdrawals. */
function historyOf(...sheets: readonly Listed[]): readonly string[] {
  const book = openBook()
  book.register(day(1), 'alpha')
  for (const [index, listed] of sheets.entries()) {
    const { offers, complete } = 'offers' in listed ? listed : { offers: listed, complete: true }
    book.publish(day(index + 1), 'alpha', offers, { complete })
  }
  const { published } = book.market().institutions.get('alpha') ?? assert.fail()
  return [...published.series]
    .flatMap(([key, steps]) =>
      steps.map((step) => {
        const { direction, previous, entry, minimumDeposit } = step
        const rate = direction === 'withdrawn' ? '' : step.rate
        const tier = key.split(' ').at(-1)
        return `${tier}: day ${entry.position - 1} at ${minimumDeposit} ${direction} ${previous}→${rate}`
      }),
    )
    .toSorted()
}

const twelve = (rate: string, deposit = '') => `general 12 maturity ${rate} ${deposit}`.trim()

test('a raise of a second tier is seen', () => {
  const history = historyOf(
    [twelve('8', '1000'), twelve('9', '5000')],
    [twelve('8', '1000'), twelve('9.5', '5000')],
  )
  assert.deepEqual(history, [
    '1000: day 1 at 1000 initial 8→8',
    '5000: day 1 at 5000 initial 9→9',
    '5000: day 2 at 5000 up 9→9.5',
  ])
})

test('a new lower tier is no cut', () => {
  const history = historyOf([twelve('9', '5000')], [twelve('8', '1000'), twelve('9', '5000.00')])
  assert.deepEqual(history, ['1000: day 2 at 1000 initial 8→8', '5000: day 1 at 5000 initial 9→9'])
})

test('equally many tiers that match no minimum are paired in rising order', () => {
  const history = historyOf(
    [twelve('8', '1000'), twelve('9', '5000')],
    [twelve('8', '2000'), twelve('9.5', '10000')],
  )
  assert.deepEqual(history, [
    '10000: day 1 at 5000 initial 9→9',
    '10000: day 2 at 10000 up 9→9.5',
    '2000: day 1 at 1000 initial 8→8',
    '2000: day 2 at 2000 flat 8→8',
  ])
})

test('tiers are not paired once one of them matches', () => {
  const history = historyOf(
    [twelve('8', '1000'), twelve('9', '5000')],
    [twelve('8', '1000'), twelve('9.5', '10000')],
  )
  assert.deepEqual(history, [
    '10000: day 2 at 10000 initial 9.5→9.5',
    '1000: day 1 at 1000 initial 8→8',
    '5000: day 1 at 5000 initial 9→9',
    '5000: day 2 at 5000 withdrawn 9→',
  ])
})

test('an offer without a printed minimum goes on in the lowest new tier', () => {
  const history = historyOf([twelve('8')], [twelve('8.25', '5000'), twelve('9', '250000')])
  assert.deepEqual(history, [
    '250000: day 2 at 250000 initial 9→9',
    '5000: day 1 at 0 initial 8→8',
    '5000: day 2 at 5000 up 8→8.25',
  ])
})

test('an offer without a printed minimum passes over a tier that returns', () => {
  const history = historyOf(
    [twelve('8', '5000'), twelve('9', '250000')],
    [twelve('8')],
    [twelve('8', '5000'), twelve('9.5', '300000')],
  )
  assert.deepEqual(history, [
    '250000: day 1 at 250000 initial 9→9',
    '250000: day 2 at 250000 withdrawn 9→',
    '300000: day 2 at 0 initial 8→8',
    '300000: day 3 at 300000 up 8→9.5',
    '5000: day 1 at 5000 initial 8→8',
    '5000: day 2 at 5000 withdrawn 8→',
    '5000: day 3 at 5000 flat 8→8',
  ])
})

test('a returning tier is matched by its exact minimum, and then nothing is paired', () => {
  const history = historyOf(
    [twelve('8', '1000'), twelve('9', '5000')],
    [twelve('8', '1000')],
    [twelve('9', '5000')],
  )
  assert.deepEqual(history, [
    '1000: day 1 at 1000 initial 8→8',
    '1000: day 3 at 1000 withdrawn 8→',
    '5000: day 1 at 5000 initial 9→9',
    '5000: day 2 at 5000 withdrawn 9→',
    '5000: day 3 at 5000 flat 9→9',
  ])
})

test('a partial sheet lists all tiers of the terms that it lists', () => {
  const six = 'general 6 maturity 7 1000'
  const history = historyOf([six, twelve('8', '1000'), twelve('9', '5000')], {
    offers: [twelve('8', '1000')],
    complete: false,
  })
  assert.deepEqual(history, [
    '1000: day 1 at 1000 initial 7→7',
    '1000: day 1 at 1000 initial 8→8',
    '5000: day 1 at 5000 initial 9→9',
    '5000: day 2 at 5000 withdrawn 9→',
  ])
})

test('a tier that moved away is not found under its old minimum', () => {
  const history = historyOf(
    [twelve('8', '1000')],
    [twelve('8', '2000')],
    [twelve('7', '1000'), twelve('8', '2000')],
  )
  assert.deepEqual(history, [
    '1000: day 3 at 1000 initial 7→7',
    '2000: day 1 at 1000 initial 8→8',
    '2000: day 2 at 2000 flat 8→8',
  ])
})

test('a printed minimum of 0 is the tier of an offer without one, but does not go on in another tier', () => {
  assert.deepEqual(historyOf([twelve('8')], [twelve('8', '0.00'), twelve('9', '5000')]), [
    '0: day 1 at 0 initial 8→8',
    '5000: day 2 at 5000 initial 9→9',
  ])
  assert.deepEqual(historyOf([twelve('8', '0')], [twelve('8.5', '5000'), twelve('9', '250000')]), [
    '0: day 1 at 0 initial 8→8',
    '0: day 2 at 0 withdrawn 8→',
    '250000: day 2 at 250000 initial 9→9',
    '5000: day 2 at 5000 initial 8.5→8.5',
  ])
})
