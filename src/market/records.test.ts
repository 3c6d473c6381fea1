import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Terms } from '../domain/offer.ts'
import { openBook } from '../../test/support/book.ts'
import { at } from '../../test/support/sample-market.ts'
import { moveIn, publicationIn, seriesIn } from './cells.ts'
import { emptyMarket, type Market } from './market.ts'
import { findSeries, isWithdrawal, recordAt, rowsOfSeries, type Records } from './records.ts'
import { seriesOf } from './series.ts'

const twelve = { variant: 'general', tenure: '12', payout: 'maturity' } as Terms
const day = (number: number) => `2026-06-0${number}T00:00:00Z`

/** A bank that offers, raises, withdraws and offers again; after each day the market that there was. */
function markets(): Market[] {
  const book = openBook()
  const seen: Market[] = []
  book.register(day(1), 'alpha')
  book.register(day(1), 'beta')
  for (const [number, offers] of [
    [1, ['general 12.0 maturity 8', 'women 6 monthly 7']],
    [2, ['general 12 maturity 8.5', 'women 6 monthly 7']],
    [3, ['women 6 monthly 7']],
    [4, ['general 12 maturity 8.5', 'women 6 monthly 7']],
  ] as const) {
    book.publish(day(number), 'alpha', offers)
    seen.push(book.market())
  }
  return seen
}

const rowsOf = (records: Records) =>
  Array.from({ length: records.length }, (_, row) => {
    const { direction } = records.moveAt(moveIn(records, row))
    const { terms } = records.seriesAt(seriesIn(records, row))
    const { position } = records.publicationAt(publicationIn(records, row))
    return `${position} ${terms.variant} ${terms.tenure} ${direction}`
  })

test('every change is a row, in the order of the book, with the terms in their first printing', () => {
  const { records } = markets()[3] as Market
  assert.deepEqual(rowsOf(records), [
    '3 general 12.0 initial',
    '3 women 6 initial',
    '4 general 12.0 up',
    '5 general 12.0 withdrawn',
    '6 general 12.0 flat',
  ])
})

test('a row of the history is a record; a withdrawal is none', () => {
  const { records } = markets()[3] as Market
  assert.deepEqual(recordAt(records, 2), {
    institutionId: 'alpha',
    variant: 'general',
    tenure: '12.0',
    payout: 'maturity',
    direction: 'up',
    previous: '8',
    rate: '8.5',
    position: 4,
    at: at(day(2)),
  })
  assert.ok(isWithdrawal(records, 3) && !isWithdrawal(records, 4))
  assert.throws(() => recordAt(records, 3), /Row 3 is a withdrawal/)
  assert.throws(() => recordAt(records, 1_000), /no number/)
})

test('numbers of the tables run from 0, and what is there once is not there again', () => {
  const { records } = markets()[3] as Market
  const { allSeries, allMoves, publications } = records.ledger
  assert.deepEqual([allSeries.length, allMoves.length, publications.length], [2, 5, 4])
  const rows = Array.from({ length: records.length }, (_, row) => row)
  const most = (numberOf: typeof seriesIn) => Math.max(...rows.map((row) => numberOf(records, row)))
  assert.deepEqual([seriesIn, moveIn, publicationIn].map(most), [1, 4, 3])
})

test('an older version sees its own rows of a series, and a series only once it has one', () => {
  const [first, second, third] = markets()
  const rows = [first, second, third].map((market) => rowsOfSeries((market as Market).records, 0))
  assert.deepEqual(rows, [[0], [2, 0], [3, 2, 0]])
  assert.equal(findSeries(emptyMarket.records, 'alpha', twelve), undefined)
  assert.equal(findSeries((first as Market).records, 'alpha', twelve), 0)
  assert.equal(findSeries((first as Market).records, 'beta', twelve), undefined)
})

test('a series is its last rate and its last move, whether it stands or not', () => {
  const known = markets().map(({ records }) => seriesOf(records, 'alpha', twelve))
  const terms = { ...twelve, tenure: '12.0' }
  assert.deepEqual(known, [
    { terms, rate: '8', lastChangedAt: at(day(1)), trend: 'flat' },
    { terms, rate: '8.5', lastChangedAt: at(day(2)), trend: 'up' },
    { terms, rate: '8.5', lastChangedAt: at(day(2)), trend: 'up' },
    { terms, rate: '8.5', lastChangedAt: at(day(4)), trend: 'up' },
  ])
})

test('the newest version is continued in its own storage, an older one and the empty one in a copy', () => {
  const [first, second, third, fourth] = markets().map(({ records }) => records.ledger)
  assert.ok(first === second && second === third && third === fourth)
  assert.equal(emptyMarket.records.ledger.length, 0)
})
