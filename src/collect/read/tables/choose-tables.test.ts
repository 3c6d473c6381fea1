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

const rates = (rate = '9.00') => htmlTable(`Period|Rate\n12 Months|${rate}`)
const senior = { ...plainTable, variant: 'senior_citizen' } as const

test('every table must be named, and every definition must have a table', async () => {
  const source = sourceOf({ tables: [plainTable] })
  assert.equal(
    await failure(source, `<h2>Deposits</h2>${rates()}<h2>Savings</h2>${rates('3.00')}`),
    'The table under "Savings" is not named in the source.',
  )
  assert.equal(
    await failure({ ...source, ignore: ['Savings'] }, `<h2>Savings</h2>${rates('3.00')}`),
    'The page rates has no table under "Deposits".',
  )
})

test('ignored tables are named by heading, and unused lines are reported', async () => {
  const ignore = [
    'Savings',
    { table: ['Loans', 'Advances*'], because: 'no deposits' },
    'Treasury bills',
  ]
  const page = `<h1>Loans</h1><h2>Advances of 2026</h2>${rates()}<h2>Savings</h2>${rates()}<h2>Deposits</h2>${rates()}`
  const read = await reading(sourceOf({ tables: [plainTable], ignore }), page)
  assert.deepEqual(linesOf(read), ['general 12 maturity: 9.00'])
  assert.deepEqual(read.unmatched, ['No table is under the ignored heading "Treasury bills".'])
})

test('the nearest heading decides, then the number of headings', async () => {
  const tables = [
    { ...plainTable, under: 'Deposits' },
    { ...senior, under: ['Senior citizens', 'Deposits'] },
  ]
  const page = `<h1>Deposits</h1>${rates()}<h2>Senior citizens</h2>${rates('9.50')}`
  assert.deepEqual(linesOf(await reading(sourceOf({ tables }), page)), [
    'general 12 maturity: 9.00',
    'senior_citizen 12 maturity: 9.50',
  ])
  assert.equal(
    await failure(sourceOf({ tables: [plainTable, senior] }), page),
    'Several definitions of the source name the table under "Deposits".',
  )
  assert.equal(
    await failure(
      sourceOf({ tables: [plainTable], ignore: ['Dep*'] }),
      `<h1>Deposits</h1>${rates()}`,
    ),
    'The table under "Deposits" is both read and ignored.',
  )
})

test('copies of a table must agree', async () => {
  const source = sourceOf({ tables: [plainTable] })
  const two = (first: string, second: string) => `<h1>Deposits</h1>${first}${second}`
  assert.deepEqual(rulesOf(await reading(source, two(rates(), rates('9.0')))), [])
  const differing = await reading(source, two(rates(), rates('9.10')))
  assert.deepEqual(
    differing.findings.map(({ message }) => message),
    ['Two copies of a table disagree about general 12 maturity: 9.00 % and 9.10 %.'],
  )
  const longer = htmlTable('Period|Rate\n12 Months|9.00\n24 Months|10.00')
  assert.deepEqual(rulesOf(await reading(source, two(rates(), longer))), ['copies-disagree'])
  assert.deepEqual(rulesOf(await reading(source, two(longer, rates()))), ['copies-disagree'])
})

test('pages that are compared must agree, and the first one is read', async () => {
  const source = sourceOf({
    tables: [plainTable, { ...plainTable, page: 'calculator' }],
    pages: ['rates', 'calculator'].map((name) => ({
      name,
      url: 'https://x.example/',
      format: 'html',
    })),
    compare: [['rates', 'calculator']],
  })
  const page = (rate: string) => `<h1>Deposits</h1>${rates(rate)}`
  const same = await reading(source, page('9.00'), page('9.0'))
  assert.deepEqual([linesOf(same), same.findings], [['general 12 maturity: 9.00'], []])
  assert.deepEqual(rulesOf(await reading(source, page('9.00'), page('13.50'))), ['pages-disagree'])
  const tables = [plainTable, { ...senior, page: 'calculator' }]
  const two = await reading({ ...source, tables, compare: [] }, page('9.00'), page('9.50'))
  assert.deepEqual(
    two.cells.map(({ capture }) => capture),
    [undefined, 1],
  )
})

