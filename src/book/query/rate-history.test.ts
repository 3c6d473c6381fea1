import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../domain/decimal.ts'
import type { Instant } from '../../domain/instant.ts'
import type { InstitutionTerms, RateRecord } from '../market/rate-history.ts'
import { pageOf, type PageRequest } from './rate-history.ts'

const terms = {
  institutionId: 'a',
  variant: 'general',
  tenure: '12',
  payout: 'maturity',
} as InstitutionTerms
const recordAt = (position: number): RateRecord => ({
  terms,
  minimumDeposit: '0' as Decimal,
  previousMinimumDeposit: '0' as Decimal,
  previousEntry: undefined,
  previousSeenAt: undefined,
  previousWithdrawnAt: undefined,
  previous: '8' as Decimal,
  rate: '8' as Decimal,
  direction: 'flat',
  entry: { position, at: position as Instant },
})
const list = (...positions: number[]) => positions.map(recordAt)
const page = (of: readonly RateRecord[], request: PageRequest, first?: number, until?: number) =>
  pageOf(of, request, first, until).map(({ entry }) => entry.position)

test('a page begins with the newest record of the list', () => {
  assert.deepEqual(page(list(2, 4, 6, 8), { offset: 1, limit: 2 }), [6, 4])
  assert.deepEqual(page(list(2, 4), { offset: 0, limit: 1000 }), [4, 2])
  assert.deepEqual(page(list(2, 4), { offset: 2, limit: 1 }), [])
  assert.deepEqual(page(list(2, 4), { offset: 9_007_199_254_740_991, limit: 1000 }), [])
  assert.deepEqual(page(list(), { offset: 0, limit: 1 }), [])
})

test('records outside of the requested part of a list are on no page', () => {
  assert.deepEqual(page(list(2, 4, 6), { offset: 0, limit: 9 }, 1), [6, 4])
  assert.deepEqual(page(list(2, 4, 6), { offset: 1, limit: 9 }, 3), [])
  assert.deepEqual(page(list(2, 4, 6, 8), { offset: 1, limit: 9 }, 1, 3), [4])
  assert.deepEqual(page(list(2, 4, 6), { offset: 0, limit: 9 }, 2, 1), [])
})
