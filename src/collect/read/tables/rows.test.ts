import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failure,
  htmlTable,
  linesOf,
  plainTable,
  reading,
  rulesOf,
  sourceOf,
} from '../../../../test/support/reading-pages.ts'

const page = (table: string) => `<h2>Deposits</h2>${htmlTable(table)}`
const withTable = (more: object, parts = {}) =>
  sourceOf({ tables: [{ ...plainTable, ...more }], ...parts })

test('a row label means what the source says', async () => {
  const rows = {
    '12 Senior': { tenure: 12, variant: 'senior_citizen', because: 'the label says both' },
    '46 days - *': { tenure: '46 to 90 days', because: 'the label says it, too' },
    '90 days or more': { ignore: 'no tenure of ours' },
  }
  const table =
    'Period|Rate\n12 Months|9.00\n12 Senior|9.50\n46 days - 90 days|7.00\n90 days or more|8'
  const read = await reading(withTable({ rows }), page(table))
  assert.deepEqual(linesOf(read), [
    'general 1.51-2.96 maturity: 7.00',
    'general 12 maturity: 9.00',
    'senior_citizen 12 maturity: 9.50',
  ])
  assert.deepEqual(read.covers, ['general', 'senior_citizen'])
  assert.deepEqual(read.unmatched, [])
  const fewer = await reading(withTable({ rows }), page('Period|Rate\n12 Months|9.00'))
  assert.deepEqual(fewer.unmatched, ['No row has the ignored label "90 days or more".'])
})

test('a title over the full width is the nearest heading', async () => {
  const html = (title: string) =>
    `<h2>Rates</h2><table><tr><td colspan=2>${title}<tr><td>Period<td>Rate<tr><td>12 Months<td>9.00</table>`
  assert.deepEqual(linesOf(await reading(withTable({}), html('Deposits'))), [
    'general 12 maturity: 9.00',
  ])
  assert.equal(
    await failure(withTable({}), html('Savings')),
    'The table under "Savings" is not named in the source.',
  )
})

test('a row of two tenures is split if every cell has as many lines', async () => {
  const html = (rates: string) => page(`Period|Rate\n3 Months<br>4 Months|${rates}\n12 Months|9.00`)
  const source = withTable({ split_lines: true })
  assert.deepEqual(linesOf(await reading(source, html('7.50%<br>7.60%'))), [
    'general 3 maturity: 7.50',
    'general 4 maturity: 7.60',
    'general 12 maturity: 9.00',
  ])
  assert.equal(
    await failure(source, html('7.50%')),
    'The cell "7.50%" has 1 line, and the tenure of its row has 2.',
  )
  assert.match(
    await failure(withTable({}), html('7.50%<br>7.60%')),
    /is not a tenure|neither a figure/,
  )
})

test('rows can be relabelled with a reason', async () => {
  const columns = {
    Paid: { is: 'payout', values: { monthly: 'monthly', maturity: 'maturity' } },
    Period: { is: 'tenure', unit: 'months' },
    Rate: { is: 'rate' },
  }
  const relabel = [
    {
      where: { Paid: 'monthly', Period: ['1', '3'] },
      payout: 'maturity',
      because: 'their page says so',
    },
  ]
  const table = 'Paid|Period|Rate\nmonthly|1|8.00\nmonthly|12|9.00'
  assert.deepEqual(linesOf(await reading(withTable({ columns, relabel }), page(table))), [
    'general 1 maturity: 8.00',
    'general 12 monthly: 9.00',
  ])
  const unused = await reading(
    withTable({ columns, relabel }),
    page('Paid|Period|Rate\nmonthly|12|9'),
  )
  assert.deepEqual(
    unused.findings.map(({ rule, message }) => [rule, message]),
    [['source-line-unmatched', 'No row is relabelled by the line that says "their page says so".']],
  )
})

test('ignored rows and columns are left out, and unused lines are reported', async () => {
  const ignore = [
    { row: 'Conditions apply*', because: 'a note' },
    { row: 'Effective', because: 'above the headings' },
    { column: 'Half yearly', because: 'no payout of ours' },
    { column: 'Quarterly', because: 'no more' },
  ]
  const read = await reading(
    withTable({}, { ignore }),
    page(
      'Effective|today|now\nPeriod|Rate|Half yearly\n12 Months|9.00|8.00\nConditions apply.|x|y',
    ),
  )
  assert.deepEqual(linesOf(read), ['general 12 maturity: 9.00'])
  assert.deepEqual(read.unmatched, ['No column has the ignored heading "Quarterly".'])
})

