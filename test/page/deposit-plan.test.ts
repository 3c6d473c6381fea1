import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { EvidenceRow } from '../../web/api/api.ts'
import {
  groupTiers,
  offersByYield,
  reachedTiers,
  yieldOf,
} from '../../web/views/deposit/offer-yield.ts'
import { splitPlan } from '../../web/views/deposit/split-plan.ts'

/** `'alpha 12 maturity 10.00 from 5000'` as a row of `/evidence`; `12-24` is a range. */
function rowOf(text: string, index: number): EvidenceRow {
  const [institution = '', tenures = '', payout = '', rate = '', , minimum = '0.00'] =
    text.split(' ')
  const [tenure = '', upperBound = null] = tenures.split('-')
  return {
    id: `1.${index + 1}`,
    institution_id: institution,
    product_variant: 'general',
    tenure_months: tenure,
    tenure_to_months: upperBound,
    payout_type: payout as 'maturity',
    min_deposit: minimum,
    rate_pa: rate,
    by_hand: true,
    correction_id: null,
    last_verified_at: '2026-06-01T00:00:00Z',
    days_since_verified: 0,
    is_stale: false,
  }
}

const groupsOf = (...offers: readonly string[]) => groupTiers(offers.map(rowOf), '')

test('of each institution and terms an amount gets the tier with the highest rate that it reaches', () => {
  const groups = groupsOf(
    'alpha 12 maturity 8.00',
    'alpha 12 maturity 9.00 from 250000',
    'alpha 12 maturity 9.50 from 1000000',
    'alpha 12 monthly 8.60 from 5000',
    'beta 12 maturity 8.50',
  )
  const at = (amount: string) =>
    reachedTiers(groups, amount as Decimal).map(
      ({ institution_id, offer, meetsMinimum, next }) =>
        `${institution_id} ${offer.rate}${meetsMinimum ? '' : ' not reached'}${
          next === undefined ? '' : `, ${next.rate} from ${next.minimum}`
        }`,
    )
  assert.deepEqual(at('4999.99'), [
    'alpha 8.60 not reached',
    'beta 8.50',
    'alpha 8.00, 9.00 from 250000',
  ])
  assert.deepEqual(at('250000'), ['alpha 9.00, 9.50 from 1000000', 'alpha 8.60', 'beta 8.50'])
  assert.deepEqual(at('1000000.00'), ['alpha 9.50', 'alpha 8.60', 'beta 8.50'])
})

test('an amount gets the best of all offers that apply to a tenure, and their interest is that of the tenure', () => {
  const offers = ['alpha 12-24 maturity 7.00', 'alpha 15-21 maturity 7.25 from 500000']
  const at = (tenure: Decimal | '', amount: Decimal) =>
    reachedTiers(groupTiers(offers.map(rowOf), tenure), amount).map(
      ({ offer, next }) =>
        `${offer.rate} for ${offer.tenure}: ${yieldOf(offer, amount).interest}${next ? `, ${next.rate}` : ''}`,
    )
  assert.deepEqual(at('18' as Decimal, '100000' as Decimal), ['7.00 for 18: 10500.00, 7.25'])
  assert.deepEqual(at('18' as Decimal, '500000' as Decimal), ['7.25 for 18: 54375.00'])
  assert.deepEqual(at('', '500000' as Decimal), ['7.25 for 15: 45312.50', '7.00 for 12: 35000.00'])
})

test('a plan takes the best rates, at most the insured amount at each institution', () => {
  const groups = groupsOf(
    'alpha 12 maturity 12.00 from 2000000',
    'alpha 12 maturity 10.00',
    'beta 12 maturity 11.00 from 500000',
    'gamma 12 maturity 9.00',
    'delta 12 maturity 9.50 from 400000.01',
  )
  const offers = offersByYield(groups)
  const planOf = (amount: string, insured = '1100000.00') => {
    const { parts, interest, rest } = splitPlan(offers, amount as Decimal, insured as Decimal)
    return [
      ...parts.map(
        (part) => `${part.offer.evidence.institution_id} ${part.amount}: ${part.interest}`,
      ),
      `${interest}, rest ${rest}`,
    ]
  }
  assert.deepEqual(planOf('2600000'), [
    'beta 1100000.00: 121000.00',
    'alpha 1100000.00: 110000.00',
    // The rest of 400,000.00 is one cent below the minimum of delta.
    'gamma 400000.00: 36000.00',
    '267000.00, rest 0.00',
  ])
  assert.deepEqual(planOf('1100000'), ['beta 1100000: 121000.00', '121000.00, rest 0.00'])
  assert.deepEqual(planOf('9000000.10').at(-1), '434500.00, rest 4600000.10')
  assert.deepEqual(planOf('100.50', '100'), [
    'alpha 100: 10.00',
    'gamma 0.50: 0.05',
    '10.05, rest 0.00',
  ])
})
