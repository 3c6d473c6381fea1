import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../domain/decimal.ts'
import { hasTerms, pageOf } from './filter.ts'

const isEven = (value: number) => value % 2 === 0

test('offset and limit count what passes the filter', () => {
  assert.deepEqual(pageOf([1, 2, 3, 4, 5, 6, 8], isEven, { offset: 1, limit: 2 }), [4, 6])
  assert.deepEqual(pageOf([1, 2, 3, 4], isEven, { offset: 0, limit: 1000 }), [2, 4])
  assert.deepEqual(pageOf([2, 4], isEven, { offset: 2, limit: 1 }), [])
  assert.deepEqual(pageOf([], isEven, { offset: 0, limit: 1 }), [])
})

test('no more is looked at than the page needs', () => {
  const looked: number[] = []
  const passes = (value: number) => {
    looked.push(value)
    return true
  }
  pageOf([1, 2, 3, 4, 5], passes, { offset: 1, limit: 2 })
  assert.deepEqual(looked, [1, 2, 3])
})

test('tenures compare by value, and what is not asked for is not compared', () => {
  const terms = { variant: 'general', tenure: '12.00' as Decimal, payout: 'maturity' } as const
  assert.ok(hasTerms(terms, {}))
  assert.ok(hasTerms(terms, { tenure: '12' as Decimal }))
  assert.ok(!hasTerms(terms, { tenure: '12.01' as Decimal }))
  assert.ok(!hasTerms(terms, { variant: 'general', payout: 'monthly' }))
})
