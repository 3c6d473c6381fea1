import { htmlDocument, htmlTable, simpleTables } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import { headingOf, type PracticePage, type PracticeTable } from '../practice-page.ts'
import { tableOfRates, type RatesRow } from '../table-of-rates.ts'

/** A table with the columns Period, Maturity and Monthly. */
function maturityAndMonthly(heading: string, rows: readonly RatesRow[]): PracticeTable {
  return tableOfRates(
    {
      heading,
      labelHeads: ['Period'],
      columns: [
        { heads: ['Maturity'], is: 'rate', payout: 'maturity' },
        { heads: ['Monthly'], is: 'rate', payout: 'monthly' },
      ],
    },
    rows,
  )
}

/** The tables of a page, and a paragraph below each. */
function withNote(page: PracticePage, note: string): string {
  const tables = page.tables.map(
    (table) =>
      `<h2>${headingOf(page, table)}</h2>\n${htmlTable(table, { figure: (text) => `${text}%`, empty: '-' })}\n<p class="note">${note}</p>`,
  )
  return htmlDocument(page.institution, tables.join('\n'))
}

/** L14: the rate of senior citizens is an increment in a sentence. No offers are made from it. */
export const htmlSeniorIncrement: Layout = {
  id: 'L14',
  name: 'HTML, senior rate as an increment in prose',
  institutionId: 'heron-bank',
  format: 'html',
  page: {
    institution: 'Heron Bank',
    currency: 'LKR',
    tables: [
      maturityAndMonthly('{currency} fixed deposits', [
        ['3 Months', '3', '7.70 -'],
        ['6 Months', '6', '8.45 8.10'],
        ['12 Months', '12', '9.55 9.15'],
        ['24 Months', '24', '10.35 9.45'],
        ['60 Months', '60', '12.10 10.15'],
      ]),
    ],
  },
  write: (page) =>
    withNote(page, 'Senior citizens receive an additional 0.50% for one year and above.'),
  mustContain: ['Heron Bank'],
  source: `empty: ["-"]
tables:
  - under: Rupee fixed deposits
    columns:
      Period: tenure
      Maturity: { payout: maturity }
      Monthly: { payout: monthly }
expects:
  maturity: [3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
}

/** L15: monthly interest is a deduction in a footnote. No offers are made from it. */
export const htmlDeduction: Layout = {
  id: 'L15',
  name: 'HTML, deduction in a footnote',
  institutionId: 'heritage-row-finance',
  format: 'html',
  page: {
    institution: 'Heritage Row Finance',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} fixed deposits',
          labelHeads: ['Period'],
          columns: [{ heads: ['At maturity and yearly'], is: 'rate', payout: 'maturity' }],
        },
        [
          ['3 Months', '3', '8.05'],
          ['6 Months', '6', '8.80'],
          ['12 Months', '12', '10.15'],
          ['24 Months', '24', '10.95'],
          ['60 Months', '60', '12.65'],
        ],
      ),
    ],
  },
  write: (page) =>
    withNote(page, 'For monthly interest 0.10% is deducted, for half yearly interest 0.05%.'),
  mustContain: ['Heritage Row Finance'],
  source: `empty: ["-"]
tables:
  - under: Rupee fixed deposits
    columns:
      Period: tenure
      At maturity and yearly: { payout: maturity }
expects:
  maturity: [3, 6, 12, 24, 60]
`,
}

/** L23: one table of ours among tables of savings, loans, treasury bills and other currencies. */
export const htmlManyTables: Layout = {
  id: 'L23',
  name: 'HTML, our table among many others',
  institutionId: 'national-cove-bank',
  format: 'html',
  page: {
    institution: 'National Cove Bank',
    currency: 'LKR',
    tables: [
      maturityAndMonthly('{currency} term deposits', [
        ['3 Months', '3', '7.60 -'],
        ['6 Months', '6', '8.35 8.00'],
        ['12 Months', '12', '9.50 9.05'],
        ['24 Months', '24', '10.25 9.40'],
        ['60 Months', '60', '11.95 10.05'],
      ]),
    ],
  },
  write: (page) => {
    const others: readonly (readonly [string, string])[] = [
      ['Housing loans', '13.50'],
      ['Leasing', '15.00'],
      ['Savings accounts', '3.00'],
      ['Treasury bills', '7.85'],
      ['Foreign currency term deposits', '4.15'],
    ]
    const written = others.map(
      ([heading, rate]) =>
        `<h2>${heading}</h2>\n<table><tr><th>Period</th><th>Maturity</th></tr><tr><td>12 Months</td><td>${rate}%</td></tr></table>`,
    )
    const ours = simpleTables(page, (text) => `${text}%`, '-')
    return ours
      .replace('<main>', `<main>\n${written.slice(0, 3).join('\n')}`)
      .replace('</main>', `${written.slice(3).join('\n')}\n</main>`)
  },
  mustContain: ['National Cove Bank'],
  source: `empty: ["-"]
tables:
  - under: Rupee term deposits
    columns:
      Period: tenure
      Maturity: { payout: maturity }
      Monthly: { payout: monthly }
ignore:
  - Housing loans
  - Leasing
  - Savings accounts
  - Treasury bills
  - { table: Foreign currency term deposits, because: another currency }
expects:
  maturity: [3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
}

/** L32: the address of the rates, but the page of a login. */
export const htmlLogin: Layout = {
  ...htmlManyTables,
  id: 'L32',
  name: 'HTML, a login in place of the page',
  institutionId: 'citadel-bank',
  page: { ...htmlManyTables.page, institution: 'Citadel Bank' },
  write: (page) =>
    htmlDocument(
      page.institution,
      '<h1>Sign in</h1><form><input name="user"><button>Next</button></form><p>[table "25" not found /]</p>',
    ),
  mustContain: ['Citadel Bank'],
  hasNoFigures: true,
  source: `empty: ["-"]
tables:
  - under: Rupee term deposits
    columns:
      Period: tenure
      Maturity: { payout: maturity }
      Monthly: { payout: monthly }
expects:
  maturity: [3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
  result: { kind: 'refused', because: /./ },
}

/** L33: a calculator beside the page gives other figures than the page. */
export const htmlAndCalculator: Layout = {
  ...htmlManyTables,
  id: 'L33',
  name: 'HTML, and a JSON calculator that must agree',
  institutionId: 'gulf-stream-bank',
  page: { ...htmlManyTables.page, institution: 'Gulf Stream Bank' },
  write: (page) => simpleTables(page, (text) => `${text}%`, '-'),
  mustContain: ['Gulf Stream Bank'],
  comparedPage: {
    format: 'json',
    write: ({ tables }) =>
      JSON.stringify(
        tables.flatMap(({ rows }) =>
          rows.map(({ label, figures: [Maturity = '', Monthly = ''] }) => ({
            Period: label,
            Maturity,
            Monthly,
          })),
        ),
      ),
  },
  source: `compare: [[rates, compared]]
empty: ["-", ""]
tables:
  - under: Rupee term deposits
    page: rates
    columns:
      Period: tenure
      Maturity: { payout: maturity }
      Monthly: { payout: monthly }
  - page: compared
    columns:
      Period: tenure
      Maturity: { payout: maturity }
      Monthly: { payout: monthly }
expects:
  maturity: [3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
}
