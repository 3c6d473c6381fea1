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
const source = sourceOf({ tables: [plainTable] })
const withColumns = (columns: (typeof plainTable)['columns'], more = {}) =>
  sourceOf({ tables: [{ ...plainTable, columns, ...more }] })

test('a table whose columns and cells are all named is read', async () => {
  const read = await reading(source, page('Period|Rate\n1 Month|7.50%\n12 Months|9.00%*'))
  assert.deepEqual(linesOf(read), ['general 1 maturity: 7.50', 'general 12 maturity: 9.00'])
  assert.deepEqual(read.covers, ['general'])
  assert.deepEqual([read.findings, read.unmatched], [[], []])
})

test('everything that the source does not name ends the read', async () => {
  for (const [table, sentence] of [
    ['Period|Rate|AER\n12 Months|9.00|9.00', 'The column "AER" is not named in the source.'],
    ['Period|Interest\n12 Months|9.00', 'The column "Interest" is not named in the source.'],
    ['Period\n12 Months', 'The column "Rate" is not in the table.'],
    ['Period|Rate\n12 Months', 'The row "12 Months" has 1 cell and the table has 2 columns.'],
    [
      'Period|Rate\n12 Months|9.00|9.10',
      'The row "12 Months" has 3 cells and the table has 2 columns.',
    ],
    [
      'Period|Rate\n12 Months|n/a',
      'The cell "n/a" under "Rate" is neither a figure nor one of the empty texts.',
    ],
    [
      'Period|Rate\nFrom 12 on|9.00',
      'The cell "From 12 on" in the column "Period" is not a tenure.',
    ],
    [
      'Period|Rate\n12 Months|0.00',
      'The cell "0.00" under "Rate" is zero; if that means "not offered", list it in empty.',
    ],
    ['Period|Rate\n12 Months|1001', 'The figure "1001" under "Rate" is above 1000 percent.'],
    ['Period|Rate\n12 Months|-\n24 Months|', 'The table under "Deposits" has no rates.'],
    [
      'Period|Rate\n12 Months|9.00\n1 Year|9.00',
      'The terms general 12 maturity stand twice. A book has one offer for each terms and minimum deposit: give them different minimum deposits, or ignore one of the rows by its name, with a reason.',
    ],
  ] as const)
    assert.equal(await failure(source, page(table)), sentence)
})

test('the columns of two head rows are named by both, and an AER belongs to its payout', async () => {
  const head =
    '<tr><th rowspan=2>Period<th colspan=2>At Maturity<th colspan=2>Monthly<tr><th>Rate<th>AER<th>Rate<th>AER'
  const rows =
    '<tr><td>3 Months<td>7.25%<td>7.45<td><td>-<tr><td>12 Months<td>8.00%<td>8.00<td>7.50<td>7.76'
  const read = await reading(
    withColumns(
      {
        Period: 'tenure',
        'At Maturity / Rate': { payout: 'maturity' },
        'At Maturity / AER': { payout: 'maturity', is: 'aer' },
        'Monthly / Rate': { payout: 'monthly' },
        'Monthly / AER': { payout: 'monthly', is: 'aer' },
      },
      { header_rows: 2 },
    ),
    `<h2>Deposits</h2><table>${head}${rows}</table>`,
  )
  assert.deepEqual(linesOf(read), [
    'general 3 maturity: 7.25 (7.45)',
    'general 12 maturity: 8.00 (8.00)',
    'general 12 monthly: 7.50 (7.76)',
  ])
})

test('columns with the same heading are counted', async () => {
  const columns = {
    Period: 'tenure',
    Monthly: { payout: 'monthly' },
    AER: { payout: 'monthly', is: 'aer' },
    Maturity: { payout: 'maturity' },
    'AER #2': { payout: 'maturity', is: 'aer' },
  } as const
  const table = 'Period|Monthly|AER|Maturity|AER\n12 Months|8.00|8.30|8.40|8.40'
  assert.deepEqual(linesOf(await reading(withColumns(columns), page(table))), [
    'general 12 maturity: 8.40 (8.40)',
    'general 12 monthly: 8.00 (8.30)',
  ])
  const { 'AER #2': _, ...fewer } = columns
  assert.equal(
    await failure(withColumns(fewer), page(table)),
    'The column "AER #2" is not named in the source.',
  )
})

test('an AER without a rate holds the sheet', async () => {
  const columns = {
    Period: 'tenure',
    Rate: { payout: 'maturity' },
    AER: { payout: 'maturity', is: 'aer' },
  } as const
  const read = await reading(
    withColumns(columns),
    page('Period|Rate|AER\n1 Month|-|7.80\n12 Months|9.00|-'),
  )
  assert.deepEqual(linesOf(read), ['general 12 maturity: 9.00'])
  assert.deepEqual(rulesOf(read), ['aer-without-rate'])
})

test('a range is held and never averaged', async () => {
  const read = await reading(source, page('Period|Rate\n1 Month|3.25 - 3.75%\n12 Months|9.00'))
  assert.deepEqual(linesOf(read), ['general 12 maturity: 9.00'])
  assert.deepEqual(rulesOf(read), ['range'])
})

