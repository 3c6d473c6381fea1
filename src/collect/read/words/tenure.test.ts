import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  canMean,
  parseTenure,
  saysTenure,
  statedTenure,
  tenuresIn,
  type PrintedTenure,
  type TenureUnit,
} from './tenure.ts'

test('tenures are read in the forms and languages of the pages', () => {
  for (const [text, months] of [
    ['01 MONTH', '1'],
    ['12 Months', '12'],
    ['12months*', '12'],
    ['1 Y', '12'],
    ['2 years', '24'],
    ['One Year', '12'],
    ['3-Months', '3'],
    ['6 Mths.', '6'],
    ['P24M', '24'],
    ['P1Y6M', '18'],
    ['P_3_MONTHS', '3'],
    ['1yr', '12'],
    ['3 Month(s)', '3'],
    ['1 year 6 months', '18'],
    ['1.5 years', '18'],
    ['1½ years', '18'],
    ['12 months (1 year)', '12'],
    ['One (1) Year', '12'],
    ['Half year', '6'],
    ['මාස 3ක්', '3'],
    ['වසර 1ක්', '12'],
    ['12 මාස', '12'],
    ['5 வருடங்கள்', '60'],
    ['12 Monate', '12'],
    ['6 tháng', '6'],
    ['१२ महीने', '12'],
    ['12 miesięcy', '12'],
    ['２年', '24'],
    ['miezi 12', '12'],
  ] as const)
    assert.deepEqual(parseTenure(text), { months }, text)
  for (const [text, days] of [
    ['30days', 30],
    ['දින 100', 100],
    ['13 weeks', 91],
    ['P13W', 91],
    ['2 Years 1 Day', 731],
    ['1,095 days', 1095],
  ] as const) {
    const tenure = parseTenure(text)
    assert.equal(tenure !== undefined && 'days' in tenure ? tenure.days : undefined, days, text)
  }
})

test('ranges have inclusive bounds', () => {
  for (const [text, bounds] of [
    ['15 to 30 days', '15 days-30 days'],
    ['1-5 months', '1-5'],
    ['1 year to less than 2 years', '12-729 days'],
    ['Above 2 years up to 3 years', '731 days-36'],
    ['5 years and up to 10 years', '60-120'],
    ['12 months or more but under 24', '12-729 days'],
    ['≥ 12 < 24 months', '12-729 days'],
    ['1 Year to up to 399 Days', '12-399 days'],
    ['between 6 and 12 months', '6-12'],
    ['6 months 1 day to 1 year', '184 days-12'],
  ] as const) {
    const tenure = parseTenure(text)
    assert.ok(tenure !== undefined && 'months' in tenure, text)
    const sides = [tenure, tenure.to].map((side) =>
      side?.days === undefined ? side?.months : `${side.days} days`,
    )
    assert.equal(sides.join('-'), bounds, text)
  }
})

test('a text with one bound only is in doubt', () => {
  for (const text of ['above 5 years', 'up to 30 days', '12 months+', '< 12 months'])
    assert.deepEqual(
      parseTenure(text),
      { doubt: 'has one bound only; name both in `rows`, or ignore the row' },
      text,
    )
})

test('a bare number is a tenure only with a unit', () => {
  const units: readonly (readonly [TenureUnit, string])[] = [
    ['months', '12'],
    ['years', '144'],
    ['days', '0.39'],
    ['weeks', '2.76'],
    ['quarters', '36'],
    ['half_years', '72'],
  ]
  for (const [unit, months] of units)
    assert.deepEqual(parseTenure('12', { unit }), {
      months,
      ...(unit === 'days' && { days: 12 }),
      ...(unit === 'weeks' && { days: 84 }),
    })
  assert.equal(parseTenure('12'), undefined)
  assert.deepEqual(parseTenure('13 weeks', { unit: 'months' }), parseTenure('13 weeks'))
})

test('everything else is no tenure', () => {
  for (const text of [
    '',
    '-',
    '0 months',
    '12 Senior',
    '5 2 years',
    '12 months 9.00',
    'Months',
    '3 Months 4 Months',
    '1201 months',
    '100001 days',
    '12 monthly',
    'P12',
    '12 M D',
    '12 months (2 years)',
    '24 to 12 months',
    '1 month 1 day',
    '1 year (6 months)',
  ]) {
    assert.equal(parseTenure(text), undefined, text)
    assert.equal(parseTenure(text, { unit: 'months' }), undefined, text)
  }
})

test('a source states a tenure in months or in English words', () => {
  assert.deepEqual(statedTenure(12), { months: '12' })
  assert.deepEqual(statedTenure('1.5'), { months: '1.5' })
  assert.deepEqual(statedTenure('100 days'), { months: '3.29', days: 100 })
  assert.deepEqual(statedTenure('12 to under 24 months'), parseTenure('12 months to under 24'))
})

test('the tenures in a text are those that it can mean', () => {
  const months = (text: string) => {
    const { stated, bare } = tenuresIn(text)
    return [stated, bare].map((all) => all.map((tenure): string => tenure.months))
  }
  assert.deepEqual(months('24 Month CD'), [['24'], []])
  assert.deepEqual(months('Green Deposits (2345 days)'), [['77.10'], []])
  assert.deepEqual(months('13 weeks'), [['2.99'], []])
  assert.deepEqual(months('no tenure'), [[], []])
  assert.ok(months('12 Senior')[1]?.includes('12'))
})

test('a text says a tenure if the whole text is that tenure in one meaning', () => {
  const month = { months: '12' } as PrintedTenure
  for (const text of [
    '12 months',
    '12 Monate',
    '三个月',
    '१२ महीने',
    '1 year',
    '365 days',
    '12',
    '12 Month CD',
  ])
    assert.equal(
      saysTenure(text, month),
      ['12 months', '12 Monate', '१२ महीने', '1 year'].includes(text),
      text,
    )
  const days = { months: '12.00', days: 365 } as PrintedTenure
  assert.ok(saysTenure('365 days', days))
  const range = { ...days, months: '3', days: undefined, to: { months: '5.98', days: 182 } }
  assert.ok(saysTenure('3 months to less than 6 months', range as unknown as PrintedTenure))
})

test('the source may give a meaning only to a label that does not state another one', () => {
  const year = { months: '12' } as NonNullable<ReturnType<typeof statedTenure>>
  assert.ok(canMean('Classic', year))
  assert.ok(canMean('12 Month CD', year))
  assert.ok(!canMean('13 weeks', year))
  assert.ok(!canMean('24 Month CD', year))
  assert.ok(!canMean('above 5 years', year))
})
