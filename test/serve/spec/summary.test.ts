import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { apiOf } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { testRefusals } from '../../support/refusals.ts'

const book = openBook()
for (const id of ['alpha', 'beta', 'closed']) book.register('2026-01-01T00:00:00Z', id)
for (const id of ['delta', 'gamma']) book.register('2026-01-01T00:00:00Z', id, { type: 'nbfi' })
book.publish('2026-01-02T00:00:00Z', 'closed', ['general 12 maturity 20'])
book.register('2026-01-03T00:00:00Z', 'closed', { active: false })
book.publish('2026-01-04T00:00:00Z', 'gamma', ['general 12 maturity 11', 'general 6 maturity 10'])
book.publish('2026-01-04T00:00:00Z', 'delta', ['general 12 maturity 10', 'minor 1 annual 5'])
book.publish('2026-01-04T00:00:00Z', 'alpha', [
  'women 3 monthly 8',
  'women 3 annual 8.25',
  'general 100 maturity 9',
])
book.publish('2026-01-04T00:00:00Z', 'beta', ['general 12 maturity 9.5', 'general 9.5 maturity 9'])
const { text, lines } = apiOf(book.market())
const groups = (query = '') =>
  lines(
    `/summary${query}`,
    'institution_type',
    'product_variant',
    'tenure_months',
    'payout_type',
    'institution_count',
  )

/** The figures of one group: bank n offers the n-th rate for general deposits of 12 months, paid at maturity. */
async function figures(...rates: readonly string[]): Promise<string | undefined> {
  const group = openBook()
  for (const [index, rate] of rates.entries()) {
    group.register('2026-01-01T00:00:00Z', `bank-${index}`)
    group.publish('2026-01-01T00:00:00Z', `bank-${index}`, [`general 12 maturity ${rate}`])
  }
  const fields = [
    'institution_count',
    'min_rate_pa',
    'median_rate_pa',
    'max_rate_pa',
    'avg_rate_pa',
  ]
  const found = await apiOf(group.market()).lines('/summary', ...fields)
  assert.equal(found.length, 1)
  return found[0]
}

test('Market summary group: every field, in the order and type of the specification', async () => {
  assert.equal(
    await text('/summary?type=nbfi&tenure_months=12'),
    '[{"institution_type":"nbfi","product_variant":"general","tenure_months":"12.00","payout_type":"maturity",' +
      '"institution_count":2,"min_rate_pa":"10.000","median_rate_pa":"10.500","max_rate_pa":"11.000","avg_rate_pa":"10.500"}]',
  )
})

test('groups are ordered by type (bank, nbfi), variant as listed, tenure, and payout as listed', async () => {
  assert.deepEqual(await groups(), [
    'bank general 9.50 maturity 1',
    'bank general 12.00 maturity 1',
    'bank general 100.00 maturity 1',
    'bank women 3.00 monthly 1',
    'bank women 3.00 annual 1',
    'nbfi general 6.00 maturity 1',
    'nbfi general 12.00 maturity 2',
    'nbfi minor 1.00 annual 1',
  ])
})

test('GET /summary: each parameter is a filter, and they filter together', async () => {
  assert.deepEqual(await groups('?type=nbfi&variant=general'), [
    'nbfi general 6.00 maturity 1',
    'nbfi general 12.00 maturity 2',
  ])
  assert.deepEqual(await groups('?variant=minor'), ['nbfi minor 1.00 annual 1'])
  assert.deepEqual(await groups('?payout_type=annual'), [
    'bank women 3.00 annual 1',
    'nbfi minor 1.00 annual 1',
  ])
  assert.deepEqual(await groups('?tenure_months=9.50'), ['bank general 9.50 maturity 1'])
  assert.deepEqual(
    await groups('?tenure_months=12&type=bank&variant=general&payout_type=maturity'),
    ['bank general 12.00 maturity 1'],
  )
  assert.deepEqual(await groups('?variant=digital'), [])
})

test('GET /summary: minimum, median, maximum, average and count of one offer', async () => {
  assert.equal(await figures('9.5'), '1 9.500 9.500 9.500 9.500')
})

test('GET /summary: the median of an odd number is the middle one, by value', async () => {
  // 9.75 + 10.5 + 8 = 28.25; / 3 = 9.41666…
  assert.equal(await figures('9.75', '10.5', '8'), '3 8.000 9.750 10.500 9.417')
})

test('the median of an even number is the mean of the middle two', async () => {
  // 7 + 9.1 + 9.3 + 12 = 37.4; / 4 = 9.35
  assert.equal(await figures('12', '9.3', '7', '9.1'), '4 7.000 9.200 12.000 9.350')
})

