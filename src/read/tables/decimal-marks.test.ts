import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failure,
  htmlTable,
  linesOf,
  plainTable,
  reading,
  sourceOf,
} from '../../../test/support/reading-pages.ts'

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
    'The cell "2,15" has a decimal comma; if the page prints figures so, write `decimal: ","` for it.',
  )
  assert.equal(
    await failure(commas, page('Period|Rate\n6 Months|2,15\n12 Months|3.25')),
    'The cell "3.25" has a decimal point, and the cell "2,15" a decimal comma; if both are right, write `decimal: "."` for the table or the column that prints it.',
  )
})
