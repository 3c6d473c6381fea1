import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from './decimal.ts'
import {
  compareTiers,
  compareTerms,
  hasTerms,
  keyOf,
  type Offer,
  type Payout,
  type Variant,
} from './offer.ts'

function offer(line: string): Offer {
  const [variant, tenure, payout, deposit] = line.split(' ')
  const terms = { variant: variant as Variant, tenure: tenure as Decimal, payout: payout as Payout }
  const rate = '9' as Decimal
  return { ...terms, rate, ...(deposit !== undefined && { minimumDeposit: deposit as Decimal }) }
}

test('terms order: variant as listed, tenure rising by value, payout as listed', () => {
  const lines = [
    'general 3 annual',
    'general 12 maturity',
    'general 12 monthly',
    'general 12 quarterly',
    'general 100.5 maturity',
    'senior_citizen 3 maturity',
    'women 3 maturity',
    'digital 3 maturity',
    'minor 3 maturity',
  ]
  const sorted = lines.map(offer).toReversed().toSorted(compareTerms)
  assert.deepEqual(sorted, lines.map(offer))
})

test('offers of the same terms are ordered by minimum deposit; one that is not stated counts as zero', () => {
  const lines = ['general 12 maturity', 'general 12.0 maturity 5000', 'general 12 maturity 10000']
  assert.deepEqual(lines.map(offer).toReversed().toSorted(compareTiers), lines.map(offer))
  assert.equal(compareTiers(offer('general 12 maturity'), offer('general 12 maturity 0.00')), 0)
})

test('all printings of a tenure give the same key', () => {
  assert.equal(keyOf(offer('general 12.00 maturity')), keyOf(offer('general 12 maturity')))
  assert.notEqual(keyOf(offer('general 12 maturity')), keyOf(offer('general 1.2 maturity')))
})

test('a filter compares tenures by value, and ignores what it does not name', () => {
  const terms = { variant: 'general', tenure: '12.00' as Decimal, payout: 'maturity' } as const
  assert.ok(hasTerms(terms, {}))
  assert.ok(hasTerms(terms, { tenure: '12' as Decimal }))
  assert.ok(!hasTerms(terms, { tenure: '12.01' as Decimal }))
  assert.ok(!hasTerms(terms, { variant: 'general', payout: 'monthly' }))
})
