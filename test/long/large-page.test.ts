import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInCage, readInCage, tablesInCage } from '../../src/collect/cage/cage.ts'
import type { Day } from '../../src/domain/day.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { PageBytes } from '../../src/collect/read/reading.ts'
import type { SourceDefinition } from '../../src/collect/read/source-schema.ts'

const size = 4_000_000
/** The cage ends a child after so many seconds of processor time. */
const limits = { processor: 5 }
const definitionCount = 50
const months = [1, 3, 6, 9, 12, 15, 18, 24, 36, 48, 60]

const rowOf = (name: 'td' | 'th', texts: readonly string[], style: string): string =>
  `<tr>${texts.map((text) => `<${name}${style}>${text}</${name}>`).join('')}</tr>`

/** A table of a product. The style makes the page of a few hundred tables as large as pages of page builders are. */
function tableOf(product: number, terms: readonly number[], style: string): string {
  const rows = terms.map((term, index) => {
    const rate = `${(5 + (product % 40) / 10 + (index % 20) / 20).toFixed(2)}%`
    return rowOf('td', [`${term} months`, rate, rate], style)
  })
  const head = rowOf('th', ['Term', 'At maturity', 'Monthly'], style)
  return `<h3>Product ${product}</h3><p>From <b>1,000</b></p><table>${head}${rows.join('')}</table>`
}

/** A page of 4 MB with as many tables as it takes. */
function pageOf(terms: readonly number[], style: string): PageBytes {
  const parts = ['<!doctype html><html><body><h2>Rates</h2><p>Rates from 2 November 2026</p>']
  let length = 0
  for (let product = 1; length < size; product++) {
    const table = tableOf(product, terms, style)
    parts.push(table)
    length += table.length
  }
  const body = Buffer.from(`${parts.join('')}</body></html>`)
  return { name: 'rates', format: 'html', day: '2026-11-03' as Day, body }
}

const source: SourceDefinition = {
  institution: 'birch-bank',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  schedule: '17 9 * * 1-5',
  verified_live: false,
  pages: [
    {
      name: 'rates',
      url: 'https://birch-bank.example/rates',
      format: 'html',
      must_contain: ['Rates'],
    },
  ],
  date: { under: 'Rates from *', format: '*{D} {MMMM} {YYYY}*', means: 'effective' },
  empty: [''],
  ignore: [{ table: 'Product *', because: 'not a product of ours' }],
  tables: Array.from({ length: definitionCount }, (_, index) => ({
    under: ['Rates', `Product ${index + 1}`],
    min_deposit: `${1_000 * (index + 1)}` as Decimal,
    variant: 'general',
    columns: {
      Term: 'tenure' as const,
      'At maturity': { payout: 'maturity' as const },
      Monthly: { payout: 'monthly' as const },
    },
  })),
  expects: { maturity: months },
}

const styled = pageOf(
  months,
  ' class="MsoNormal cell border" style="width: 20%; text-align: center; border: 1px solid #223344; padding: 0 5.4pt; font-family: Calibri, sans-serif; font-size: 11.0pt; color: black; background: white"',
)
const dense = pageOf(
  Array.from({ length: 120 }, (_, index) => index + 1),
  ' class="rate"',
)

test('a page of 4 MB with hundreds of tables and fifty definitions is read and checked in 5 s of processor time each', async () => {
  const reading = await readInCage(source, [styled], { limits })
  assert.ok(!('failure' in reading), 'failure' in reading ? reading.failure : '')
  assert.equal(reading.offers.length, definitionCount * months.length * 2)
  assert.equal(reading.printedDate?.day, '2026-11-02')
  assert.deepEqual(await checkInCage(reading, [styled], { limits }), [])
})

test('a page of 4 MB that is nearly all cells is read in 5 s of processor time', async () => {
  const few = { ...source, tables: source.tables.slice(0, 3) }
  const reading = await readInCage(few, [dense], { limits })
  assert.ok(!('failure' in reading), 'failure' in reading ? reading.failure : '')
})

test('thousands of tables below long headings take 5 s of processor time at most', async () => {
  const long = 'All <b>rates</b> '.repeat(2_500)
  const headings = ['h1', 'h2', 'h3', 'h4'].map((name) => `<${name}>${long}</${name}>`).join('')
  const body = Buffer.from(headings + '<table><tr><td>12 Months<td>9.50</table>'.repeat(2_000))
  const [definition] = source.pages
  assert.ok(definition)
  const content = await tablesInCage({ ...styled, body }, definition, { limits })
  assert.ok('tables' in content, 'failure' in content ? content.failure : '')
  assert.equal(content.tables.length, 2_000)
})
