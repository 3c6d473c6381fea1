import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings, type BookSettings } from '../../../src/domain/book-settings.ts'
import type { Day } from '../../../src/domain/day.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { appOf, ask } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { marketOf, sampleEntries } from '../../support/sample-market.ts'
import { insuredUpTo } from '../../support/source.ts'

const sample = marketOf(sampleEntries())
const now = '2026-07-21T00:00:00Z'

const settings: BookSettings = {
  country: 'KE',
  currency: 'KES',
  timeZone: 'Africa/Nairobi',
  languages: ['en', 'sw'],
  operator: {
    name: 'Rates Kenya',
    website: 'https://rates.example',
    logo: 'logo.svg',
    imprint: 'Rates Kenya, Nairobi',
    licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
    contact: 'rates@example.org',
    releases: 'https://data.rates.example/latest/',
  },
  insurance: {
    bank: {
      status: 'insured_up_to',
      amount: '500000' as Decimal,
      currency: 'KES',
      scheme: 'KDIC',
      address: 'https://kdic.example/',
      since: '2020-07-01' as Day,
    },
  },
  withholdingTax: '15.0' as Decimal,
  gate: {},
}
const logo = { type: 'image/svg+xml', body: Buffer.from('<svg/>') } as const

test('GET /about: what the book and the operator say about the country', async () => {
  const app = appOf(sample, now, { settings, logo, basePath: '/rates/ke' })
  const { status, body, headers } = await ask(app, '/rates/ke/about')
  assert.equal(status, 200)
  assert.equal(
    body,
    '{"currency":"LKR","time_zone":"Africa/Nairobi","is_sample":true,"country":"KE","languages":["en","sw"],' +
      '"operator":{"name":"Rates Kenya","website":"https://rates.example","logo":"/rates/ke/logo","imprint":"Rates Kenya, Nairobi",' +
      '"licence":{"name":"CC BY 4.0","url":"https://creativecommons.org/licenses/by/4.0/"},"contact":"rates@example.org","releases":"https://data.rates.example/latest/"},' +
      '"insurance":{"bank":{"status":"insured_up_to","amount":"500000.00","currency":"KES","scheme":"KDIC","address":"https://kdic.example/","since":"2020-07-01"},"nbfi":null},' +
      '"withholding_tax":"15"}',
  )
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['ratebook-position'], '79')
})

test('GET /about: null for what is not known', async () => {
  const { body } = await ask(appOf(emptyMarket, now, { settings: defaultSettings }), '/about')
  assert.deepEqual(JSON.parse(body), {
    currency: null,
    time_zone: null,
    is_sample: false,
    country: null,
    languages: ['en'],
    operator: {
      name: null,
      website: null,
      logo: null,
      imprint: null,
      licence: null,
      contact: null,
      releases: null,
    },
    insurance: { bank: null, nbfi: null },
    withholding_tax: null,
  })
})

test('GET /about: 304 while nothing changes, and never for other settings at the same position', async () => {
  const before = appOf(sample, now)
  const { headers } = await ask(before, '/about')
  const condition = { 'if-none-match': headers['etag'] ?? '' }
  assert.equal((await ask(before, '/about', condition)).status, 304)
  const other = appOf(sample, now, { settings: insuredUpTo('2000000') })
  const restarted = await ask(other, '/about', condition)
  assert.equal(restarted.status, 200)
  assert.match(restarted.body, /"amount":"2000000.00"/)
  assert.equal((await ask(appOf(sample, now), '/about', condition)).status, 304)
})

test('GET /about?known_at: the currency known then and the position of then, with the settings of today', async () => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9'])
  const app = appOf(book.market(), now, { settings })
  const then = async (instant: string) => {
    const { body, headers } = await ask(app, `/about?known_at=${instant}`)
    const { currency, country } = JSON.parse(body) as Record<string, unknown>
    return [currency, country, headers['ratebook-position']]
  }
  assert.deepEqual(await then('2026-01-01T12:00:00Z'), [null, 'KE', '1'])
  assert.deepEqual(await then('2026-01-02T12:00:00Z'), ['LKR', 'KE', '2'])
  assert.equal((await ask(app, '/about?known_at=2026-08-01T00:00:00Z')).status, 422)
})
