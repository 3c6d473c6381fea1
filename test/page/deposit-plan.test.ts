import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { EvidenceRow, InstitutionRow, InsuranceRow } from '../../web/api/api.ts'
import {
  groupTiers,
  offersByYield,
  reachedTiers,
  yieldOf,
  type DepositOffer,
} from '../../web/views/deposit/offer-yield.ts'
import { coverOf, splitPlan, type Cover } from '../../web/views/deposit/split-plan.ts'

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
    source_url: 'https://bank.example/rates',
    own_page: true,
    by_hand: true,
    correction_id: null,
    last_verified_at: '2026-06-01T00:00:00Z',
    days_since_verified: 0,
    is_stale: false,
    stale_after_days: 7,
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
        `${offer.rate} for ${offer.tenure}: ${yieldOf(offer, amount, 2).interest}${next ? `, ${next.rate}` : ''}`,
    )
  assert.deepEqual(at('18' as Decimal, '100000' as Decimal), ['7.00 for 18: 10500.00, 7.25'])
  assert.deepEqual(at('18' as Decimal, '500000' as Decimal), ['7.25 for 18: 54375.00'])
  // A special tenure stands in for the range, also where it pays less.
  offers.push('alpha 20 maturity 6.75')
  assert.deepEqual(at('20' as Decimal, '100000' as Decimal), ['6.75 for 20: 11250.00, 7.25'])
  assert.deepEqual(at('', '500000' as Decimal), [
    '7.25 for 15: 45312.50',
    '7.00 for 12: 35000.00',
    '6.75 for 20: 56250.00',
  ])
})

/** A plan in lines. The cover of each institution is `all`, `nothing` or a limit. */
function planOf(
  offers: readonly DepositOffer[],
  amount: string,
  covers: Record<string, string>,
  places = 2,
) {
  const coverOfId = (id: string): Cover => {
    const cover = covers[id] ?? 'nothing'
    return cover === 'all' || cover === 'nothing' ? cover : { upTo: cover as Decimal }
  }
  const { parts, interest, rest } = splitPlan(offers, amount as Decimal, coverOfId, places)
  return [
    ...parts.map((part) => {
      const { institution_id: id } = part.offer.evidence
      return `${id} ${part.amount}: ${part.interest}`
    }),
    `${interest}, rest ${rest}`,
  ]
}

const splitOffers = offersByYield(
  groupsOf(
    'alpha 12 maturity 12.00 from 2000000',
    'alpha 12 maturity 10.00',
    'beta 12 maturity 11.00 from 500000',
    'gamma 12 maturity 9.00',
    'delta 12 maturity 9.50 from 400000.01',
  ),
)

test('a plan takes the best rates; each part stays with its interest within the limit of its institution', () => {
  const limits = { alpha: '1100000', beta: '1110000.00', gamma: '500000', delta: '500000' }
  assert.deepEqual(planOf(splitOffers, '2400000', limits), [
    'beta 1000000: 110000.00',
    'alpha 1000000: 100000.00',
    // The rest of 400,000.00 is one cent below the minimum of delta.
    'gamma 400000: 36000.00',
    '246000.00, rest 0',
  ])
  assert.deepEqual(planOf(splitOffers, '1000000', limits), [
    'beta 1000000: 110000.00',
    '110000.00, rest 0',
  ])
  assert.deepEqual(planOf(splitOffers, '9000000.10', limits), [
    'beta 1000000: 110000.00',
    'alpha 1000000: 100000.00',
    'delta 456621: 43379.00',
    'gamma 458715: 41284.35',
    '294663.35, rest 6084664.10',
  ])
})

test('a plan has no limit where the state guarantees, and no part where it cannot promise insurance', () => {
  assert.deepEqual(planOf(splitOffers, '9000000', { gamma: 'all', delta: '1095000' }), [
    'delta 1000000: 95000.00',
    'gamma 8000000: 720000.00',
    '815000.00, rest 0',
  ])
  assert.deepEqual(planOf(splitOffers, '9000000', {}), ['0, rest 9000000'])
  assert.deepEqual(planOf(splitOffers.slice(1, 2), '500000.125', { beta: 'all' }, 3), [
    'beta 500000.125: 55000.014',
    '55000.014, rest 0.000',
  ])
  // A limit below one unit insures nothing.
  assert.deepEqual(planOf(splitOffers, '5', { alpha: '0.5' }), ['0, rest 5'])
})

test('an insurance covers all, up to a limit in the currency of the book, or nothing', () => {
  const of = (insurance: Partial<InsuranceRow>) => {
    const rest = { amount: null, currency: null, scheme: null, address: null, since: null }
    const row = { insurance: { ...rest, ...insurance } } as InstitutionRow
    return coverOf('alpha', { institutions: new Map([['alpha', row]]), currency: 'KES' })
  }
  const limit = { status: 'insured_up_to', amount: '500000.00' } as const
  assert.deepEqual(of({ ...limit, currency: 'KES' }), { upTo: '500000.00' })
  assert.equal(of({ ...limit, currency: 'USD' }), 'nothing')
  assert.equal(of({ status: 'guaranteed_by_state' }), 'all')
  assert.equal(of({ status: 'not_insured' }), 'nothing')
  assert.equal(of({ status: 'unknown' }), 'nothing')
})
