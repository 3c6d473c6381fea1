import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { apiOf } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { testRefusals } from '../../support/refusals.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'beta', { type: 'nbfi' })
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Bank' })
book.register('2026-01-01T00:00:00Z', 'closed')
book.publish('2026-01-02T00:00:00Z', 'closed', ['general 12 maturity 20'])
book.register('2026-01-03T00:00:00Z', 'closed', { active: false })
book.publish('2026-01-04T00:00:00Z', 'beta', ['general 12.0 maturity 11 1000'])
book.publish('2026-01-05T06:30:15.250Z', 'alpha', [
  'minor 12 maturity 7',
  'digital 12 maturity 7.1',
  'women 12 maturity 7.2',
  'senior_citizen 6 maturity 7.3',
  'general 100 maturity 9',
  'general 12 annual 8.4',
  'general 12 quarterly 8.3',
  'general 12 monthly 8.2',
  'general 12 maturity 8.6 1000000',
  'general 12 maturity 8.5 9000',
  'general 12 maturity 8.4',
  'general 9.5 maturity 8',
])
const { text, lines } = apiOf(book.market())
const current = (query: string) =>
  lines(
    `/rates/current${query}`,
    'institution_id',
    'product_variant',
    'tenure_months',
    'payout_type',
    'min_deposit',
  )

test('Current offer: every field, in the order and type of the specification', async () => {
  assert.equal(
    await text('/rates/current?institution_id=alpha&tenure_months=9.5'),
    '[{"institution_id":"alpha","institution_name":"Alpha Bank","product_variant":"general","tenure_months":"9.50",' +
      '"rate_pa":"8.000","payout_type":"maturity","min_deposit":"0.00","currency":"LKR",' +
      '"scraped_at":"2026-01-05T06:30:15.250Z","source_url":"https://alpha.example/rates"}]',
  )
})

test('offers are ordered by institution id, variant as listed, tenure, payout as listed, and minimum deposit', async () => {
  assert.deepEqual(await current(''), [
    'alpha general 9.50 maturity 0.00',
    'alpha general 12.00 maturity 0.00',
    'alpha general 12.00 maturity 9000.00',
    'alpha general 12.00 maturity 1000000.00',
    'alpha general 12.00 monthly 0.00',
    'alpha general 12.00 quarterly 0.00',
    'alpha general 12.00 annual 0.00',
    'alpha general 100.00 maturity 0.00',
    'alpha senior_citizen 6.00 maturity 0.00',
    'alpha women 12.00 maturity 0.00',
    'alpha digital 12.00 maturity 0.00',
    'alpha minor 12.00 maturity 0.00',
    'beta general 12.00 maturity 1000.00',
  ])
})

test('the order of offers does not depend on the order of sheets', async () => {
  const partial = { complete: false }
  const sheets: Parameters<typeof standing>[0] = [
    [['women 12 maturity 9', 'general 12 maturity 8 9000', 'general 12 maturity 8 10000']],
    [['general 6 maturity 7'], partial],
    [['general 12 maturity 8.5 20000', 'general 12 maturity 8.25 7000'], partial],
    [['general 12 monthly 7.5'], partial],
  ]
  assert.deepEqual(
    await standing(sheets, 'product_variant', 'tenure_months', 'payout_type', 'min_deposit'),
    [
      'general 6.00 maturity 0.00',
      'general 12.00 maturity 7000.00',
      'general 12.00 maturity 20000.00',
      'general 12.00 monthly 0.00',
      'women 12.00 maturity 0.00',
    ],
  )
})

