import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiOf } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha')
book.register('2026-01-01T00:00:00Z', 'beta')
book.publish('2026-01-02T00:00:00Z', 'alpha', [
  'general 12 maturity 8 1000',
  'general 12 maturity 9.5 50000.00',
  'general 12 maturity 9.5 100000',
  'general 6 maturity 7.5 1000',
])
book.publish('2026-01-02T00:00:00Z', 'beta', [
  'general 12 maturity 9',
  'general 12 maturity 8.5 500000',
])
const { lines, invalid } = apiOf(book.market())
const current = (query: string) =>
  lines(`/rates/current${query}`, 'institution_id', 'tenure_months', 'rate_pa', 'min_deposit')
const compared = (query: string) =>
  lines(`/compare?tenure_months=12${query}`, 'institution_id', 'rate_pa')
const best = (query: string) =>
  lines(`/reports/best-rates${query}`, 'institution_id', 'best_rate_pa', 'best_tenure_months')

test('without `deposit`, current offers list every tier, and a comparison takes the lowest minimum', async () => {
  assert.equal((await current('')).length, 6)
  assert.deepEqual(await compared(''), ['beta 9.000', 'alpha 8.000'])
  assert.deepEqual(await best(''), ['alpha 9.500 12.00', 'beta 9.000 12.00'])
})

test('`deposit` leaves out the tiers that the amount does not reach, and takes the highest rate of the others', async () => {
  assert.deepEqual(await current('?deposit=999.99'), ['beta 12.00 9.000 0.00'])
  assert.deepEqual(await current('?deposit=1000'), [
    'alpha 6.00 7.500 1000.00',
    'alpha 12.00 8.000 1000.00',
    'beta 12.00 9.000 0.00',
  ])
  assert.deepEqual(await compared('&deposit=49999'), ['beta 9.000', 'alpha 8.000'])
  assert.deepEqual(await compared('&deposit=50000'), ['alpha 9.500', 'beta 9.000'])
  assert.deepEqual(await best('?deposit=1000'), ['beta 9.000 12.00', 'alpha 8.000 12.00'])
  assert.deepEqual(await best('?deposit=0'), ['beta 9.000 12.00'])
})

test('of tiers with equal rates, `deposit` takes the lowest minimum; a higher minimum with a lower rate is not taken', async () => {
  assert.deepEqual(await current('?deposit=9000000&tenure_months=12'), [
    'alpha 12.00 9.500 50000.00',
    'beta 12.00 9.000 0.00',
  ])
})

test('an amount that is no plain decimal is 422', async () => {
  for (const path of ['/rates/current?', '/compare?tenure_months=12&', '/reports/best-rates?']) {
    for (const amount of ['', '-1', '1e5', '1,000', '1000&deposit=2000'])
      assert.deepEqual(await invalid(`${path}deposit=${amount}`), ['deposit'])
  }
})
