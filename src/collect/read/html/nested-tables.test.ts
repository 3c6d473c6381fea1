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
import { readHtml } from './read-html.ts'

const source = sourceOf({ tables: [plainTable] })
const nine = ['general 12 maturity: 9.00']
const rates = htmlTable('Period|Rate\n12 Months|9.00')
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

test('a nested table of a single text is a part of its cell', async () => {
  const title = `<table>${row('', '<b>Deposits</b>')}</table>`
  const page = `<table><tr><td colspan=2>${title}</td></tr>${row('Period', 'Rate')}${row('12 Months', `<table>${row(`<table>${row('9.00')}</table>`)}</table>`)}</table>`
  assert.deepEqual(linesOf(await reading(source, page)), nine)
})

test('a table with figures of its own is a table, whatever it holds', async () => {
  const two = `<table>${row('9.00', '9.50')}</table>`
  const page = (rate: string) =>
    `<h1>Deposits</h1><table>${row('Period', 'Rate')}${row('12 Months', rate)}</table>`
  const apart = sourceOf({ tables: [plainTable], ignore: ['Rates'] })
  assert.equal(
    await failure(apart, page(`<h2>Rates</h2>${two}`)),
    'The cell "Rates" holds another table.',
  )
  assert.equal(
    await failure(apart, page(`9.00<h2>Rates</h2>${two}`)),
    'The cell "9.00 Rates" holds another table.',
  )
})

test('no figure of a random nest of tables is lost', () => {
  const figures = (depth: number): string =>
    depth === 0
      ? rates
      : `<table>${row(`${depth}.25`, figures(depth - 1))}${row('x', `y${figures(depth - 1)}`)}</table>`
  const content = readHtml(
    { body: Buffer.from(figures(3)) },
    { name: 'p', url: 'u', format: 'html' },
  )
  assert.ok(!('failure' in content))
  const texts = content.tables.flatMap(({ rows }) => rows.flat().map(({ text }) => text))
  const count = (wanted: string) => texts.filter((text) => text === wanted).length
  assert.deepEqual([count('3.25'), count('2.25'), count('1.25'), count('9.00')], [1, 2, 4, 8])
})

test('the texts above a nested table name it', async () => {
  const title = `<table>${row('Deposits')}</table>`
  for (const page of [
    `<table>${row(title)}${row(rates)}</table>`,
    `<table>${row(`<p>Deposits</p>${rates}`)}</table>`,
    `<table>${row('Menu', `<p>Deposits</p>${rates}`)}</table>`,
  ])
    assert.deepEqual(linesOf(await reading(source, page)), nine, page)
  const other = `<table>${row('Deposits')}${row(htmlTable('a|b'))}${row(rates)}</table>`
  assert.match(await failure(source, other), /is not named in the source/)
})