test('GET /rates/current: each parameter is a filter, and they filter together', async () => {
  assert.deepEqual(await current('?institution_id=beta'), ['beta general 12.00 maturity 1000.00'])
  assert.deepEqual(await current('?type=nbfi'), ['beta general 12.00 maturity 1000.00'])
  assert.deepEqual(await current('?variant=women'), ['alpha women 12.00 maturity 0.00'])
  assert.deepEqual(await current('?payout_type=monthly'), ['alpha general 12.00 monthly 0.00'])
  assert.deepEqual(await current('?tenure_months=6'), ['alpha senior_citizen 6.00 maturity 0.00'])
  assert.deepEqual(
    await current('?type=bank&variant=general&tenure_months=12&payout_type=annual'),
    ['alpha general 12.00 annual 0.00'],
  )
  assert.deepEqual(await current('?type=nbfi&institution_id=alpha'), [])
})

test('tenure_months compares by value', async () => {
  const twelve = ['beta general 12.00 maturity 1000.00']
  for (const asked of ['12', '12.0', '12.000000000000000']) {
    assert.deepEqual(await current(`?institution_id=beta&tenure_months=${asked}`), twelve, asked)
  }
  for (const asked of ['1.2', '120', '12.01', '11.999']) {
    assert.deepEqual(await current(`?institution_id=beta&tenure_months=${asked}`), [], asked)
  }
})

test('a filter that names an unknown institution gives an empty array', async () => {
  for (const id of ['nobody', 'ALPHA', '..%2F', '%00', '%ff', 'x'.repeat(300), '__proto__']) {
    assert.equal(await text(`/rates/current?institution_id=${id}`), '[]', id)
  }
})

test('current offers are those of active institutions, with their current names', async () => {
  assert.deepEqual(await current('?institution_id=closed'), [])
  const again = openBook()
  again.register('2026-01-01T00:00:00Z', 'alpha', { active: false })
  again.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 8'])
  again.register('2026-01-03T00:00:00Z', 'alpha', { active: true, name: 'Alpha PLC' })
  assert.deepEqual(
    await apiOf(again.market()).lines('/rates/current', 'institution_name', 'rate_pa'),
    ['Alpha PLC 8.000'],
  )
})

/** The offers that stand after sheets of one institution, one a month. */
async function standing(
  sheets: readonly (readonly [offers: string[], head?: object])[],
  ...fields: readonly string[]
): Promise<readonly string[]> {
  const written = openBook()
  written.register('2026-01-01T00:00:00Z', 'alpha')
  for (const [index, [offers, head]] of sheets.entries()) {
    written.publish(`2026-0${index + 2}-01T00:00:00Z`, 'alpha', offers, head)
  }
  return apiOf(written.market()).lines('/rates/current', ...fields)
}

test('tenures and deposits have at least two decimals, rates at least three', async () => {
  const fields = ['tenure_months', 'rate_pa', 'min_deposit']
  const sheet = [
    'general 1 maturity 9 5000',
    'general 2.5 maturity 9.5 5000.5',
    'general 3.25 maturity 9.50 5000.50',
    'general 4.125 maturity 9.125 5000.125',
    'general 5.12345 maturity 9.12345 0.00001',
    'general 6.1000 maturity 9.50000 0',
  ]
  assert.deepEqual(await standing([[sheet]], ...fields), [
    '1.00 9.000 5000.00',
    '2.50 9.500 5000.50',
    '3.25 9.500 5000.50',
    '4.125 9.125 5000.125',
    '5.12345 9.12345 0.00001',
    '6.1000 9.50000 0.00',
  ])
})

test('a reprint of the same value keeps the first printing', async () => {
  const fields = ['tenure_months', 'rate_pa', 'min_deposit', 'scraped_at']
  const sheets = [
    ['general 12 maturity 9.5 5000'],
    ['general 12.000 maturity 9.5000 5000.0000'],
  ] as const
  assert.deepEqual(
    await standing(
      sheets.map((offers) => [[...offers]]),
      ...fields,
    ),
    ['12.00 9.500 5000.00 2026-03-01T00:00:00Z'],
  )
  assert.deepEqual(
    await standing(
      sheets.toReversed().map((offers) => [[...offers]]),
      ...fields,
    ),
    ['12.000 9.5000 5000.0000 2026-03-01T00:00:00Z'],
  )
})

