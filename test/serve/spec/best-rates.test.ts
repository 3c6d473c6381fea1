import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { apiOf } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { testRefusals } from '../../support/refusals.ts'
import { typingError, wrongBank } from '../../support/corrected-books.ts'

const path = '/reports/best-rates'
const book = openBook()
for (const id of ['delta', 'beta-2', 'beta', 'closed', 'silent'])
  book.register('2026-01-01T00:00:00Z', id)
book.register('2026-01-01T00:00:00Z', 'alpha', { name: 'Alpha Finance', type: 'nbfi' })
book.publish('2026-01-02T00:00:00Z', 'closed', ['general 12 maturity 20'])
book.register('2026-01-03T00:00:00Z', 'closed', { active: false })
book.publish('2026-01-04T00:00:00Z', 'delta', ['general 12 maturity 9.75', 'women 60 maturity 9.5'])
book.publish('2026-01-04T00:00:00Z', 'beta-2', ['senior_citizen 24 monthly 9.50'])
book.publish('2026-01-04T00:00:00Z', 'beta', ['general 36 maturity 9.500', 'general 12 maturity 9'])
book.publish('2026-01-04T00:00:00Z', 'alpha', ['general 24 maturity 11', 'general 9.5 annual 10'])
book.publish('2026-02-04T10:00:00Z', 'alpha', [
  'general 24 maturity 11',
  'general 9.5 annual 12.125',
])
const { text, lines } = apiOf(book.market())

test('Best-rate record: every field, in the order and type of the specification', async () => {
  assert.equal(
    await text(`${path}?limit=1`),
    '[{"institution_id":"alpha","name":"Alpha Finance","type":"nbfi","best_rate_pa":"12.125","best_tenure_months":"9.50",' +
      '"best_payout_type":"annual","last_changed_at":"2026-02-04T10:00:00Z","trend":"up"}]',
  )
})

test('GET /reports/best-rates: highest to lowest, by value; then institution id', async () => {
  const fields = ['institution_id', 'best_rate_pa', 'best_tenure_months', 'best_payout_type']
  assert.deepEqual(await lines(path, ...fields), [
    'alpha 12.125 9.50 annual',
    'delta 9.750 12.00 maturity',
    'beta 9.500 36.00 maturity',
    'beta-2 9.500 24.00 monthly',
  ])
})

test('GET /reports/best-rates: type filters before limit cuts', async () => {
  assert.deepEqual(await lines(`${path}?type=nbfi`, 'institution_id'), ['alpha'])
  assert.deepEqual(await lines(`${path}?type=bank&limit=2`, 'institution_id'), ['delta', 'beta'])
  assert.deepEqual(await lines(`${path}?limit=1`, 'institution_id'), ['alpha'])
  assert.equal(await apiOf(emptyMarket).text(path), '[]')
})

test('limit is 20 by default, and 100 at the most', async () => {
  const wide = openBook()
  for (let index = 100; index < 205; index++) {
    wide.register('2026-01-01T00:00:00Z', `bank-${index}`)
    wide.publish('2026-01-01T00:00:00Z', `bank-${index}`, ['general 12 maturity 9'])
  }
  const { rows } = apiOf(wide.market())
  const twenty = await rows(path)
  assert.equal(twenty.length, 20)
  assert.deepEqual(
    [twenty[0]?.['institution_id'], twenty.at(-1)?.['institution_id']],
    ['bank-100', 'bank-119'],
  )
  assert.equal((await rows(`${path}?limit=100`)).length, 100)
})

/** The best rate of an institution that published these sheets, one a month. */
async function best(
  sheets: readonly (readonly string[])[],
  ...fields: readonly string[]
): Promise<string | undefined> {
  const written = openBook()
  written.register('2026-01-01T00:00:00Z', 'alpha')
  for (const [index, offers] of sheets.entries())
    written.publish(`2026-0${index + 2}-01T00:00:00Z`, 'alpha', offers)
  const found = await apiOf(written.market()).lines(path, ...fields)
  assert.equal(found.length, 1)
  return found[0]
}
const terms = ['best_rate_pa', 'best_tenure_months', 'best_payout_type', 'last_changed_at'] as const

test('at equal rates, the shortest tenure wins', async () => {
  const sheet = ['general 100 maturity 9.5', 'women 9.25 annual 9.50', 'general 12 maturity 9.5']
  assert.equal(await best([sheet], ...terms), '9.500 9.25 annual 2026-02-01T00:00:00Z')
})

test('at equal rates and tenures, the order of payouts decides, before the order of variants', async () => {
  const sheet = ['general 12 annual 9.5', 'women 12 quarterly 9.5', 'minor 12 monthly 9.5']
  assert.equal(await best([sheet], ...terms), '9.500 12.00 monthly 2026-02-01T00:00:00Z')
  assert.equal(
    await best([[...sheet, 'digital 12 maturity 9.5']], ...terms),
    '9.500 12.00 maturity 2026-02-01T00:00:00Z',
  )
})

