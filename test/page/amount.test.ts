import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { noPageSettings, type AmountWords } from '../../src/domain/book-settings.ts'
import english from '../../web/messages/en/amount-words.json' with { type: 'json' }
import si from '../../web/messages/si.json' with { type: 'json' }
import ta from '../../web/messages/ta.json' with { type: 'json' }
import { createMessages } from '../../web/messages/messages.ts'
import { createMoney, type Money } from '../../web/money/money.ts'
import { exportTable } from '../../web/take-along/export-table.ts'

const amountWords: readonly AmountWords[] = [...english, ...si.amountWords, ...ta.amountWords]

/** A market, its texts of amounts with their values, and texts that it refuses with the reasons. */
type MarketTable = {
  readonly country: string
  readonly currency: string
  readonly languages: readonly string[]
  readonly read: Readonly<Record<string, string>>
  readonly refused: Readonly<Record<string, string>>
  /** 1,100,000 and 1234.5 in each language, as the page writes them. */
  readonly written: Readonly<Record<string, readonly [string, string]>>
}

const markets = JSON.parse(
  readFileSync(new URL('amounts.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, MarketTable>>

function moneyOf({ country, currency, languages }: MarketTable, language: string): Money {
  return createMoney({ language, languages, country, currency, amountWords })
}

for (const [name, market] of Object.entries(markets)) {
  const [first = ''] = market.languages
  const money = moneyOf(market, first)

  test(`amounts are read as people write them, exactly: ${name}`, () => {
    for (const [text, value] of Object.entries(market.read))
      assert.deepEqual(money.parse(text), { value }, text)
  })

  test(`an amount that cannot be read, or may mean several amounts, says why: ${name}`, () => {
    for (const [text, kind] of Object.entries(market.refused)) {
      const result = money.parse(text)
      assert.equal('error' in result && result.error.kind, kind, text)
    }
  })

  test(`amounts are written by currency and language, and the field reads what it writes: ${name}`, () => {
    for (const [language, written] of Object.entries(market.written)) {
      const { withCurrency, typed, places, parse } = moneyOf(market, language)
      const texts = ['1100000', '1234.5'].map((value) => withCurrency(value).replaceAll(/\s/g, ' '))
      assert.deepEqual(texts, written, language)
      for (const value of ['5', '1000', '500000', '1100000', '1234.5'].filter(
        (one) => places > 0 || !one.includes('.'),
      ))
        assert.deepEqual(parse(typed(value)), { value }, `${language}: ${typed(value)}`)
    }
  })
}

test('an amount with two readings says both', () => {
  const { EUR } = markets
  assert.ok(EUR !== undefined)
  assert.deepEqual(moneyOf(EUR, 'de').parse('1.000'), {
    error: { kind: 'ambiguous', values: ['1000', '1'] },
  })
})

test('any currency passes while that of the book is not known, and its country is that of its code', () => {
  const market = { country: '', languages: ['en'], read: {}, refused: {}, written: {} }
  assert.deepEqual(moneyOf({ ...market, currency: '' }, 'en').parse('USD 500'), { value: '500' })
  assert.deepEqual(moneyOf({ ...market, currency: 'USD' }, 'en').parse('$500'), { value: '500' })
  assert.deepEqual(moneyOf({ ...market, currency: 'LKR' }, 'en').parse('5 lakhs'), {
    value: '500000',
  })
})

test('amounts of any length stay exact', () => {
  const money = moneyOf(
    { country: 'KE', currency: 'KES', languages: ['en'], read: {}, refused: {}, written: {} },
    'en',
  )
  assert.equal(
    money.amount('123456789012345.678901234567891'),
    '123,456,789,012,345.678901234567891',
  )
  assert.equal(money.withDecimals('999999999999999.99'), '999,999,999,999,999.99')
})

test('amounts of files have the decimals of the coins', async () => {
  for (const [country, currency, expected] of [
    ['KW', 'KWD', '1000.500'],
    ['LK', 'LKR', '1000.50'],
    ['VN', 'VND', '1000.5'],
  ] as const) {
    const messages = createMessages('en', { ...noPageSettings, country, currency })
    const table = exportTable<string>([['minimum', (text) => text]], () => ['1000.50'], messages)
    assert.deepEqual(await table.rows(''), [[expected]], currency)
  }
  const { words } = createMessages('en', { ...noPageSettings, country: 'VN', currency: 'VND' })
  assert.equal(words.money.inCoins('1000000.00'), '1000000')
})
