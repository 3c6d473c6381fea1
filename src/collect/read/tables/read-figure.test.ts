import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failure,
  htmlTable,
  linesOf,
  plainTable,
  reading,
  sourceOf,
} from '../../../../test/support/reading-pages.ts'
import type { SourceDefinition } from '../source-schema.ts'

const page = (table: string) => `<h2>Deposits</h2>${htmlTable(table)}`
const commas = sourceOf({ tables: [plainTable] }, { decimal: ',' })

test('figures and amounts have the decimal mark that the source declares', async () => {
  const columns = {
    Period: 'tenure',
    From: { is: 'min_deposit' },
    Rate: { payout: 'maturity' },
  } as const
  const source = sourceOf({ tables: [{ ...plainTable, columns }] }, { decimal: ',' })
  const table = 'Period|From|Rate\n6 Months|5.000|2,15 %\n12 Months|25 000,00|3,5\n24 Months|50|4'
  const read = await reading(source, page(table))
  assert.deepEqual(linesOf(read), [
    'general 6 maturity 5000: 2.15',
    'general 12 maturity 25000.00: 3.5',
    'general 24 maturity 50: 4',
  ])
  assert.deepEqual(
    read.cells.map(({ rate, minimumDeposit }) => [rate.decimal, minimumDeposit?.decimal]),
    [
      [',', ','],
      [',', ','],
      [',', ','],
    ],
  )
})

test('a column goes before its table, and a table before its page', async () => {
  const columns = { Period: 'tenure', Rate: { payout: 'maturity', decimal: '.' } } as const
  const ofColumn = sourceOf({ tables: [{ ...plainTable, decimal: ',', columns }] })
  assert.deepEqual(linesOf(await reading(ofColumn, page('Period|Rate\n12 Months|2.15'))), [
    'general 12 maturity: 2.15',
  ])
  const ofTable = sourceOf({ tables: [{ ...plainTable, decimal: '.' }] }, { decimal: ',' })
  assert.deepEqual(linesOf(await reading(ofTable, page('Period|Rate\n12 Months|2.15'))), [
    'general 12 maturity: 2.15',
  ])
})

test('the other mark ends the read, with both cells if the page mixes them', async () => {
  assert.equal(
    await failure(sourceOf({ tables: [plainTable] }), page('Period|Rate\n12 Months|2,15')),
    'The cell "2,15" has a decimal comma; if the page prints figures so, write `decimal: ","` for the table.',
  )
  const columns = { Period: 'tenure', Rate: { payout: 'maturity' }, AER: { is: 'aer' } } as const
  const withAer = sourceOf({ tables: [{ ...plainTable, columns }] }, { decimal: ',' })
  assert.equal(
    await failure(withAer, page('Period|Rate|AER\n12 Months|2,15|2.15')),
    'The cell "2.15" has a decimal point, and the cell "2,15" a decimal comma; if both are right, write `decimal: "."` for the column "AER".',
  )
  assert.equal(
    await failure(commas, page('Period|Rate\n6 Months|2,15\n12 Months|3.25')),
    'The cell "3.25" has a decimal point, and the cell "2,15" a decimal comma. The column "Rate" has one mark: if one of them is a misprint, leave its row out by name, with a reason.',
  )
})

const amountColumns = {
  Period: 'tenure',
  From: { is: 'min_deposit' },
  Rate: { payout: 'maturity' },
} as const

function withAmounts(currency: string): SourceDefinition {
  return sourceOf({ currency, tables: [{ ...plainTable, columns: amountColumns }] })
}

test('an amount has the decimals of its currency', async () => {
  const table = page('Period|From|Rate\n6 Months|KWD 1.500|2.15\n12 Months|1,000.500|3')
  assert.deepEqual(linesOf(await reading(withAmounts('KWD'), table)), [
    'general 6 maturity 1.500: 2.15',
    'general 12 maturity 1000.500: 3',
  ])
})

test('no advice changes a figure that is read', async () => {
  // In dinars, 5,000 is five under a decimal comma.
  assert.equal(
    await failure(withAmounts('KWD'), page('Period|From|Rate\n12 Months|5,000|2,15')),
    'The cell "2,15" has a decimal comma; if the page prints figures so, write `decimal: ","` for the column "Rate".',
  )
  assert.equal(
    await failure(withAmounts('LKR'), page('Period|From|Rate\n12 Months|1.000.000|2.15')),
    'The cell "1.000.000" is not an amount of LKR. If all amounts of the column "From" have the decimal mark of another language, write `decimal: ","` for it; else say in `values` what it means.',
  )
  assert.equal(
    await failure(withAmounts('LKR'), page('Period|From|Rate\n12 Months|many|2.15')),
    'The cell "many" is not an amount of LKR. Say in `values` what it means.',
  )
})

test('a word that two languages read differently needs the language of the page', async () => {
  const table = page('Period|From|Rate\n12 Months|10 mil €|2.15')
  assert.equal(
    await failure(withAmounts('EUR'), table),
    'The cell "10 mil €" may mean 10000000 or 10000 of EUR; give the `language` of the pages, or say in `values` what it means.',
  )
  assert.deepEqual(linesOf(await reading({ ...withAmounts('EUR'), language: 'es' }, table)), [
    'general 12 maturity 10000: 2.15',
  ])
})

test('a number of JSON has a point, whatever the page declares', async () => {
  const columns = {
    months: { is: 'tenure', unit: 'months' },
    from: { is: 'min_deposit' },
    rate: { payout: 'maturity' },
  } as const
  const source = sourceOf(
    { currency: 'EUR', tables: [{ columns }] },
    { format: 'json', path: [], decimal: ',' },
  )
  const rows = [
    '{ "months": 12, "from": 1.500, "rate": 2.15 }',
    '{ "months": 24, "from": "1.500", "rate": "3,5" }',
  ]
  assert.deepEqual(linesOf(await reading(source, `[${rows.join()}]`)), [
    'general 12 maturity 1.5: 2.15',
    'general 24 maturity 1500: 3.5',
  ])
})