test('words in columns mean what the source says', async () => {
  const columns = {
    Term: 'tenure',
    Frequency: {
      is: 'payout',
      values: { monthly: 'monthly', 'at maturity*': 'maturity', 'half yearly': { ignore: 'none' } },
    },
    '$1000 to $499,999': { min_deposit: '1000' },
    '$500,000 or more': { min_deposit: '500000' },
  } as const
  const bands = { ...withColumns(columns), currency: 'AUD' }
  const head = 'Term|Frequency|$1000 to $499,999|$500,000 or more\n'
  const read = await reading(
    bands,
    page(
      `${head}12 months|Monthly|4.85% p.a.|4.90% p.a.\n12 months|half yearly|4|4\n24 months|At maturity only|5|5.1`,
    ),
  )
  assert.deepEqual(linesOf(read), [
    'general 12 monthly 1000: 4.85',
    'general 12 monthly 500000: 4.90',
    'general 24 maturity 1000: 5',
    'general 24 maturity 500000: 5.1',
  ])
  assert.equal(
    await failure(bands, page(`${head}12 months|weekly|4|4`)),
    'The column "Frequency" has the word "weekly", which the source does not name.',
  )
})

test('a column of two payouts makes an offer for each', async () => {
  const columns = {
    Period: 'tenure',
    'On maturity or annually': { payout: ['maturity', 'annual'] },
  }
  const read = await reading(
    withColumns(columns as (typeof plainTable)['columns']),
    page('Period|On maturity or annually\n24 months|5.00'),
  )
  assert.deepEqual(linesOf(read), ['general 24 maturity: 5.00', 'general 24 annual: 5.00'])
})

test('minimum deposits and products are read from columns', async () => {
  const read = await reading(
    withColumns({
      Period: 'tenure',
      Minimum: { is: 'min_deposit' },
      Name: { is: 'product' },
      Rate: { payout: 'maturity' },
    }),
    page(
      'Period|Minimum|Name|Rate\n24 Months|Rs. 5,000|Standard|9.40\n24 Months|Rs. 250,000|Wealth|10.00',
    ),
  )
  assert.deepEqual(linesOf(read), [
    'general 24 maturity 5000: 9.40 Standard',
    'general 24 maturity 250000: 10.00 Wealth',
  ])
  assert.deepEqual(read.cells[1]?.minimumDeposit?.text, 'Rs. 250,000')
})

test('a factor is exact, and the cells keep the printed text', async () => {
  const read = await reading(
    sourceOf({ tables: [{ ...plainTable, factor: '100' }] }),
    page('Period|Rate\n12 Months|0.0370'),
  )
  assert.deepEqual(linesOf(read), ['general 12 maturity: 3.70'])
  assert.equal(read.cells[0]?.rate.text, '0.0370')
  assert.equal(read.cells[0]?.factor, '100')
})

test('rate and AER in one cell have a form', async () => {
  const cell = {
    Period: 'tenure',
    Rate: { payout: 'maturity', cell: '{rate} (AER {aer})' },
  } as const
  const read = await reading(withColumns(cell), page('Period|Rate\n1 Month|8.00% (AER 8.30)'))
  assert.deepEqual(linesOf(read), ['general 1 maturity: 8.00 (8.30)'])
  assert.match(
    await failure(withColumns(cell), page('Period|Rate\n1 Month|8.00%')),
    /does not have the form/,
  )
})

test('`values` of amounts name the words that are none, and the rows to leave out', async () => {
  const columns = {
    Term: 'tenure',
    Balance: { is: 'min_deposit', values: { '$1 - $999': { ignore: 'renewals' }, any: '0' } },
    Rate: { payout: 'maturity' },
  } as const
  const bands = { ...withColumns(columns), currency: 'USD' }
  const read = await reading(
    bands,
    page('Term|Balance|Rate\n12 months|$1 - $999|1\n12 months|$1,000 +|2\n24 months|any|3'),
  )
  assert.deepEqual(linesOf(read), ['general 12 maturity 1000: 2', 'general 24 maturity 0: 3'])
  assert.equal(
    await failure(bands, page('Term|Balance|Rate\n12 months|on request|1')),
    'The cell "on request" is not an amount of USD. Say in `values` what it means.',
  )
})

test('a form with "*" does not read one of two figures', async () => {
  const columns = { Period: 'tenure', Rate: { payout: 'maturity', cell: '{rate}*' } } as const
  const source = sourceOf({ tables: [{ ...plainTable, columns }] })
  const page = (cell: string) => `<h2>Deposits</h2>${htmlTable(`Period|Rate\n12 Months|${cell}`)}`
  assert.deepEqual(linesOf(await reading(source, page('2.96% online'))), [
    'general 12 maturity: 2.96',
  ])
  for (const cell of ['2.96% to 3.40%', '2.96% - 3.40%', '2.96% (3.00)'])
    assert.match(
      await failure(source, page(cell)),
      /has other numbers than the form "{rate}\*" names/,
    )
})
