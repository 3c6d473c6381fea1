import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Decimal } from '../../src/domain/decimal.ts'
import { emptyMarket } from '../../src/market/market.ts'
import { appOf, ask } from '../support/ask.ts'
import { openBook } from '../support/book.ts'
import { marketOf, sampleEntries } from '../support/sample-market.ts'

const sample = marketOf(sampleEntries())
const now = '2026-07-21T00:00:00Z'

test('GET /about: what the book and the operator say about the country', async () => {
  const { status, body, headers } = await ask(appOf(sample, now), '/about')
  assert.equal(status, 200)
  assert.equal(
    body,
    '{"currency":"LKR","time_zone":"Asia/Colombo","insured_amount":"1100000.00","report_to":"https://rates.example/report","is_sample":true}',
  )
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['ratebook-position'], '79')
})

test('GET /about: null for what is not known', async () => {
  const { body } = await ask(appOf(emptyMarket, now, { operator: undefined }), '/about')
  assert.deepEqual(JSON.parse(body), {
    currency: null,
    time_zone: null,
    insured_amount: null,
    report_to: null,
    is_sample: false,
  })
})

test('GET /about: 304 while nothing changes, and never for other settings at the same position', async () => {
  const before = appOf(sample, now)
  const { headers } = await ask(before, '/about')
  const condition = { 'if-none-match': headers['etag'] ?? '' }
  assert.equal((await ask(before, '/about', condition)).status, 304)
  const operator = { insuredAmount: '2000000' as Decimal }
  const restarted = await ask(appOf(sample, now, { operator }), '/about', condition)
  assert.equal(restarted.status, 200)
  assert.match(restarted.body, /"insured_amount":"2000000.00"/)
  assert.equal((await ask(appOf(sample, now), '/about', condition)).status, 304)
})

test('GET /about?known_at: the currency known then and the position of then, with the settings of today', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  const app = appOf(book.market(), now)
  const then = async (instant: string) => {
    const { body, headers } = await ask(app, `/about?known_at=${instant}`)
    const { currency, insured_amount } = JSON.parse(body) as Record<string, unknown>
    return [currency, insured_amount, headers['ratebook-position']]
  }
  assert.deepEqual(await then('2026-01-01T12:00:00Z'), [null, '1100000.00', '1'])
  assert.deepEqual(await then('2026-01-02T12:00:00Z'), ['LKR', '1100000.00', '2'])
  assert.equal((await ask(app, '/about?known_at=2026-08-01T00:00:00Z')).status, 422)
})
