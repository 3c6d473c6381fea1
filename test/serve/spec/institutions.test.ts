import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Day } from '../../../src/domain/day.ts'
import { defaultSettings, type BookSettings } from '../../../src/domain/book-settings.ts'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { apiOf, appOf, ask } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { testRefusals } from '../../support/refusals.ts'
import { insuredUpTo } from '../../support/source.ts'

const book = openBook()
book.register('2026-01-01T00:00:00Z', 'beta', {
  type: 'nbfi',
  licenseType: 'licensed_finance_company',
})
book.register('2026-01-01T00:00:00Z', 'alpha2')
book.register('2026-01-01T00:00:00Z', 'alpha-2', { active: false })
book.register('2026-01-01T00:00:00Z', 'gamma', { type: 'nbfi', active: false })
book.register('2026-01-01T00:00:00Z', 'alpha', {
  name: 'Alpha & Söhne "Bank"',
  website: 'https://alpha.example/en?a=1',
  creditRating: 'AA-(lka)',
  ratingAgency: 'Fitch Ratings',
  ratingUpdated: '2025-11-30' as Day,
})
book.register('2026-01-01T00:00:00Z', '9th-bank')
book.register('2026-01-01T00:00:00Z', '10th-bank')
const { text, rows, lines } = apiOf(book.market())

test('Institution: every field, in the order and type of the specification', async () => {
  const body = await text('/institutions?active_only=false')
  assert.ok(
    body.includes(
      '{"id":"alpha","name":"Alpha & Söhne \\"Bank\\"","type":"bank","website":"https://alpha.example/en?a=1","active":true,' +
        '"license_type":"licensed_commercial_bank","credit_rating":"AA-(lka)","rating_agency":"Fitch Ratings","rating_updated":"2025-11-30"}',
    ),
    body,
  )
})

test('Institution: rating, agency and day are null until a rating has been entered', async () => {
  const body = await text('/institutions?type=nbfi')
  assert.equal(
    body,
    '[{"id":"beta","name":"The beta","type":"nbfi","website":"https://beta.example/","active":true,' +
      '"license_type":"licensed_finance_company","credit_rating":null,"rating_agency":null,"rating_updated":null}]',
  )
})

test('institutions are ordered by id, compared by code unit', async () => {
  assert.deepEqual(await lines('/institutions?active_only=false', 'id'), [
    '10th-bank',
    '9th-bank',
    'alpha',
    'alpha-2',
    'alpha2',
    'beta',
    'gamma',
  ])
})

test('GET /institutions: active_only is true by default', async () => {
  const active = ['10th-bank', '9th-bank', 'alpha', 'alpha2', 'beta']
  assert.deepEqual(await lines('/institutions', 'id'), active)
  assert.deepEqual(await lines('/institutions?active_only=true', 'id'), active)
})

test('GET /institutions: type filters, together with active_only', async () => {
  assert.deepEqual(await lines('/institutions?type=nbfi', 'id'), ['beta'])
  assert.deepEqual(await lines('/institutions?type=nbfi&active_only=false', 'id', 'active'), [
    'beta true',
    'gamma false',
  ])
  assert.deepEqual(await lines('/institutions?type=bank', 'id'), [
    '10th-bank',
    '9th-bank',
    'alpha',
    'alpha2',
  ])
})

test('registering a changed record changes ratings, names and active', async () => {
  const changing = openBook()
  changing.register('2026-01-01T00:00:00Z', 'alpha')
  changing.register('2026-01-01T00:00:00Z', 'beta')
  changing.register('2026-02-01T00:00:00Z', 'alpha', { active: false })
  changing.register('2026-02-02T00:00:00Z', 'beta', {
    name: 'Beta PLC',
    type: 'nbfi',
    creditRating: 'B+',
    ratingAgency: 'ICRA',
    ratingUpdated: '2026-02-01' as Day,
  })
  const { rows: records } = apiOf(changing.market())
  const beta = {
    id: 'beta',
    name: 'Beta PLC',
    type: 'nbfi',
    website: 'https://beta.example/',
    active: true,
    license_type: 'licensed_commercial_bank',
    credit_rating: 'B+',
    rating_agency: 'ICRA',
    rating_updated: '2026-02-01',
  }
  assert.deepEqual(await records('/institutions'), [beta])
  changing.register('2026-03-01T00:00:00Z', 'alpha', { active: true })
  const later = apiOf(changing.market())
  assert.deepEqual(await later.lines('/institutions', 'id', 'active'), ['alpha true', 'beta true'])
})

test('an array may be empty', async () => {
  assert.equal(await apiOf(emptyMarket).text('/institutions'), '[]')
  assert.equal((await rows('/institutions')).length, 5)
})

testRefusals(apiOf(book.market()), '/institutions', {
  type: { takes: 'nbfi' },
  active_only: { takes: 'false' },
})

test('details=true adds the insurance: of the institution, of its type as the operator says, or unknown', async () => {
  const insured = openBook()
  const own = { status: 'guaranteed_by_state', scheme: 'Treasury' } as const
  insured.register('2026-01-01T00:00:00Z', 'alpha', { insurance: own })
  insured.register('2026-01-01T00:00:00Z', 'beta')
  insured.register('2026-01-01T00:00:00Z', 'gamma', { type: 'nbfi' })
  const { insurance } = insuredUpTo('500000', 'KES')
  const settings = { ...defaultSettings, insurance: { bank: insurance.bank } } as BookSettings
  const app = appOf(insured.market(), undefined, { settings })
  const { body, headers } = await ask(app, '/institutions?details=true')
  const rows = JSON.parse(body) as readonly Record<string, unknown>[]
  assert.equal(Object.keys(rows[0] ?? {}).at(-1), 'insurance')
  const none = { amount: null, currency: null, scheme: null, address: null, since: null }
  assert.deepEqual(
    rows.map((row) => row['insurance']),
    [
      { ...none, ...own },
      { ...none, status: 'insured_up_to', amount: '500000.00', currency: 'KES' },
      { ...none, status: 'unknown' },
    ],
  )
  const csv = await ask(app, '/institutions.csv?details=true')
  assert.match(
    csv.body,
    /,rating_updated,insurance\r\nalpha,.*,"{""status"":""guaranteed_by_state"",/,
  )
  const plain = await ask(app, '/institutions.csv')
  assert.match(plain.body, /,rating_updated\r\n/)
  // Other settings answer otherwise at the same position.
  const restarted = appOf(insured.market(), undefined, { settings: defaultSettings })
  const condition = { 'if-none-match': headers['etag'] ?? '' }
  assert.equal((await ask(app, '/institutions?details=true', condition)).status, 304)
  assert.equal((await ask(restarted, '/institutions?details=true', condition)).status, 200)
})
