import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { compareDecimals, monthsOfDays, type Decimal } from './decimal.ts'
import type { Payout } from './offer.ts'
import {
  annualEffectiveRate,
  annualEffectiveRateText,
  basisPointsBetween,
  effectiveRateDifference,
  incomeOf,
  interestAfterTax,
  interestOf,
  largestInsuredDeposit,
  maturityValue,
} from './yield.ts'

type Printed = {
  tenure_months?: string
  tenure_days?: number
  payout_type: Payout
  rate_pa: string
  aer?: string
}

// Some pages print the effective rate of these terms. Indian pages print that of quarterly compounding.
const printed = globSync('samples/sri-lanka/sheets/*.json').flatMap((path) => {
  const { offers } = JSON.parse(readFileSync(path, 'utf8')) as { offers: Printed[] }
  return offers.flatMap((offer) => (offer.aer === undefined ? [] : [{ path, ...offer }]))
})

const terms = (rate: string, tenure: string, payout: Payout) => ({
  rate: rate as Decimal,
  tenure: tenure as Decimal,
  payout,
})

test('the 502 printed annual effective rates agree within 0.06, except for two misprints', () => {
  assert.equal(printed.length, 502)
  const apart = printed.filter((offer) => {
    const tenure = offer.tenure_months ?? monthsOfDays(offer.tenure_days ?? 0)
    const computed = annualEffectiveRate(terms(offer.rate_pa, tenure, offer.payout_type))
    return Math.abs(computed - Number(offer.aer)) > 0.06
  })
  assert.deepEqual(
    apart.map(({ path }) => path.split(/[\\/]/).at(-1)),
    ['peoples-bank--2025-09-09.json', 'peoples-bank--2025-09-09.json'],
  )
})

test('14.00 % for five years at maturity is less than 13.50 % for one', () => {
  assert.equal(annualEffectiveRateText(terms('14.00', '60', 'maturity')), '11.20')
  assert.equal(annualEffectiveRateText(terms('13.50', '12', 'maturity')), '13.50')
})

test('an effective rate that equals the nominal rate is exact, for every printing of the tenure', () => {
  assert.equal(annualEffectiveRateText(terms('9.125', '12.00', 'maturity')), '9.13')
  assert.equal(annualEffectiveRateText(terms('1.005', '60', 'annual')), '1.01')
  assert.equal(annualEffectiveRateText(terms('12.00', '12', 'monthly')), '12.68')
  assert.equal(annualEffectiveRateText(terms('8', '24', 'quarterly')), '8.24')
})

test('the difference of a printed effective rate has no error of binary fractions, and no sign', () => {
  const difference = (rate: string, payout: Payout, aer: string) =>
    effectiveRateDifference(terms(rate, '12', payout), aer as Decimal)
  assert.equal(difference('9.00', 'annual', '9.06'), '0.06')
  assert.equal(difference('9.00', 'maturity', '8.94'), '0.06')
  assert.equal(difference('9.00', 'maturity', '9'), '0')
  assert.equal(difference('12.00', 'monthly', '12.68'), '0.002503')
  assert.equal(difference('9.00', 'annual', '9.0000000001'), '0.0000000001')
})

test('a printed effective rate of a range may be that of any tenure in it', () => {
  const difference = (aer: string) =>
    effectiveRateDifference(
      { ...terms('9.00', '12', 'maturity'), tenureTo: '36' as Decimal },
      aer as Decimal,
    )
  for (const aer of ['9.00', '8.50', '8.30']) assert.equal(difference(aer), '0', aer)
  assert.equal(difference('9.06'), '0.06')
  assert.match(difference('8.20'), /^0\.09/)
})

test('interest is simple and exact to the cent', () => {
  const deposit = { amount: '1000000' as Decimal, ...terms('10.50', '12.00', 'maturity') }
  assert.equal(interestOf(deposit, 2), '105000.00')
  assert.equal(maturityValue(deposit, 2), '1105000.00')
  assert.equal(incomeOf(deposit, 2), '105000.00')
  assert.equal(incomeOf({ ...deposit, payout: 'monthly' }, 2), '8750.00')
  assert.equal(incomeOf({ ...deposit, payout: 'quarterly' }, 2), '26250.00')
  assert.equal(incomeOf({ ...deposit, payout: 'annual' }, 2), '105000.00')
})

