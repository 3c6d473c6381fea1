import { escapeHtml, htmlDocument } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import { headingOf, type PracticePage, type PracticeTable } from '../practice-page.ts'
import { tableOfRates } from '../table-of-rates.ts'

/** L11: tenures across, currencies down, and one label for two rows of the same currency. */
export const htmlTransposed: Layout = {
  id: 'L11',
  name: 'HTML, tenures across, currencies down',
  institutionId: 'union-shore-bank',
  format: 'html',
  page: {
    institution: 'Union Shore Bank',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: 'Fixed deposit rates',
          labelHeads: ['Currency', 'Type'],
          columns: [
            { heads: ['Fixed Deposit – Maturity'], is: 'rate', payout: 'maturity' },
            { heads: ['AER'], is: 'aer', payout: 'maturity' },
            { heads: ['Fixed Deposit – Monthly'], is: 'rate', payout: 'monthly' },
            { heads: ['AER'], is: 'aer', payout: 'monthly' },
            { heads: ['Fixed Deposit – Annually'], is: 'rate', payout: 'annual' },
            { heads: ['AER'], is: 'aer', payout: 'annual' },
          ],
        },
        [
          ['1 Month', '1', '7.10 - -'],
          ['3 Months', '3', '7.85 - -'],
          ['6 Months', '6', '8.60 8.35 -'],
          ['12 Months', '12', '9.85 9.40 -'],
          ['24 Months', '24', '10.80 9.85 10.30'],
          ['60 Months', '60', '12.75 10.60 11.15'],
        ],
      ),
    ],
  },
  write: (page) =>
    htmlDocument(
      page.institution,
      page.tables
        .map((table) => `<h2>${headingOf(page, table)}</h2>\n${transposed(page, table)}`)
        .join('\n'),
    ),
  mustContain: ['Union Shore Bank'],
  source: `empty: [""]
aer: { formula: compound, tolerance: "0.06" }
tables:
  - under: Fixed deposit rates
    transposed: true
    header_rows: 2
    columns:
      Currency / Type: tenure
      LKR / Fixed Deposit – Maturity: { payout: maturity, cell: "{rate}% (AER {aer})" }
      LKR / Fixed Deposit – Monthly: { payout: monthly, cell: "{rate}% (AER {aer})" }
      LKR / Fixed Deposit – Annually: { payout: annual, cell: "{rate}% (AER {aer})" }
      USD / Fixed Deposit – Maturity: { ignore: another currency }
      EUR / Fixed Deposit – Maturity: { ignore: another currency }
expects:
  maturity: [1, 3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
  annual: [24, 60]
`,
}

/** The rows of a table as columns; the first currency cell spans the rows of that currency. */
function transposed(
  { currency }: PracticePage,
  { labelHeads, columns, rows }: PracticeTable,
): string {
  const heads = [...labelHeads, ...rows.map(({ label }) => label)]
  const types = columns.flatMap(({ is, heads }, index) => (is === 'rate' ? [{ heads, index }] : []))
  const lines = types.map(({ heads, index }, line) => {
    const span = line === 0 ? `<td rowspan="${types.length}">${currency}</td>` : ''
    const cells = rows.map(({ figures }) => {
      const text = figures[index] ?? ''
      return `<td>${text === '' ? '' : `${escapeHtml(text)}% (AER ${escapeHtml(figures[index + 1] ?? '')})`}</td>`
    })
    return `<tr>${span}<td>${escapeHtml(heads.join(' '))}</td>${cells.join('')}</tr>`
  })
  const foreign = ['USD', 'EUR'].map(
    (other) =>
      `<tr><td>${other}</td><td>Fixed Deposit – Maturity</td>${rows.map((_, index) => `<td>${index + 1}.10% (AER ${index + 1}.12)</td>`).join('')}</tr>`,
  )
  return `<table>\n<tr>${heads.map((head) => `<th>${escapeHtml(head)}</th>`).join('')}</tr>\n${[...lines, ...foreign].join('\n')}\n</table>`
}
