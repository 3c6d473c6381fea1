import { htmlDocument, htmlTable } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import { headingOf, type PracticePage, type PracticeTable } from '../practice-page.ts'
import { tableOfRates } from '../table-of-rates.ts'

/** What is the same on the pages below; they differ in where the table and its title stand. */
function placed(id: string, name: string, institution: string): Omit<Layout, 'write'> {
  const tables = [
    tableOfRates(
      {
        heading: '{currency} deposits',
        labelHeads: ['Term'],
        columns: [
          { heads: ['At maturity'], is: 'rate', payout: 'maturity' },
          { heads: ['Yearly'], is: 'rate', payout: 'annual' },
        ],
      },
      [
        ['3 months', '3', '3.15 -'],
        ['6 months', '6', '3.40 -'],
        ['12 months', '12', '3.85 3.80'],
        ['36 months', '36', '4.30 4.15'],
      ],
    ),
  ]
  return {
    id,
    name,
    institutionId: institution.toLowerCase().replaceAll(' ', '-'),
    format: 'html',
    fewVersions: true,
    page: { institution, currency: 'EUR', tables },
    mustContain: [institution],
    source: sourceOf(''),
  }
}

function sourceOf(more: string): string {
  return `empty: ["-"]
tables:
  - under: Euro deposits
    columns:
      Term: tenure
      At maturity: { payout: maturity }
      Yearly: { payout: annual }
${more}expects:
  maturity: [3, 6, 12, 36]
  annual: [12, 36]
`
}

function tableText(table: PracticeTable): string {
  return htmlTable(table, { figure: (text) => `${text}%`, empty: '-' })
}

/** The tables of a page, each under its heading. */
function tablesText(page: PracticePage): string {
  return page.tables
    .map((table) => `<h2>${headingOf(page, table)}</h2>\n${tableText(table)}`)
    .join('\n')
}

/** L43: the title stands in a table inside the first row. */
export const htmlNestedTitle: Layout = {
  ...placed('L43', 'HTML, title in a nested table', 'Linden Bank'),
  write: (page) => {
    const tables = page.tables.map((table) => {
      const title = `<table><tr><th>${headingOf(page, table)}</th></tr></table>`
      const first = `<table>\n<tr><td colspan="3">${title}</td></tr>`
      return tableText(table).replace('<table>', first)
    })
    return htmlDocument(page.institution, tables.join('\n'))
  },
}

/** L44: a string of the JSON is HTML. */
export const htmlInsideJson: Layout = {
  ...placed('L44', 'HTML inside JSON', 'Poplar Bank'),
  format: 'json',
  write: (page) => JSON.stringify({ title: page.institution, body: tablesText(page) }),
  pageOptions: 'path: [body, "<>"]\n',
}

/** L45: a table without a heading stands before the tables that are read. */
export const htmlUnnamedTable: Layout = {
  ...placed('L45', 'HTML, a table without a heading before ours', 'Rowan Bank'),
  write: (page) =>
    `<html><body><table><tr><td>${page.institution}</td><td>Home | Contact</td></tr></table>\n${tablesText(page)}\n</body></html>`,
  source: sourceOf('ignore:\n  - { table: 1, because: the head of the page }\n'),
}

/** L46: the rates stand in a panel that a click opens. */
export const htmlClosedPanel: Layout = {
  ...placed('L46', 'HTML, a closed panel', 'Spruce Bank'),
  write: (page) =>
    htmlDocument(
      page.institution,
      `<button>Show rates</button>\n<div class="panel" style="display: none">${tablesText(page)}</div>`,
    ),
  pageOptions: 'show: [.panel]\n',
}