test('a tenure that was printed in days earns the interest of its days', () => {
  const ofDays = (days: number, rate: string) => terms(rate, monthsOfDays(days), 'maturity')
  const interest = (amount: string, days: number, rate: string) =>
    interestOf({ amount: amount as Decimal, ...ofDays(days, rate) }, 2)
  assert.equal(interest('5000000', 1000, '12'), '1643835.62')
  assert.equal(interest('10000000', 50, '8.25'), '113013.70')
  assert.equal(interest('1000000', 365, '10.50'), '105000.00')
  const aer = ((1 + (0.12 * 1000) / 365) ** (365 / 1000) - 1) * 100
  assert.equal(annualEffectiveRate(ofDays(1000, '12')).toFixed(10), aer.toFixed(10))
})

test('amounts of any size and precision are exact', () => {
  const odd = terms('7.123456789012345', '3.29', 'maturity')
  const amount = '999999999999999.99' as Decimal
  assert.equal(interestOf({ amount, ...odd }, 2), '19516319969896.84')
  assert.equal(maturityValue({ amount, ...odd }, 2), '1019516319969896.83')
  assert.equal(
    interestOf({ amount: '0.01' as Decimal, ...terms('6', '100', 'maturity') }, 2),
    '0.01',
  )
  assert.equal(
    maturityValue({ amount: '0.015' as Decimal, ...terms('1', '1', 'maturity') }, 2),
    '0.02',
  )
})

test('the largest insured deposit is the last whole amount that stays within the limit with its interest', () => {
  for (const [rate, tenure, limit, expected] of [
    ['10', '12', '1100000', '1000000'],
    ['9.5', '12', '500000', '456621'],
    ['8.125', '3.29', '500000.50', '489112'],
    ['12', '60', '100000.00', '62500'],
    ['1000', '12', '0.9', '0'],
  ] as const) {
    const offer = terms(rate, tenure, 'maturity')
    const most = largestInsuredDeposit(offer, limit as Decimal)
    assert.equal(most, expected)
    const [cents, next] = [most, String(BigInt(most) + 1n)].map((amount) =>
      maturityValue({ ...offer, amount: amount as Decimal }, 2),
    )
    assert.ok(compareDecimals(cents ?? most, limit as Decimal) <= 0)
    assert.ok(compareDecimals(next ?? most, limit as Decimal) > 0)
  }
})

test('withholding tax is taken off interest, exactly, and rounded half up', () => {
  const after = (interest: string, tax: string) =>
    interestAfterTax(interest as Decimal, tax as Decimal, 2)
  assert.equal(after('95000.00', '15'), '80750.00')
  assert.equal(after('100.03', '7.5'), '92.53')
  assert.equal(after('0.10', '5'), '0.10')
  assert.equal(after('999999999999999.99', '0'), '999999999999999.99')
  assert.equal(after('95000.00', '100'), '0.00')
})

test('basis points are exact and have no sign', () => {
  const between = (a: string, b: string) => basisPointsBetween(a as Decimal, b as Decimal)
  assert.equal(between('7.500', '8.500'), '100')
  assert.equal(between('8.50', '8.375'), '12.5')
  assert.equal(between('8', '8.0001'), '0.01')
  assert.equal(between('8', '8.0'), '0')
  assert.equal(between('10', '20'), '1000')
})

test('interest is rounded to the decimals of the currency: none of VND, three of KWD', () => {
  const deposit = {
    amount: '1234.567' as Decimal,
    rate: '5.55' as Decimal,
    tenure: '1' as Decimal,
    payout: 'maturity',
  } as const
  // 1234.567 · 5.55 % / 12 = 5.70987…
  assert.equal(interestOf(deposit, 3), '5.710')
  assert.equal(maturityValue(deposit, 3), '1240.277')
  assert.equal(incomeOf({ ...deposit, payout: 'monthly' }, 3), '5.710')
  const dong = { ...deposit, amount: '100' as Decimal, rate: '5.994' as Decimal }
  // 0.4995: rounded to cents first, it would be 1.
  assert.equal(interestOf(dong, 0), '0')
})
