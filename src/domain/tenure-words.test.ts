import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthsOfDays, type Decimal } from './decimal.ts'
import { tenureWords } from './tenure-words.ts'

test('a tenure in words is in days where the page printed days', () => {
  for (const days of [2, 50, 100, 200, 1000, 36_499])
    assert.equal(tenureWords(monthsOfDays(days)), `${days} days`)
  assert.equal(tenureWords(monthsOfDays(1)), '1 day')
  assert.equal(tenureWords(monthsOfDays(365)), '12 months')
  assert.equal(tenureWords('1.00' as Decimal), '1 month')
  assert.equal(tenureWords('1.5' as Decimal), '1.5 months')
})
