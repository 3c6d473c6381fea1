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

const source = sourceOf({ tables: [plainTable] })
const page = (rows: string) => `<h1>Deposits</h1>${htmlTable(rows)}`

test('a figure that is struck out ends the read, also beside a valid one', async () => {
  for (const [cell, text] of [
    ['<del>8.00</del>', '8.00'],
    ['<s>8.00</s>', '8.00'],
    ['<strike><b>8.00</b></strike>%', '8.00%'],
    ['<del>8.00</del> <ins>8.50</ins>', '8.00 8.50'],
    ['<span style="color:red;text-decoration: line-through">8.00</span>', '8.00'],
    ['<span style="text-decoration-line:underline line-through red">8.00</span>', '8.00'],
  ] as const)
    assert.equal(
      await failure(source, page(`Period|Rate\n12 Months|${cell}`)),
      `The cell "${text}" is struck out.`,
    )
  const all = `<h1>Deposits</h1><s>${htmlTable('Period|Rate\n12 Months|9.00')}</s>`
  assert.match(await failure(source, all), / is struck out\.$/)
})

test('labels, words and headings that are struck out end the read too', async () => {
  const rows = { '12 Months': { tenure: 12, because: 'so' } }
  const named = sourceOf({ tables: [{ ...plainTable, rows }] })
  for (const one of [source, named])
    assert.equal(
      await failure(one, page('Period|Rate\n<del>12 Months</del>|9.00')),
      'The cell "12 Months" is struck out.',
    )
  const columns = {
    Period: 'tenure',
    From: { is: 'min_deposit' },
    Rate: { payout: 'maturity' },
  } as const
  const minimum = sourceOf({ tables: [{ ...plainTable, columns }] })
  assert.equal(
    await failure(minimum, page('Period|From|Rate\n12 Months|<s>5,000</s> 9,000|9.00')),
    'The cell "5,000 9,000" is struck out.',
  )
  assert.equal(
    await failure(source, page('Period|<s>Rate</s>\n12 Months|9.00')),
    'The cell "Rate" is struck out.',
  )
})

test('rows that the source leaves out may be struck out', async () => {
  const ignore = [{ row: '24 Months', because: 'no longer offered' }]
  const read = await reading(
    sourceOf({ tables: [plainTable], ignore }),
    page('Period|Rate\n12 Months|9.00\n<del>24 Months</del>|<del>9.50</del>'),
  )
  assert.deepEqual(linesOf(read), ['general 12 maturity: 9.00'])
})

test('a date or a title that is struck out is not read', async () => {
  const dated = sourceOf({
    tables: [plainTable],
    date: { format: 'w.e.f. {date}', means: 'effective' },
  })
  const table = htmlTable('Period|Rate\n12 Months|9.00')
  assert.equal(
    await failure(dated, `<h1>Deposits</h1><p><s>w.e.f. 1 June 2026</s></p>${table}`),
    'The page has no date of the form "w.e.f. {date}".',
  )
  assert.equal(
    await failure(
      sourceOf({ tables: [{ ...plainTable, under: 'Deposits' }] }),
      `<h1><s>Deposits</s></h1>${table}`,
    ),
    'The table that begins with "Period" is not named in the source.',
  )
})