test('tenure columns that disagree hold the sheet', async () => {
  const columns = {
    Months: { is: 'tenure', unit: 'months' },
    Code: 'tenure',
    Rate: { payout: 'maturity' },
  }
  const read = (table: string) =>
    reading(withTable({ columns }), page(`Months|Code|Rate\n${table}`))
  assert.deepEqual(rulesOf(await read('12|P12M|9.00')), [])
  assert.deepEqual(rulesOf(await read('12|P24M|9.00')), ['tenure-conflict'])
})

test('a unit can stand in a column of its own', async () => {
  const columns = {
    Period: 'tenure',
    Type: { is: 'tenure_unit', values: { M: 'months', D: 'days', Y: 'years' } },
    Rate: { payout: 'maturity' },
  }
  const read = await reading(
    withTable({ columns }),
    page('Period|Type|Rate\n12|M|9.00\n100|D|8.00\n5|Y|11'),
  )
  assert.deepEqual(linesOf(read), [
    'general 3.29 maturity: 8.00',
    'general 12 maturity: 9.00',
    'general 60 maturity: 11',
  ])
  assert.equal(read.offers[0]?.tenureDays, 100)
})

test('tenures across are read after rows and columns are exchanged', async () => {
  const columns = {
    'Currency / Type': 'tenure',
    'KES / Maturity': { payout: 'maturity' },
    'KES / Maturity #2': { payout: 'monthly', because: 'printed twice; the AER proves it' },
    'USD / *': { ignore: 'another currency' },
  }
  const html =
    '<h2>Deposits</h2><table><tr><td>Currency<td>Type<td>1 Month<td>12 Months<tr><td rowspan=2>KES<td>Maturity<td>8.00<td>9.00' +
    '<tr><td>Maturity<td><td>8.70<tr><td>USD<td>Maturity<td>2<td>3</table>'
  const read = await reading(withTable({ transposed: true, header_rows: 2, columns }), html)
  assert.deepEqual(linesOf(read), [
    'general 1 maturity: 8.00',
    'general 12 maturity: 9.00',
    'general 12 monthly: 8.70',
  ])
})

test('a relabelled row is not left out by an ignored word', async () => {
  const columns = {
    Period: 'tenure',
    Paid: {
      is: 'payout',
      values: { P24M: 'maturity', P6M: { ignore: 'half-yearly is no payout of ours' } },
    },
    Rate: { is: 'rate' },
  }
  const where = { Period: 'P6M', Paid: 'P6M' }
  const table = page('Period|Paid|Rate\nP6M|P6M|2.15\nP24M|P6M|2.30\nP24M|P24M|2.40')
  const relabel = [{ where, payout: 'maturity', because: 'one payment after six months' }]
  const read = await reading(withTable({ columns, relabel }), table)
  assert.deepEqual(linesOf(read), ['general 6 maturity: 2.15', 'general 24 maturity: 2.40'])
  assert.deepEqual(read.findings, [])
  assert.deepEqual(read.leftOut, [
    {
      line: 'values "P6M" of "Paid"',
      reason: 'half-yearly is no payout of ours',
      rows: 1,
      figures: 1,
      first: { address: read.leftOut[0]?.first.address, text: 'P24M' },
    },
  ])
  const another = [{ where, variant: 'women', because: 'so' }]
  assert.match(
    await failure(withTable({ columns, relabel: another }), table),
    /^The word "P6M" leaves out a row that `relabel` names, and the line says no payout for it\.$/,
  )
})

test('a blank label can continue the one above', async () => {
  const columns = {
    Period: { is: 'tenure', continues: true },
    From: { is: 'min_deposit' },
    Rate: { payout: 'maturity' },
  }
  const rows = '6 Months|1,000|2.15\n|25,000|2.25\n12 Months|1,000|2.40'
  const read = await reading(withTable({ columns }), page(`Period|From|Rate\n${rows}`))
  assert.deepEqual(linesOf(read), [
    'general 6 maturity 1000: 2.15',
    'general 6 maturity 25000: 2.25',
    'general 12 maturity 1000: 2.40',
  ])
  assert.match(
    await failure(withTable({ columns }), page('Period|From|Rate\n|1,000|2.15')),
    /^The cell "" in the column "Period" is not a tenure/,
  )
})

test('a line that reads a row, and finds none, holds the sheet', async () => {
  const rows = { 'Silver deposit': { tenure: 12, because: 'its terms' } }
  const read = await reading(withTable({ rows }), page('Period|Rate\n24 Months|9.00'))
  assert.deepEqual(
    read.findings.map(({ message }) => message),
    ['No row has the label "Silver deposit", which `rows` of the source names.'],
  )
})
