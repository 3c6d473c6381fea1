import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { testRefusals } from '../../support/refusals.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'delta')
book.register('2026-01-01T00:00:00Z', 'beta-2', { type: 'nbfi' })
book.register('2026-01-01T00:00:00Z', 'beta')
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
book.register('2026-01-01T00:00:00Z', 'closed')
book.publish('2026-01-02T00:00:00Z', 'closed', ['general 12 maturity 20'])
book.register('2026-01-03T00:00:00Z', 'closed', { active: false })
book.publish('2026-01-04T00:00:00Z', 'delta', ['general 12 maturity 9.75', 'general 12 annual 9'])
book.publish('2026-01-04T00:00:00Z', 'beta-2', ['general 12 maturity 9.50', 'women 12 maturity 10'])
book.publish('2026-01-04T00:00:00Z', 'beta', [
  'general 12.0 maturity 9.500',
  'general 24 maturity 10.5',
])
book.publish('2026-01-04T00:00:00Z', 'alpha', [
  'general 12 maturity 10.125',
  'women 12 monthly 9.9',
])
const { text, lines, invalid } = apiOf(book.market())
const offers = (query: string) => lines(`/compare?${query}`, 'institution_id', 'rate_pa')

test('Comparison offer: every field, in the order and type of the specification', async () => {
  assert.equal(
    await text('/compare?tenure_months=12&type=bank'),
    '[{"institution_id":"alpha","institution_name":"Alpha Bank","institution_type":"bank","tenure_months":"12.00","rate_pa":"10.125","payout_type":"maturity"},' +
      '{"institution_id":"delta","institution_name":"The delta","institution_type":"bank","tenure_months":"12.00","rate_pa":"9.750","payout_type":"maturity"},' +
      '{"institution_id":"beta","institution_name":"The beta","institution_type":"bank","tenure_months":"12.00","rate_pa":"9.500","payout_type":"maturity"}]',
  )
})

test('GET /compare: highest rate first, by value (10.125 before 9.75), then institution id', async () => {
  assert.deepEqual(await offers('tenure_months=12'), [
    'alpha 10.125',
    'delta 9.750',
    'beta 9.500',
    'beta-2 9.500',
  ])
})

test('GET /compare: variant is general and payout_type maturity by default', async () => {
  assert.deepEqual(
    await text('/compare?tenure_months=12'),
    await text('/compare?tenure_months=12&variant=general&payout_type=maturity'),
  )
  assert.deepEqual(await offers('tenure_months=12&variant=women'), ['beta-2 10.000'])
  assert.deepEqual(await offers('tenure_months=12&payout_type=annual'), ['delta 9.000'])
  assert.deepEqual(await offers('tenure_months=12&variant=women&payout_type=monthly'), [
    'alpha 9.900',
  ])
})

test('GET /compare: type filters, and all types are the default', async () => {
  assert.deepEqual(await offers('tenure_months=12&type=nbfi'), ['beta-2 9.500'])
  assert.deepEqual(await offers('tenure_months=12&type=bank'), [
    'alpha 10.125',
    'delta 9.750',
    'beta 9.500',
  ])
})

test('tenure_months compares by value', async () => {
  assert.deepEqual(await offers('tenure_months=24.00'), ['beta 10.500'])
  assert.deepEqual(await offers('tenure_months=24'), ['beta 10.500'])
  assert.equal(await text('/compare?tenure_months=24.01'), '[]')
})

test('a tenure in days is found by its months', async () => {
  const days = openBook()
  days.register('2026-01-01T00:00:00Z', 'alpha')
  days.publish('2026-01-02T00:00:00Z', 'alpha', ['general 100d maturity 9'])
  const { lines: linesOf } = apiOf(days.market())
  assert.deepEqual(await linesOf('/compare?tenure_months=3.29', 'tenure_months', 'rate_pa'), [
    '3.29 9.000',
  ])
})

test('422 when tenure_months is missing', async () => {
  assert.deepEqual(await invalid('/compare'), ['tenure_months'])
  assert.deepEqual(await invalid('/compare?type=bank'), ['tenure_months'])
  assert.deepEqual(await invalid('/compare?variant=x&type=y'), ['tenure_months', 'variant', 'type'])
})

test('of several tiers, the one with the lowest minimum deposit is compared, not the highest rate', async () => {
  const tiers = openBook()
  tiers.register('2026-01-01T00:00:00Z', 'alpha')
  tiers.register('2026-01-01T00:00:00Z', 'beta')
  tiers.publish('2026-01-02T00:00:00Z', 'alpha', [
    'general 12 maturity 11 1000000',
    'general 12 maturity 9 9000',
  ])
  tiers.publish('2026-01-02T00:00:00Z', 'beta', [
    'general 12 maturity 10 0.01',
    'general 12 maturity 8',
  ])
  const { lines: linesOf } = apiOf(tiers.market())
  assert.deepEqual(await linesOf('/compare?tenure_months=12', 'institution_id', 'rate_pa'), [
    'alpha 9.000',
    'beta 8.000',
  ])
})

test('each offer keeps the printing of its own source', async () => {
  const printed = openBook()
  printed.register('2026-01-01T00:00:00Z', 'alpha')
  printed.register('2026-01-01T00:00:00Z', 'beta')
  printed.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12.0000 maturity 9.5'])
  printed.publish('2026-01-02T00:00:00Z', 'beta', ['general 12 maturity 9.50000'])
  const { lines: linesOf } = apiOf(printed.market())
  assert.deepEqual(
    await linesOf('/compare?tenure_months=12', 'institution_id', 'tenure_months', 'rate_pa'),
    ['alpha 12.0000 9.500', 'beta 12.00 9.50000'],
  )
})

test('a withdrawn offer is not compared, and one that is offered again is', async () => {
  const gone = openBook()
  gone.register('2026-01-01T00:00:00Z', 'alpha')
  gone.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9', 'general 6 maturity 8'])
  gone.publish('2026-01-03T00:00:00Z', 'alpha', ['general 6 maturity 8'])
  assert.equal(await apiOf(gone.market()).text('/compare?tenure_months=12'), '[]')
  gone.publish('2026-01-04T00:00:00Z', 'alpha', ['general 12 maturity 9.25'])
  const { lines: linesOf } = apiOf(gone.market())
  assert.deepEqual(await linesOf('/compare?tenure_months=12', 'rate_pa'), ['9.250'])
  assert.deepEqual(await linesOf('/compare?tenure_months=6', 'rate_pa'), [])
})

testRefusals(apiOf(book.market()), '/compare', {
  tenure_months: { takes: '12' },
  variant: { takes: 'digital' },
  payout_type: { takes: 'monthly' },
  type: { takes: 'nbfi' },
})