test('then the order of variants decides, which shows in last_changed_at', async () => {
  const fields = ['last_changed_at', 'trend']
  const second = 'women 12 maturity 9.5'
  assert.equal(
    await best(
      [
        ['senior_citizen 12 maturity 9', second],
        ['senior_citizen 12 maturity 9.5', second],
      ],
      ...fields,
    ),
    '2026-03-01T00:00:00Z up',
  )
  assert.equal(
    await best(
      [
        ['senior_citizen 12 maturity 9.5', 'women 12 maturity 9'],
        ['senior_citizen 12 maturity 9.5', second],
      ],
      ...fields,
    ),
    '2026-02-01T00:00:00Z flat',
  )
})

test('the best rate is the highest of all tiers', async () => {
  const sheet = [
    'general 12 maturity 12 1000000',
    'general 12 maturity 9 5000',
    'general 6 maturity 9.25 5000',
  ]
  assert.equal(await best([sheet], ...terms), '12.000 12.00 maturity 2026-02-01T00:00:00Z')
})

test('of equal rates for the same terms, the tier with the lowest minimum deposit counts', async () => {
  const tiers = (lower: string) => [
    `general 12 maturity ${lower} 5000`,
    'general 12 maturity 9 10000',
  ]
  assert.equal(
    await best([tiers('8.5'), tiers('9')], 'trend', 'last_changed_at'),
    'up 2026-03-01T00:00:00Z',
  )
})

test('trend is the direction of the last change of that rate, and flat if it never changed', async () => {
  const at = (...rates: readonly string[]) =>
    best(
      rates.map((rate) => [`general 12 maturity ${rate}`, 'general 6 maturity 1']),
      'trend',
      'last_changed_at',
    )
  assert.equal(await at('9'), 'flat 2026-02-01T00:00:00Z')
  assert.equal(await at('9', '9.5'), 'up 2026-03-01T00:00:00Z')
  assert.equal(await at('9', '9.5', '9.25'), 'down 2026-04-01T00:00:00Z')
  assert.equal(await at('9', '9.5', '9.50'), 'up 2026-03-01T00:00:00Z')
})

test('last_changed_at and trend are of the last raise or cut: a return or a new minimum at the same rate is no change', async () => {
  const other = ['general 6 maturity 1']
  const fields = ['trend', 'last_changed_at', 'best_rate_pa']
  const [six, seven] = [6, 7].map((rate) => [`general 12 maturity ${rate} 5000`, ...other])
  const moved = ['general 12 maturity 7 100', ...other]
  assert.ok(six && seven)
  assert.equal(await best([six, seven, other, seven], ...fields), 'up 2026-03-01T00:00:00Z 7.000')
  assert.equal(await best([six, seven, moved], ...fields), 'up 2026-03-01T00:00:00Z 7.000')
  assert.equal(await best([six, seven, other, six], ...fields), 'down 2026-05-01T00:00:00Z 6.000')
  // A rate that never changed is that of its first record.
  assert.equal(await best([six, other, six], ...fields), 'flat 2026-02-01T00:00:00Z 6.000')
  assert.equal(await best([six, other], ...fields), 'flat 2026-02-01T00:00:00Z 1.000')
})

test('GET /reports/best-rates: only current offers of active institutions count', async () => {
  assert.equal((await text(path)).includes('closed'), false)
  const sheets = [['general 12 maturity 12', 'general 6 maturity 9'], ['general 6 maturity 9']]
  assert.equal(await best(sheets, ...terms), '9.000 6.00 maturity 2026-02-01T00:00:00Z')
})

const bestFields = [
  'institution_id',
  'best_rate_pa',
  'best_tenure_months',
  'last_changed_at',
  'trend',
]

test('a corrected typing error is neither the last change nor a trend', async () => {
  const typed = typingError()
  assert.deepEqual(await apiOf(typed.market()).lines(path, ...bestFields), [
    'alpha 15.200 12.00 2026-02-27T00:00:00Z flat',
  ])
  typed.publish('2026-04-01T00:00:00Z', 'alpha', ['general 12 maturity 15.10'])
  assert.deepEqual(await apiOf(typed.market()).lines(path, ...bestFields), [
    'alpha 15.100 12.00 2026-04-01T00:00:00Z down',
  ])
})

test('a sheet of the wrong bank that was retracted leaves the best rates as they were', async () => {
  assert.deepEqual(await apiOf(wrongBank().market()).lines(path, ...bestFields), [
    'beta 11.000 12.00 2026-02-27T00:00:00Z flat',
    'alpha 9.000 12.00 2026-02-27T00:00:00Z flat',
  ])
})

testRefusals(apiOf(book.market()), path, {
  type: { takes: 'bank' },
  limit: { takes: '100', refuses: '101 1000 99999999999999999999' },
})