test('median and average are rounded half away from zero to three decimals', async () => {
  // 9.125 + 9.126 = 18.251; / 2 = 9.1255
  assert.equal(await figures('9.125', '9.126'), '2 9.125 9.126 9.126 9.126')
  // 9.124 + 9.125 = 18.249; / 2 = 9.1245, which half to even would make 9.124
  assert.equal(await figures('9.124', '9.125'), '2 9.124 9.125 9.125 9.125')
  // 1.005 + 1.000 = 2.005; / 2 = 1.0025, which a binary number would make 1.002
  assert.equal(await figures('1.005', '1.000'), '2 1.000 1.003 1.005 1.003')
  // 10 / 3 = 3.3333… and 20 / 3 = 6.6666…
  assert.equal(await figures('3', '3', '4'), '3 3.000 3.000 4.000 3.333')
  assert.equal(await figures('6', '7', '7'), '3 6.000 7.000 7.000 6.667')
  // 9.5 + 9.5 + 9.5 + 9.502 = 38.002; / 4 = 9.5005
  assert.equal(await figures('9.5', '9.5', '9.5', '9.502'), '4 9.500 9.500 9.502 9.501')
  // 9.5 + 9.5 + 9.5 + 9.501 = 38.001; / 4 = 9.50025
  assert.equal(await figures('9.5', '9.5', '9.5', '9.501'), '4 9.500 9.500 9.501 9.500')
})

test('median and average have the finest scale in the group if it is finer than three decimals', async () => {
  // 9.1234 + 9.5 = 18.6234; / 2 = 9.3117
  assert.equal(await figures('9.1234', '9.5'), '2 9.1234 9.3117 9.500 9.3117')
  // 9.1234 + 9.1235 = 18.2469; / 2 = 9.12345
  assert.equal(await figures('9.1234', '9.1235'), '2 9.1234 9.1235 9.1235 9.1235')
  // 27 / 3 = 9, at the five decimals of 9.00000
  assert.equal(await figures('8', '10', '9.00000'), '3 8.000 9.00000 10.000 9.00000')
})

test('equal rates that are printed differently are one rate, in the printing with the most digits', async () => {
  assert.equal(await figures('8.125', '8.1250'), '2 8.1250 8.1250 8.1250 8.1250')
  assert.equal(await figures('8.1250', '9', '8.125'), '3 8.1250 8.1250 9.000 8.4167')
  assert.equal(await figures('9', '9.12', '9.12000'), '3 9.000 9.12000 9.12000 9.08000')
})

test('median and average are exact where a JavaScript number is not', async () => {
  // …0001 + …0002 = …0003; / 2 = 9.0000000000000015, half away from zero at fifteen decimals
  assert.equal(
    await figures('9.000000000000001', '9.000000000000002'),
    '2 9.000000000000001 9.000000000000002 9.000000000000002 9.000000000000002',
  )
})

test('the tenure of a group is in canonical form, with at least two decimals', async () => {
  const printed = openBook()
  for (const [id, tenure] of [
    ['alpha', '12.0000'],
    ['beta', '3.2500'],
    ['gamma', '3.25'],
  ]) {
    printed.register('2026-01-01T00:00:00Z', id ?? '')
    printed.publish('2026-01-01T00:00:00Z', id ?? '', [
      `general ${tenure} maturity 9`,
      `women ${tenure}01 maturity 9`,
    ])
  }
  const { lines: linesOf } = apiOf(printed.market())
  assert.deepEqual(
    await linesOf('/summary', 'product_variant', 'tenure_months', 'institution_count'),
    [
      'general 3.25 2',
      'general 12.00 1',
      'women 3.250001 1',
      'women 3.2501 1',
      'women 12.000001 1',
    ],
  )
})

test('a group counts institutions and measures headline offers, not every tier', async () => {
  const tiers = openBook()
  tiers.register('2026-01-01T00:00:00Z', 'alpha')
  tiers.register('2026-01-01T00:00:00Z', 'beta')
  tiers.publish('2026-01-02T00:00:00Z', 'alpha', [
    'general 12 maturity 12 1000000',
    'general 12 maturity 9 5000',
  ])
  tiers.publish('2026-01-02T00:00:00Z', 'beta', ['general 12 maturity 10'])
  const { lines: linesOf } = apiOf(tiers.market())
  assert.deepEqual(
    await linesOf('/summary', 'institution_count', 'min_rate_pa', 'max_rate_pa', 'avg_rate_pa'),
    ['2 9.000 10.000 9.500'],
  )
})

test('GET /summary: an array may be empty', async () => {
  assert.equal(await apiOf(emptyMarket).text('/summary'), '[]')
})

testRefusals(apiOf(book.market()), '/summary', {
  type: { takes: 'nbfi' },
  variant: { takes: 'minor' },
  tenure_months: { takes: '0.000000000000001' },
  payout_type: { takes: 'annual' },
})
