import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contextFromMarket } from '../../../src/book/publish/context-from-store.ts'
import { readSheets } from '../../../src/book/publish/input/read-sheet.ts'
import { decideSheet } from '../../../src/book/publish/decide-sheet.ts'
import { openBook } from '../../support/book.ts'
import { at } from '../../support/sample-market.ts'
import { bytesOf, offerOf, sheetOf } from '../../support/small-book.ts'

const head = 'institution_id,source_url,scraped_at,currency'
const values = 'alpha-bank,https://alpha-bank.example/rates,2026-06-02T00:00:00Z,LKR'
const csv = (columns: string, ...rows: readonly string[]) =>
  new TextEncoder().encode(
    [`${head},${columns}`, ...rows.map((row) => `${values},${row}`), ''].join('\n'),
  )

/** Publishes the sheets of a file to the book of a bank with one offer: `published`, or the places and codes of the problems. */
function outcomes(offer: string, file: Uint8Array): readonly string[] {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha-bank')
  book.publish('2026-06-01T00:00:00Z', 'alpha-bank', [offer])
  const context = contextFromMarket(book.market(), 'alpha-bank')
  const details = { at: at('2026-06-03T00:00:00Z'), sample: false }
  return readSheets(file).flatMap((parsed) => {
    const verdict = decideSheet(context, parsed, details)
    return verdict.kind === 'refused'
      ? verdict.problems.map(({ location, code }) => `${location} ${code}`)
      : verdict.kind
  })
}

test('a CSV without a column of upper bounds is refused where offers are ranges, and only there', () => {
  const columns = 'product_variant,tenure_months,payout_type,rate_pa'
  const plain = csv(columns, 'general,12,maturity,9.50')
  assert.deepEqual(outcomes('general 12 maturity 9.50', plain), ['published'])
  assert.deepEqual(outcomes('general 12-24 maturity 9.50', plain), [
    'tenure_to_months no-upper-bounds',
  ])
  for (const column of ['tenure_to_months', 'tenure_to_days']) {
    const points = csv(`${columns},${column}`, 'general,12,maturity,9.50,')
    assert.deepEqual(outcomes('general 12-24 maturity 9.50', points), ['published'])
  }
})

test('a sheet with ranges is the same sheet in CSV and in JSON', () => {
  const columns =
    'product_variant,tenure_months,tenure_days,tenure_to_months,tenure_to_days,payout_type,rate_pa'
  const rows = [
    'general,12,,,,maturity,9.00',
    'general,12,,24.0,,maturity,9.50',
    'general,,366,,729,maturity,9.75',
    'general,,7,1,,maturity,5',
  ]
  const offers = [
    offerOf({ rate_pa: '9.00' }),
    offerOf({ tenure_to_months: '24.0', rate_pa: '9.50' }),
    offerOf({ tenure_months: undefined, tenure_days: 366, tenure_to_days: 729, rate_pa: '9.75' }),
    offerOf({ tenure_months: undefined, tenure_days: 7, tenure_to_months: '1', rate_pa: '5' }),
  ]
  const [inCsv, ...rest] = readSheets(csv(columns, ...rows))
  const [inJson] = readSheets(bytesOf(sheetOf({ offers })))
  assert.deepEqual(rest, [])
  assert.deepEqual(inCsv?.problems, [])
  assert.deepEqual(
    inCsv.sheet?.offers.map(({ tenure, tenureTo }) => [tenure, tenureTo]),
    [
      ['0.23', '1'],
      ['12', undefined],
      ['12', '24.0'],
      ['12.03', '23.97'],
    ],
  )
  assert.deepEqual(inCsv, inJson)
})