test('a heading of another currency holds the sheet, unless the source has its word', async () => {
  const page = `<h1>USD deposits</h1><h2>Deposits</h2>${rates()}`
  assert.deepEqual(rulesOf(await reading(sourceOf({ tables: [plainTable] }), page)), [
    'other-currency',
  ])
  const tables = [{ ...plainTable, under: 'KES and USD deposits' }]
  assert.deepEqual(
    rulesOf(await reading(sourceOf({ tables }), `<h1>KES and USD deposits</h1>${rates()}`)),
    [],
  )
  const columns = { Period: 'tenure', 'Rate (*)': { payout: 'maturity' } } as const
  const dollars = `<h1>Deposits</h1>${htmlTable('Period|Rate (US$)\n12 Months|3.00')}`
  assert.deepEqual(
    rulesOf(await reading(sourceOf({ tables: [{ ...plainTable, columns }] }), dollars)),
    ['other-currency'],
  )
})

test('misprints that are gone are reported', async () => {
  const columns = { Period: 'tenure', Rate: { payout: 'maturity' }, AER: { is: 'aer' } } as const
  const misprint = { terms: 'general 12 maturity', aer: '9.90', until: '2026-12-31', because: 'so' }
  const source = sourceOf({ tables: [{ ...plainTable, columns }], misprints: [misprint] })
  const page = (aer: string) =>
    `<h1>Deposits</h1>${htmlTable(`Period|Rate|AER\n12 Months|9.00|${aer}`)}`
  assert.deepEqual((await reading(source, page('9.90'))).unmatched, [])
  assert.deepEqual((await reading(source, page('9.00'))).unmatched, [
    'The page no longer prints the AER 9.90 for general 12 maturity, a misprint of the source.',
  ])
})

test('misprints are compared by value and tier, as the gate does', async () => {
  const columns = { Period: 'tenure', Rate: { payout: 'maturity' }, AER: { is: 'aer' } } as const
  const unmatched = async (terms: string, aer: string, minimum?: string) => {
    const table = { ...plainTable, columns, ...(minimum !== undefined && { min_deposit: minimum }) }
    const misprints = [{ terms, aer, until: '2026-12-31', because: 'so' }]
    const page = `<h1>Deposits</h1>${htmlTable('Period|Rate|AER\n12 Months|9.00|7.77')}`
    return (await reading(sourceOf({ tables: [table], misprints }), page)).unmatched.length
  }
  assert.equal(await unmatched('general 12 maturity', '7.770'), 0)
  assert.equal(await unmatched(' general  12.0 maturity ', '7.77'), 0)
  assert.equal(await unmatched('general 12 maturity 5000', '7.77', '5000.00'), 0)
  assert.equal(await unmatched('general 12 maturity', '7.77', '5000'), 0)
  assert.equal(await unmatched('general 12 maturity 0', '7.77'), 0)
  assert.equal(await unmatched('general 12 maturity 6000', '7.77', '5000'), 1)
  assert.equal(await unmatched('general 12 monthly', '7.77'), 1)
  assert.equal(await unmatched('general 12 maturity', '7.78'), 1)
})

test('a misprint without a minimum deposit means terms with one tier only', async () => {
  const columns = {
    Period: 'tenure',
    'Above 0': { payout: 'maturity' },
    'Above 5': { payout: 'maturity', min_deposit: '5000' },
    AER: { is: 'aer', payout: 'maturity', min_deposit: '5000' },
  } as const
  const page = `<h1>Deposits</h1>${htmlTable('Period|Above 0|Above 5|AER\n12 Months|9.00|9.10|7.77')}`
  const unmatched = async (terms: string) => {
    const misprints = [{ terms, aer: '7.77', until: '2026-12-31', because: 'so' }]
    const source = sourceOf({ tables: [{ ...plainTable, columns }], misprints })
    return (await reading(source, page)).unmatched.length
  }
  assert.equal(await unmatched('general 12 maturity 5000'), 0)
  assert.equal(await unmatched('general 12 maturity'), 1)
})

test('a page must contain its texts', async () => {
  const page = (text: string) => `<p>${text}</p><h1>Deposits</h1>${rates()}`
  const source = sourceOf({ tables: [plainTable] }, { must_contain: ['Test Bank'] })
  assert.deepEqual(rulesOf(await reading(source, page('Test  Bank'))), [])
  assert.equal(
    await failure(source, page('Please log in')),
    'The page rates does not contain "Test Bank", so it is not the right page.',
  )
})
