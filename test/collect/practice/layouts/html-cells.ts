import { escapeHtml, htmlDocument, htmlTable, simpleTables } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import { headingOf } from '../practice-page.ts'
import { tableOfRates } from '../table-of-rates.ts'

/** L17: two tenures in one row, each cell with as many lines. */
export const htmlTwoTenures: Layout = {
  id: 'L17',
  name: 'HTML, two tenures in one row',
  institutionId: 'palm-bank',
  format: 'html',
  page: {
    institution: 'Palm Bank',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} fixed deposits',
          labelHeads: ['Period'],
          columns: [
            { heads: ['At maturity'], is: 'rate', payout: 'maturity' },
            { heads: ['Monthly'], is: 'rate', payout: 'monthly' },
          ],
        },
        [
          ['3 Months', '3', '7.85 7.60'],
          ['4 Months', '4', '8.05 7.75'],
          ['6 Months', '6', '8.60 8.20'],
          ['9 Months', '9', '9.05 8.70'],
          ['12 Months', '12', '9.75 9.30'],
          ['15 Months', '15', '9.95 9.40'],
        ],
      ),
    ],
  },
  write: (page) => {
    const tables = page.tables.map((table) => {
      const rows = table.rows.flatMap((row, index) => {
        if (index % 2 === 1) return []
        const both = [row, ...table.rows.slice(index + 1, index + 2)]
        const cell = (texts: readonly string[]) => `<td>${texts.map(escapeHtml).join('<br>')}</td>`
        const figures = table.columns.map((_, column) =>
          cell(both.map(({ figures }) => (figures[column] === '' ? '-' : `${figures[column]}%`))),
        )
        return [`<tr>${cell(both.map(({ label }) => label))}${figures.join('')}</tr>`]
      })
      const head = htmlTable({ ...table, rows: [] }).replace('\n</table>', '')
      return `<h2>${headingOf(page, table)}</h2>\n${head}\n${rows.join('\n')}\n</table>`
    })
    return htmlDocument(page.institution, tables.join('\n'))
  },
  mustContain: ['Palm Bank'],
  source: `empty: ["-"]
tables:
  - under: Rupee fixed deposits
    split_lines: true
    columns:
      Period: tenure
      At maturity: { payout: maturity }
      Monthly: { payout: monthly }
expects:
  maturity: [3, 4, 6, 9, 12, 15]
  monthly: [3, 4, 6, 9, 12, 15]
`,
}

/** L18: a row number before the tenure, and tenures in many spellings. */
export const htmlRowNumbers: Layout = {
  id: 'L18',
  name: 'HTML, row number before the tenure',
  institutionId: 'coral-finance',
  format: 'html',
  page: {
    institution: 'Coral Finance',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} deposits',
          labelHeads: ['Period'],
          columns: [
            { heads: ['Monthly'], is: 'rate', payout: 'monthly' },
            { heads: ['Maturity'], is: 'rate', payout: 'maturity' },
          ],
        },
        [
          ['01 MONTH', '1', '- 6.95'],
          ['3months', '3', '- 7.70'],
          ['6 Months', '6', '8.15 8.45'],
          ['1 Y', '12', '9.20 9.65'],
          ['2 years', '24', '9.60 10.55'],
          ['5 Years', '60', '10.20 12.35'],
        ],
      ),
    ],
  },
  write: (page) =>
    htmlDocument(
      page.institution,
      page.tables
        .map((table) => {
          let number = 0
          const written = htmlTable(table, { empty: '-' })
            .replace('<tr><th>', '<tr><th>No</th><th>')
            .replace(/<tr><td>/g, () => `<tr><td>${++number}</td><td>`)
          return `<h2>${headingOf(page, table)}</h2>\n${written}`
        })
        .join('\n'),
    ),
  mustContain: ['Coral Finance'],
  source: `empty: ["-"]
tables:
  - under: Rupee deposits
    columns:
      "No": { ignore: the number of the row }
      Period: tenure
      Monthly: { payout: monthly }
      Maturity: { payout: maturity }
expects:
  maturity: [1, 3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
}

/** L34: the figures of all columns glued together in one cell. */
export const htmlGluedText: Layout = {
  ...htmlRowNumbers,
  id: 'L34',
  name: 'HTML, figures glued together',
  institutionId: 'jasmine-bank',
  page: {
    institution: 'Jasmine Bank',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} fixed deposits',
          labelHeads: ['Period'],
          columns: [
            { heads: ['Maturity'], is: 'rate', payout: 'maturity' },
            { heads: ['AER'], is: 'aer', payout: 'maturity' },
          ],
        },
        [
          ['3 Months', '3', '7.50'],
          ['6 Months', '6', '8.35'],
          ['12 Months', '12', '9.60'],
          ['24 Months', '24', '10.50'],
        ],
      ),
    ],
  },
  write: (page) =>
    simpleTables({
      ...page,
      tables: page.tables.map((table) => ({
        ...table,
        columns: table.columns.slice(0, 1),
        rows: table.rows.map((row) => ({ ...row, figures: [row.figures.join('')] })),
      })),
    }),
  mustContain: ['Jasmine Bank'],
  source: `empty: [""]
tables:
  - under: Rupee fixed deposits
    columns:
      Period: tenure
      Maturity: { payout: maturity }
expects:
  maturity: [3, 6, 12, 24]
`,
  result: { kind: 'refused', because: /./ },
}
