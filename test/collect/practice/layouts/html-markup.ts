import type { Day } from '../../../../src/domain/day.ts'
import { escapeHtml, htmlDocument, htmlTable } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import { headingOf, type PracticePage, type PracticeTable } from '../practice-page.ts'
import { dayParts } from '../printed-dates.ts'
import { tableOfRates } from '../table-of-rates.ts'

function rates(heading: string, shift: string): PracticeTable {
  const rows =
    {
      a: ['7.80 -', '8.55 8.20', '9.70 9.25', '10.60 9.70', '12.50 10.35'],
      b: ['7.65 -', '8.40 8.05', '9.55 9.10', '10.40 9.50', '12.20 10.10'],
      c: ['7.95 -', '8.70 8.35', '9.85 9.45', '10.80 9.85', '12.80 10.45'],
    }[shift] ?? []
  return tableOfRates(
    {
      heading,
      labelHeads: ['Period'],
      columns: [
        { heads: ['At Maturity', 'Rate'], is: 'rate', payout: 'maturity' },
        { heads: ['At Maturity', 'AER'], is: 'aer', payout: 'maturity' },
        { heads: ['Monthly', 'Rate'], is: 'rate', payout: 'monthly' },
        { heads: ['Monthly', 'AER'], is: 'aer', payout: 'monthly' },
      ],
    },
    ['3', '6', '12', '24', '60'].map((tenure, index) => [
      `${tenure} Months`,
      tenure,
      rows[index] ?? '',
    ]),
  )
}

function underHeadings(page: PracticePage, write: (table: PracticeTable) => string): string {
  const written = page.tables.map((table) => `<h2>${headingOf(page, table)}</h2>\n${write(table)}`)
  return htmlDocument(page.institution, written.join('\n'))
}

/** L24: a grid of `div` elements in place of a table. */
export const htmlDivGrid: Layout = {
  id: 'L24',
  name: 'HTML, grid of div elements',
  institutionId: 'silver-finance',
  format: 'html',
  page: {
    institution: 'Silver Finance',
    currency: 'LKR',
    tables: [rates('{currency} fixed deposits', 'a')],
  },
  write: (page) =>
    underHeadings(page, ({ labelHeads, columns, rows }) => {
      const line = (texts: readonly string[]) =>
        `<div class="rate-row">${texts.map((text) => `<div class="rate-cell">${escapeHtml(text)}</div>`).join('')}</div>`
      const head = line(
        [labelHeads, ...columns.map(({ heads }) => heads)].map((words) => words.join(' ')),
      )
      const body = rows.map(({ label, figures }) =>
        line([label, ...figures.map((text) => (text === '' ? '-' : `${text}%`))]),
      )
      return `<div class="rate-grid">\n${[head, ...body].join('\n')}\n</div>`
    }),
  mustContain: ['Silver Finance'],
  pageOptions: 'grids: [{ table: rate-grid, row: rate-row, cell: rate-cell }]\n',
  source: `empty: ["", "-", "–"]
aer: { formula: compound, tolerance: "0.06" }
tables:
  - under: Rupee fixed deposits
    columns:
      Period: tenure
      At Maturity Rate: { payout: maturity }
      At Maturity AER: { payout: maturity, is: aer }
      Monthly Rate: { payout: monthly }
      Monthly AER: { payout: monthly, is: aer }
expects:
  maturity: [3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
}

/** L25: each figure twice, once for desktops and once for phones, and the whole table again in a hidden copy. */
export const htmlPhoneCopies: Layout = {
  id: 'L25',
  name: 'HTML, repeated for phones',
  institutionId: 'teak-bank',
  format: 'html',
  page: {
    institution: 'Teak Bank',
    currency: 'LKR',
    tables: [rates('{currency} fixed deposits', 'b')],
  },
  write: (page) =>
    underHeadings(page, (table) => {
      const written = htmlTable(table, {
        figure: (text, { heads }) =>
          `<span class="desktop">${text}%</span><span class="mobile" style="display:none">${heads.join(' ')}: ${text}%</span>`,
        empty: '–',
      })
      return `${written}\n<div class="phone" style="display: none">${htmlTable(table, { figure: (text) => `${text}%` })}</div>`
    }),
  mustContain: ['Teak Bank'],
  source: `empty: ["", "-", "–"]
aer: { formula: compound, tolerance: "0.06" }
tables:
  - under: Rupee fixed deposits
    header_rows: 2
    columns:
      Period: tenure
      At Maturity / Rate: { payout: maturity }
      At Maturity / AER: { payout: maturity, is: aer }
      Monthly / Rate: { payout: monthly }
      Monthly / AER: { payout: monthly, is: aer }
expects:
  maturity: [3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
}

/** L26: a sheet of Excel or Word saved as a page: `mso-` styles, split numbers, and cells of spaces. */
export const htmlOfficeExport: Layout = {
  id: 'L26',
  name: 'HTML saved from Excel or Word',
  institutionId: 'ebony-finance',
  format: 'html',
  page: {
    institution: 'Ebony Finance',
    currency: 'LKR',
    date: '2026-11-03' as Day,
    tables: [rates('{currency} fixed deposits', 'c')],
  },
  write: (page) => {
    const { ordinal, monthName, year } = dayParts(page.date)
    const tables = page.tables.map((table) => {
      const written = htmlTable(table, {
        figure: (text) => {
          const [whole, part] = text.split('.')
          return part === undefined
            ? `<span lang=EN-GB style='mso-fareast-language:EN-GB'>${text}</span>%`
            : `<span lang=EN-GB style='mso-fareast-language:EN-GB'>${whole}<o:p></o:p>.${part}</span><o:p></o:p>%`
        },
        empty: '<p class=MsoNormal><span lang=EN-GB>&nbsp;</span></p>',
      })
      return `<h2>${headingOf(page, table)}</h2>\n${written.replaceAll('<td>', `<td style='mso-number-format:Fixed'>`)}`
    })
    return htmlDocument(
      page.institution,
      `<p class=MsoNormal>With effect from ${ordinal} ${monthName} ${year}</p>\n${tables.join('\n')}`,
    )
  },
  mustContain: ['Ebony Finance'],
  source: `date: { format: "With effect from {D}{th} {MMMM} {YYYY}", means: effective }
empty: ["", "-", "–"]
aer: { formula: compound, tolerance: "0.06" }
tables:
  - under: Rupee fixed deposits
    header_rows: 2
    columns:
      Period: tenure
      At Maturity / Rate: { payout: maturity }
      At Maturity / AER: { payout: maturity, is: aer }
      Monthly / Rate: { payout: monthly }
      Monthly / AER: { payout: monthly, is: aer }
expects:
  maturity: [3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
}
