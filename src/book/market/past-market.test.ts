import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBook } from '../../../test/support/book.ts'
import { at } from '../../../test/support/sample-market.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { marketAt } from './past-market.ts'

test('a verification of one tenure does not replace that of a range that begins with it', () => {
  const book = openBook()
  book.register('2026-06-01T00:00:00Z', 'alpha')
  book.publish('2026-06-01T00:00:00Z', 'alpha', [
    'general 12 maturity 9',
    'general 12-24 maturity 8',
  ])
  const twelve = { variant: 'general', tenure: '12' as Decimal, payout: 'maturity' } as const
  const range = { ...twelve, tenureTo: '24' as Decimal }
  for (const [when, tier] of [
    ['2026-06-02T00:00:00Z', range],
    ['2026-06-03T00:00:00Z', twelve],
  ] as const)
    book.enter({ at: at(when), institutionId: 'alpha', kind: 'rates-verified', tiers: [tier] })
  const present = book.market().institutions.get('alpha')
  book.check('2026-06-04T00:00:00Z', 'alpha')
  const past = marketAt(book.market(), at('2026-06-03T00:00:00Z')).institutions.get('alpha')
  assert.deepEqual(past?.standing, present?.standing)
})
