import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTenure, statedTenure, tenuresIn, type TenureUnit } from './tenure.ts'

test('tenures are read in the forms and languages of the pages', () => {
  for (const [text, months] of [
    ['01 MONTH', '1'] as const,
    ['12 Months', '12'] as const,
    ['12months*', '12'] as const,
    ['1 Y', '12'] as const,
    ['2 years', '24'] as const,
    ['One Year', '12'] as const,
    ['3-Months', '3'] as const,
    ['6 Mths.', '6'] as const,
    ['P24M', '24'] as const,
    ['මාස 3ක්', '3'] as const,
    ['වසර 1ක්', '12'] as const,
    ['12 මාස', '12'] as const,
    ['5 வருடங்கள்', '60'] as const,
    ['3 மாதங்கள்', '3'] as const,
    ['P2Y', '24'] as const,
  ])
    assert.deepEqual(parseTenure(text), { months }, text)
  assert.deepEqual(parseTenure('30days'), { months: '0.99', days: 30 })
  assert.deepEqual(parseTenure('100 Days'), { months: '3.29', days: 100 })
  assert.deepEqual(parseTenure('දින 100'), { months: '3.29', days: 100 })
})

test('a bare number is a tenure only with a unit', () => {
  const units: readonly (readonly [TenureUnit, string])[] = [
    ['months', '12'],
    ['years', '144'],
    ['days', '0.39'],
  ]
  for (const [unit, months] of units) assert.equal(parseTenure('12', unit)?.months, months)
  assert.equal(parseTenure('12'), undefined)
})

test('everything else is no tenure', () => {
  for (const text of [
    '',
    '-',
    '0 months',
    '46 days - 90 days',
    '181 days to less than 1 year',
    '12 Senior',
    '5 2 years',
    '1.5 years',
    '12 months 9.00',
    'Months',
    '3 Months 4 Months',
    '1201 months',
    '100001 days',
    '12 monthly',
    'P12',
    '12 M D',
  ]) {
    assert.equal(parseTenure(text), undefined, text)
    if (text !== '0 months') assert.equal(parseTenure(text, 'months'), undefined, text)
  }
})

test('a source states a tenure in months or in days', () => {
  assert.deepEqual(statedTenure(12), { months: '12' })
  assert.deepEqual(statedTenure('1.5'), { months: '1.5' })
  assert.deepEqual(statedTenure('100 days'), { months: '3.29', days: 100 })
  assert.equal(statedTenure('12 months'), undefined)
})

test('the tenures in a text are those that it can mean', () => {
  const months = (text: string) => tenuresIn(text).map((tenure): string => tenure.months)
  assert.deepEqual(months('12 Senior'), ['12', '0.39', '144'])
  assert.deepEqual(months('3 Months (Revised)'), ['3'])
  assert.deepEqual(months('46 days - 90 days'), ['1.51', '2.96'])
  assert.ok(months('12').includes('12'))
  assert.ok(months('වසර 1ක්').includes('12'))
  assert.deepEqual(months('no tenure'), [])
})
