import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthsOfBound, monthsOfDays, type Decimal } from './decimal.ts'
import { tenureWords } from './tenure.ts'

const wordsOf = (tenure: string, tenureTo?: string): string =>
  tenureWords({
    tenure: tenure as Decimal,
    ...(tenureTo !== undefined && { tenureTo: tenureTo as Decimal }),
  })

test('a tenure in words is in days where the page printed days', () => {
  for (const days of [2, 50, 100, 200, 1000, 36_499])
    assert.equal(wordsOf(monthsOfDays(days)), `${days} days`)
  assert.equal(wordsOf(monthsOfDays(1)), '1 day')
  assert.equal(wordsOf(monthsOfDays(365)), '12 months')
  assert.equal(wordsOf('1.00'), '1 month')
  assert.equal(wordsOf('1.5'), '1.5 months')
})

test('the bounds of a range in words: excluded bounds as the page prints them', () => {
  const days = (count: number): string => monthsOfDays(count)
  const ranges = [
    [wordsOf('12', '24'), '12 to 24 months'],
    [wordsOf('12', days(729)), '12 to under 24 months'],
    [wordsOf(days(731), '36'), 'above 24 to 36 months'],
    [wordsOf(days(366), days(729)), 'above 12 to under 24 months'],
    [wordsOf(days(7), days(45)), '7 to 45 days'],
    [wordsOf(days(31), days(60)), '31 to 60 days'],
    [wordsOf(days(180), days(364)), '180 to 364 days'],
    [wordsOf('1', days(45)), '1 month to 45 days'],
    [wordsOf('1', '1.5'), '1 to 1.5 months'],
    [wordsOf('15', monthsOfBound(517)), '15 to under 17 months'],
    [wordsOf(monthsOfBound(578), '24'), 'above 19 to 24 months'],
  ]
  for (const [words, expected] of ranges) assert.equal(words, expected)
})
