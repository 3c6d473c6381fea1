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

const page = (table: string) => `<h2>Deposits</h2>${htmlTable(table)}`
const withTable = (more: object) => sourceOf({ tables: [{ ...plainTable, ...more }] })

test('ranges are read as they stand, or from words of the source', async () => {
  const table =
    'Period|Rate\n1 year up to 2 years|6.40\nAbove 2 years up to 3 years|6.10\nLong term|6.00'
  const rows = { 'Long term': { tenure: 'above 3 years to 5 years', because: 'their terms' } }
  const read = await reading(withTable({ rows }), page(table))
  assert.deepEqual(linesOf(read), [
    'general 12-24 maturity: 6.40',
    'general 24.03-36 maturity: 6.10',
    'general 36.03-60 maturity: 6.00',
  ])
  assert.deepEqual(
    read.offers.map(({ tenureDays, tenureToDays }) => [tenureDays, tenureToDays]),
    [
      [undefined, undefined],
      [731, undefined],
      [1096, undefined],
    ],
  )
  assert.deepEqual(
    read.cells.map(({ tenure }) => tenure.means),
    [undefined, undefined, 'above 36 to 60 months'],
  )
})

test('a label cannot mean another tenure than it says', async () => {
  const refusal = (label: string, tenure: number | string) =>
    failure(
      withTable({ rows: { [label]: { tenure, because: 'so' } } }),
      page(`Period|Rate\n${label}|9.00`),
    )
  assert.match(
    await refusal('1 year up to 2 years', 12),
    /reads as 12 to 24 months, .* says 12 months; leave `tenure` out/,
  )
  assert.match(await refusal('13 weeks', 13), /reads as 91 days, .* says 13 months/)
  assert.match(await refusal('24 Month Option CD', 12), /names another tenure than 12 months/)
  assert.match(await refusal('Above 5 years', 60), /names another tenure than 60 months/)
  assert.match(
    await failure(sourceOf({ tables: [plainTable] }), page('Period|Rate\nAbove 5 years|9.00')),
    /^The cell "Above 5 years" has one bound only; name both/,
  )
})

test('a form of labels gives its number to the tenure, and "*" is for the rest', async () => {
  const rows = {
    '{n} Month CD*': { tenure: '{n} months', product: 'CD {n}', because: 'its name' },
    '*': { ignore: 'no deposits' },
  }
  const table = 'Period|Rate\n7 Month CD Special|4.00\n12 Month CD|3.50\nSavings|1.00'
  const read = await reading(withTable({ rows }), page(table))
  assert.deepEqual(linesOf(read), [
    'general 7 maturity: 4.00 CD 7',
    'general 12 maturity: 3.50 CD 12',
  ])
  assert.equal(read.cells[0]?.tenure.means, '7 months')
})

test('bare numbers have the unit of their heading, and no other', async () => {
  const columns = (more = {}) => ({
    'Term (weeks)': { is: 'tenure', ...more },
    Rate: { payout: 'maturity' },
  })
  const table = page('Term (weeks)|Rate\n13|9.00')
  const read = await reading(withTable({ columns: columns() }), table)
  assert.deepEqual(linesOf(read), ['general 2.99 maturity: 9.00'])
  assert.equal(
    await failure(withTable({ columns: columns({ unit: 'months' }) }), table),
    'The heading "Term (weeks)" says weeks, and the source says months; leave `unit` out.',
  )
})
