import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareApplying, termsApplyingTo } from './applies-to.ts'
import { monthsOfBound, monthsOfDays, type Decimal } from './decimal.ts'

const range = (tenure: string, tenureTo?: string, minimumDeposit = '0') => ({
  variant: 'general' as const,
  tenure: tenure as Decimal,
  ...(tenureTo !== undefined && { tenureTo: tenureTo as Decimal }),
  payout: 'maturity' as const,
  minimumDeposit: minimumDeposit as Decimal,
})

test('a range applies to every tenure in it, bounds included, and one tenure to itself', () => {
  const applies = (terms: ReturnType<typeof range>, tenure: string): boolean =>
    termsApplyingTo({ tenure: tenure as Decimal, variant: 'general' })(terms)
  const underTwoYears = range('12', monthsOfDays(729))
  for (const tenure of ['12', '12.00', '23', '23.9', monthsOfDays(729)])
    assert.ok(applies(underTwoYears, tenure), tenure)
  for (const tenure of ['11.99', '24', '23.98']) assert.ok(!applies(underTwoYears, tenure), tenure)
  const special = range(monthsOfDays(444))
  assert.ok(applies(special, '14.60'))
  assert.ok(!applies(special, '14.61'))
  // 152 days are 5.00 months to two decimals, but shorter than 5 months; 213 days are longer than 7.
  assert.deepEqual([152, 213, 365].map(monthsOfBound), ['4.997', '7.003', '12.00'])
  assert.ok(applies(range('3', monthsOfBound(152)), '4.997'))
  assert.ok(!applies(range('3', monthsOfBound(152)), '5'))
  assert.ok(!applies(range(monthsOfBound(213), '9'), '7'))
  // A year is 365 days.
  assert.ok(applies(range(monthsOfDays(365), monthsOfDays(400)), '12'))
  assert.ok(!applies(range(monthsOfDays(366), monthsOfDays(400)), '12'))
})

test('the tier that comes first: lowest minimum, one tenure, narrower range, lower start', () => {
  const tiers = [
    range('12'),
    range('11', '13'),
    range('12', '14'),
    range('6', '24'),
    range('12', undefined, '5000'),
  ]
  assert.deepEqual(tiers.toReversed().toSorted(compareApplying), tiers)
})
