import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBook, type Book } from '../../../../test/support/book.ts'
import { at } from '../../../../test/support/sample-market.ts'
import { dayNumbered } from '../../../domain/day.ts'
import type { Decimal } from '../../../domain/decimal.ts'
import { stateChanges } from './summary-history.ts'
import { readDays } from './summary-periods.ts'

const terms = { variant: 'general', tenure: '12' as Decimal, payout: 'maturity' } as const

test('days are unread in more than 31 days without a reading of any institution of the group', () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha', { type: 'bank' })
  book.register('2026-01-01T00:00:00Z', 'beta', { type: 'bank' })
  book.register('2026-01-01T00:00:00Z', 'gamma', { type: 'nbfi' })
  book.publish('2026-01-01T06:00:00Z', 'alpha', ['general 12 maturity 9'])
  // 31 days later: the days in between are known.
  book.publish('2026-02-01T06:00:00Z', 'beta', ['general 12 maturity 9'])
  // A reading of an institution of another type is none of the group.
  book.publish('2026-02-20T06:00:00Z', 'gamma', ['general 12 maturity 9'])
  book.verify('2026-03-05T06:00:00Z', 'alpha')
  const gaps = (now: string) =>
    readDays(
      book.market(),
      { changes: stateChanges(book.market(), terms), constantPanels: undefined },
      at(now),
    ).bank.unread.map(({ from, until }) => [dayNumbered(from), dayNumbered(until)])
  assert.deepEqual(gaps('2026-03-05T12:00:00Z'), [['2026-02-02', '2026-03-05']])
  assert.deepEqual(gaps('2026-04-04T12:00:00Z').length, 1)
  assert.deepEqual(gaps('2026-04-05T12:00:00Z').at(-1), ['2026-03-06', '2026-04-06'])
  const otherTerms = { ...terms, tenure: '6' as Decimal }
  const { bank } = readDays(
    book.market(),
    { changes: stateChanges(book.market(), otherTerms), constantPanels: undefined },
    at('2026-04-05T12:00:00Z'),
  )
  assert.deepEqual(bank, { read: [], unread: [] })
})

/** The unread days of banks, as pairs of a first day and the day after the last. */
function gapsOf(book: Book, now: string, panel?: readonly string[]) {
  const panels = panel && { bank: new Set(panel), nbfi: new Set<string>() }
  const { bank } = readDays(
    book.market(),
    { changes: stateChanges(book.market(), terms), constantPanels: panels },
    at(now),
  )
  return bank.unread.map(({ from, until }) => [dayNumbered(from), dayNumbered(until)])
}

test('with a constant panel, only the readings of its institutions count', () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha', { type: 'bank' })
  book.register('2026-01-01T00:00:00Z', 'beta', { type: 'bank' })
  book.publish('2026-01-01T06:00:00Z', 'alpha', ['general 12 maturity 9'])
  book.publish('2026-01-20T06:00:00Z', 'beta', ['general 12 maturity 9'])
  book.verify('2026-02-10T06:00:00Z', 'alpha')
  const now = '2026-02-20T12:00:00Z'
  assert.deepEqual(gapsOf(book, now), [])
  assert.deepEqual(gapsOf(book, now, ['alpha', 'beta']), [])
  assert.deepEqual(gapsOf(book, now, ['alpha']), [['2026-01-02', '2026-02-10']])
})

test('an institution that withdrew these terms, or is inactive, is no longer read for the others', () => {
  const book = openBook()
  for (const id of ['alpha', 'beta', 'gamma'])
    book.register('2026-01-01T00:00:00Z', id, { type: 'bank' })
  for (const id of ['alpha', 'beta', 'gamma'])
    book.publish('2026-01-01T06:00:00Z', id, ['general 12 maturity 9', 'general 6 maturity 8'])
  // The sheet that withdraws an offer is the last reading of it.
  book.publish('2026-01-10T06:00:00Z', 'beta', ['general 6 maturity 8'])
  book.register('2026-01-20T06:00:00Z', 'gamma', { type: 'bank', active: false })
  book.verify('2026-01-30T06:00:00Z', 'beta')
  book.verify('2026-01-30T06:00:00Z', 'gamma')
  book.verify('2026-02-15T06:00:00Z', 'alpha')
  assert.deepEqual(gapsOf(book, '2026-02-16T12:00:00Z'), [['2026-01-11', '2026-02-15']])
})

test('what was read of an institution before its deactivation still counts, and nothing after it', () => {
  const book = openBook()
  for (const id of ['alpha', 'beta']) book.register('2026-01-01T00:00:00Z', id, { type: 'bank' })
  for (const id of ['alpha', 'beta'])
    book.publish('2026-01-01T06:00:00Z', id, ['general 12 maturity 9'])
  book.verify('2026-01-20T06:00:00Z', 'beta')
  book.register('2026-01-21T06:00:00Z', 'beta', { active: false })
  book.verify('2026-01-22T06:00:00Z', 'beta')
  book.verify('2026-01-30T06:00:00Z', 'beta')
  assert.deepEqual(gapsOf(book, '2026-02-19T12:00:00Z'), [])
  assert.deepEqual(gapsOf(book, '2026-02-28T12:00:00Z'), [['2026-01-21', '2026-03-01']])
})

test('a page counts on the day on which it was read, although its sheet was published later', () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha', { type: 'bank' })
  book.publish('2026-01-20T06:00:00Z', 'alpha', ['general 12 maturity 9'], {
    scraped_at: '2026-01-02T06:00:00Z',
  })
  assert.deepEqual(gapsOf(book, '2026-02-01T12:00:00Z'), [])
  assert.deepEqual(gapsOf(book, '2026-02-02T12:00:00Z'), [['2026-01-03', '2026-02-03']])
})

test('neither a retracted sheet nor a retraction nor a correction is a reading', () => {
  const book = openBook()
  book.register('2026-11-01T00:00:00Z', 'alpha', { type: 'bank' })
  book.publish('2026-11-03T06:00:00Z', 'alpha', ['general 12 maturity 9'])
  book.publish('2026-11-21T06:00:00Z', 'alpha', ['general 12 maturity 11'])
  book.retract('2026-11-23T06:00:00Z', 3)
  book.correct('2026-11-24T06:00:00Z', 2, 'general 12 maturity 9.5')
  const { bank } = readDays(
    book.market(),
    { changes: stateChanges(book.market(), terms), constantPanels: undefined },
    at('2026-11-26T12:00:00Z'),
  )
  assert.deepEqual(bank.read.map(dayNumbered), ['2026-11-03'])
})