test('a tenure in days is days × 12 / 365 months, rounded to two decimals', async () => {
  const days = ['7d', '30d', '100d', '182d', '365d', '400d'].map((of) => `general ${of} maturity 8`)
  // 7 × 12 / 365 = 0.2301…, 0.9863…, 3.2876…, 5.9835…, 12, 13.1506…
  const months = ['0.23', '0.99', '3.29', '5.98', '12.00', '13.15']
  assert.deepEqual(await standing([[days]], 'tenure_months'), months)
})

test('a complete sheet withdraws the offers that it no longer lists', async () => {
  const first = ['general 6 maturity 8', 'general 12 maturity 9', 'women 12 maturity 9.5']
  assert.deepEqual(
    await standing([[first], [['general 12 maturity 9']]], 'product_variant', 'tenure_months'),
    ['general 12.00'],
  )
})

test('a complete sheet withdraws only of the variants that it covers', async () => {
  const first = ['general 6 maturity 8', 'general 12 maturity 9', 'women 12 maturity 9.5']
  const covering = [['general 12 maturity 9'], { covers: ['general', 'minor'] }] as [
    string[],
    object,
  ]
  assert.deepEqual(await standing([[first], covering], 'product_variant', 'tenure_months'), [
    'general 12.00',
    'women 12.00',
  ])
})

test('a complete sheet neither confirms nor withdraws the terms that it leaves alone, with all their tiers', async () => {
  const first = [
    'general 6 maturity 8',
    'general 12 maturity 9 1000',
    'general 12 maturity 9.5 100000',
    'women 12 maturity 9.5',
  ]
  const leaves = [{ product_variant: 'general', tenure_months: '12.0', payout_type: 'maturity' }]
  const second = [['general 24 maturity 10'], { leaves }] as [string[], object]
  assert.deepEqual(await standing([[first], second], 'tenure_months', 'rate_pa', 'scraped_at'), [
    '12.00 9.000 2026-02-01T00:00:00Z',
    '12.00 9.500 2026-02-01T00:00:00Z',
    '24.00 10.000 2026-03-01T00:00:00Z',
  ])
})

test('a partial sheet withdraws nothing, and replaces all tiers of the terms that it lists', async () => {
  const first = [
    'general 6 maturity 8',
    'general 12 maturity 9 1000',
    'general 12 maturity 9.5 100000',
  ]
  const partial = [
    ['general 12 maturity 9.25 5000'],
    { complete: false, source_url: 'https://alpha.example/new' },
  ]
  const fields = ['tenure_months', 'rate_pa', 'min_deposit', 'scraped_at', 'source_url']
  assert.deepEqual(await standing([[first], partial as [string[], object]], ...fields), [
    '6.00 8.000 0.00 2026-02-01T00:00:00Z https://alpha.example/rates',
    '12.00 9.250 5000.00 2026-03-01T00:00:00Z https://alpha.example/new',
  ])
})

test('scraped_at is the time at which the sheet was read, not published', async () => {
  const late = openBook()
  late.register('2026-01-01T00:00:00Z', 'alpha')
  late.publish('2026-01-05T00:00:00Z', 'alpha', ['general 12 maturity 8'], {
    scraped_at: '2026-01-02T03:04:05Z',
  })
  assert.deepEqual(await apiOf(late.market()).lines('/rates/current', 'scraped_at'), [
    '2026-01-02T03:04:05Z',
  ])
  assert.equal(await apiOf(emptyMarket).text('/rates/current'), '[]')
})

testRefusals(apiOf(book.market()), '/rates/current', {
  institution_id: { takes: 'alpha' },
  type: { takes: 'bank' },
  variant: { takes: 'senior_citizen' },
  tenure_months: { takes: '3.29' },
  payout_type: { takes: 'quarterly' },
})
