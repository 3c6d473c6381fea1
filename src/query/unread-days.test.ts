import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayNumbered } from '../domain/day.ts'
import { openBook } from '../../test/support/book.ts'
import { at } from '../../test/support/sample-market.ts'
import { unreadDays } from './unread-days.ts'
import type { Decimal } from '../domain/decimal.ts'

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
    unreadDays(book.market(), terms, 'bank', at(now)).map(({ from, until }) => [
      dayNumbered(from),
      dayNumbered(until),
    ])
  assert.deepEqual(gaps('2026-03-05T12:00:00Z'), [['2026-02-02', '2026-03-05']])
  assert.deepEqual(gaps('2026-04-04T12:00:00Z').length, 1)
  assert.deepEqual(gaps('2026-04-05T12:00:00Z').at(-1), ['2026-03-06', '2026-04-06'])
  assert.deepEqual(
    unreadDays(
      book.market(),
      { ...terms, tenure: '6' as Decimal },
      'bank',
      at('2026-04-05T12:00:00Z'),
    ),
    [],
  )
})
