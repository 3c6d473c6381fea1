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
import type { SourceTable } from '../source/table-schema.ts'

const page = (text: string) => `<h1>Deposits</h1>${htmlTable(text)}`

/** A source whose table has some members, and the same source with the keys of one of them in the other order. */
function bothOrders(parts: Partial<SourceTable>, member: 'columns' | 'rows') {
  const swapped = Object.fromEntries(Object.entries(parts[member] ?? {}).toReversed())
  return [parts, { ...parts, [member]: swapped }].map((one) =>
    sourceOf({ tables: [{ ...plainTable, ...one }] }),
  )
}

test('two columns whose forms match one heading end the read, in any order', async () => {
  const columns: SourceTable['columns'] = {
    Period: 'tenure',
    'Rate*': { payout: 'maturity' },
    '*General': { payout: 'monthly' },
  }
  for (const source of bothOrders({ columns }, 'columns'))
    assert.match(
      await failure(source, page('Period|Rate General\n12 Months|9.00')),
      /^The text "Rate General" has the forms of two lines of the source: "(Rate\*|\*General)" and "(Rate\*|\*General)"\.$/,
    )
})

test('two rows whose forms match one label end the read, in any order', async () => {
  const rows: SourceTable['rows'] = {
    '12*': { tenure: 12, because: 'one' },
    '*Senior': { variant: 'senior_citizen', tenure: 12, because: 'other' },
  }
  const text = page('Period|Rate\n12 Senior|9.00')
  for (const source of bothOrders({ rows }, 'rows'))
    assert.match(await failure(source, text), /^The text "12 Senior" has the forms of two lines/)
  const exact = { ...rows, '12 senior': { tenure: 13, because: 'exact' } }
  for (const source of bothOrders({ rows: exact }, 'rows'))
    assert.deepEqual(linesOf(await reading(source, text)), ['general 13 maturity: 9.00'])
  const same = { ...exact, '12 SENIOR': { tenure: 14, because: 'exact too' } }
  for (const source of bothOrders({ rows: same }, 'rows'))
    assert.match(await failure(source, text), /^The text "12 Senior" has the forms of two lines/)
})

test('two words whose forms match one cell end the read, in any order', async () => {
  const values = [
    ['At*', 'maturity'],
    ['*end', 'monthly'],
  ] as const
  for (const lines of [values, values.toReversed()]) {
    const columns: SourceTable['columns'] = {
      Period: 'tenure',
      Paid: { is: 'payout', values: Object.fromEntries(lines) },
      Rate: { is: 'rate' },
    }
    const source = sourceOf({ tables: [{ ...plainTable, columns }] })
    assert.match(
      await failure(source, page('Period|Paid|Rate\n12 Months|At the end|9.00')),
      /^The text "At the end" has the forms of two lines of the source/,
    )
    assert.deepEqual(
      linesOf(await reading(source, page('Period|Paid|Rate\n12 Months|At once|9.00'))),
      ['general 12 maturity: 9.00'],
    )
  }
})

test('the order of the columns in the source makes no difference', async () => {
  const columns: SourceTable['columns'] = {
    Period: 'tenure',
    Term: 'tenure',
    Rate: { payout: 'maturity' },
  }
  const rows: SourceTable['rows'] = { Yearly: { tenure: 12, because: 'a year' } }
  for (const source of bothOrders({ columns, rows }, 'columns'))
    assert.equal(
      await failure(source, page('Period|Term|Rate\n12 Months|Yearly|9.00')),
      'The cell "Yearly" in the column "Term" is not a tenure.',
    )
})
