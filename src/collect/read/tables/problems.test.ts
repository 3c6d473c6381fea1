import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failures,
  htmlTable,
  plainTable,
  sourceOf,
} from '../../../../test/support/reading-pages.ts'

test('a read names all its problems, and none that only follows from another', async () => {
  const page = [
    '<h2>Savings</h2>',
    htmlTable('Period|Rate\n1 Month|1.00'),
    '<h2>Deposits</h2>',
    htmlTable('Period|Rate\n12 Months|n/a\nSoon|9.00\n24 Months|9.50\n36 Months|0.00'),
    '<h2>Seniors</h2>',
    htmlTable('Term|Rate|Bonus\n12 Months|x|1'),
  ].join('')
  const seniors = { ...plainTable, under: 'Seniors', variant: 'senior_citizen' } as const
  const date = { format: 'from {D} {MMMM} {YYYY}', means: 'effective' } as const
  assert.deepEqual(await failures(sourceOf({ tables: [plainTable, seniors], date }), page), [
    'The table under "Savings" is not named in the source.',
    'The cell "n/a" under "Rate" is neither a figure nor one of the empty texts.',
    'The cell "Soon" in the column "Period" is not a tenure.',
    'The cell "0.00" under "Rate" is zero; if that means "not offered", list it in empty.',
    'The column "Term" is not named in the source.',
    'The column "Bonus" is not named in the source.',
    'The column "Period" is not in the table.',
    'The page has no date of the form "from {D} {MMMM} {YYYY}".',
  ])
})

test('a page that is another page has no other problem', async () => {
  const source = sourceOf({ tables: [plainTable] }, { must_contain: ['Test Bank'] })
  assert.deepEqual(await failures(source, htmlTable('Please|log in\n1|2')), [
    'The page rates does not contain "Test Bank", so it is not the right page.',
  ])
})

test('many problems end in a number', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => `${index + 1} Months|x${index}`)
  const page = `<h2>Deposits</h2>${htmlTable(`Period|Rate\n${rows.join('\n')}`)}`
  const all = await failures(sourceOf({ tables: [plainTable] }), page)
  assert.equal(all.length, 101)
  assert.equal(all.at(-1), 'There are 50 more problems.')
})
