import type { Day } from '../../../../src/domain/day.ts'
import { escapeHtml, htmlDocument, htmlTable } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import { headingOf } from '../practice-page.ts'
import { dayParts, longDate } from '../printed-dates.ts'
import { tableOfRates } from '../table-of-rates.ts'

/** L12: each revision is a new column with its date in the head; the column of the newest date counts. */
export const htmlDateColumns: Layout = {
  id: 'L12',
  name: 'HTML, dates side by side as columns',
  institutionId: 'tamarind-bank',
  format: 'html',
  page: {
    institution: 'Tamarind Bank',
    currency: 'LKR',
    date: '2026-08-07' as Day,
    tables: [
      tableOfRates(
        {
          heading: 'Term deposits in {currency}',
          labelHeads: ['Tenor'],
          columns: [
            { heads: ['Effective from 01.12.2020'], is: 'other' },
            { heads: ['Effective from 17.05.2022'], is: 'other' },
            { heads: ['Effective from {date}'], is: 'rate', payout: 'maturity' },
          ],
        },
        [
          ['1 Month', '1', '5.75 8.50 7.00'],
          ['3 Months', '3', '6.50 9.25 7.75'],
          ['6 Months', '6', '7.10 9.90 8.40'],
          ['12 Months', '12', '8.20 11.05 9.55'],
          ['24 Months', '24', '9.00 11.85 10.35'],
          ['60 Months', '60', '10.40 13.40 11.90'],
        ],
      ),
    ],
  },
  write: (page) => {
    const { date, month, year } = dayParts(page.date)
    const tables = page.tables.map((table) => {
      const written = htmlTable(table).replace('{date}', `${date}.${month}.${year}`)
      return `<h2>${headingOf(page, table)}</h2>\n${written}`
    })
    const dollars =
      '<h2>Foreign currency deposits</h2>\n<table><tr><th>Tenor</th><th>USD</th></tr><tr><td>12 Months</td><td>4.10</td></tr></table>'
    return htmlDocument(page.institution, `${tables.join('\n')}\n${dollars}`)
  },
  mustContain: ['Tamarind Bank'],
  source: `empty: [""]
tables:
  - under: Term deposits in Rupee
    variant: general
    columns:
      Tenor: tenure
      "Effective from {DD}.{MM}.{YYYY}": { payout: maturity }
ignore:
  - { table: Foreign currency deposits, because: another currency }
expects:
  maturity: [1, 3, 6, 12, 24, 60]
`,
}

/** L13: several dates on one page; only the one under the heading of the deposits is theirs. */
export const htmlSeveralDates: Layout = {
  id: 'L13',
  name: 'HTML, several dates on one page',
  institutionId: 'monsoon-finance',
  format: 'html',
  page: {
    institution: 'Monsoon Finance',
    currency: 'LKR',
    date: '2026-09-05' as Day,
    tables: [
      tableOfRates(
        {
          heading: 'Fixed deposits in {currency}',
          labelHeads: ['Period'],
          columns: [
            { heads: ['Maturity'], is: 'rate', payout: 'maturity' },
            { heads: ['Monthly'], is: 'rate', payout: 'monthly' },
          ],
        },
        [
          ['3 Months', '3', '7.90 -'],
          ['6 Months', '6', '8.65 8.25'],
          ['12 Months', '12', '9.80 9.35'],
          ['24 Months', '24', '10.70 9.75'],
          ['60 Months', '60', '12.60 10.45'],
        ],
      ),
    ],
  },
  write: (page) => {
    const savings =
      '<h2>Savings</h2>\n<p>W.E.F. 11th January 2020</p>\n<table><tr><th>Account</th><th>Rate</th></tr><tr><td>Minor</td><td>4.50</td></tr></table>'
    const tables = page.tables.map((table) => {
      const wef =
        page.date === undefined
          ? ''
          : `W.E.F. ${longDate(page.date).replace(/^(\D*)(\d\D)/, '$10$2')}`
      return `<h2>${headingOf(page, table)}</h2>\n<p>${wef}</p>\n${htmlTable(table, { empty: '-' })}`
    })
    return htmlDocument(
      page.institution,
      `${savings}\n${tables.join('\n')}\n<p>Printed on 11-10-2026.</p>`,
    )
  },
  mustContain: ['Monsoon Finance'],
  source: `date: { under: Fixed deposits in Rupee, format: "W.E.F. {DD}{th} {MMMM} {YYYY}", means: effective }
empty: ["-"]
tables:
  - under: Fixed deposits in Rupee
    variant: general
    columns:
      Period: tenure
      Maturity: { payout: maturity }
      Monthly: { payout: monthly }
ignore:
  - { table: Savings, because: not a deposit }
expects:
  maturity: [3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
}

/** L13: the date is printed so that day and month can be exchanged. */
export const htmlAmbiguousDate: Layout = {
  ...htmlSeveralDates,
  id: 'L13b',
  name: 'HTML, ambiguous date',
  institutionId: 'monsoon-bank',
  page: { ...htmlSeveralDates.page, institution: 'Monsoon Bank' },
  write: (page) => {
    const { month, date, year } = dayParts(page.date)
    const tables = page.tables.map(
      (table) =>
        `<h2>${headingOf(page, table)}</h2>\n<p>Effective ${date}/${month}/${year}</p>\n${htmlTable(table, { figure: escapeHtml, empty: '-' })}`,
    )
    return htmlDocument(page.institution, tables.join('\n'))
  },
  mustContain: ['Monsoon Bank'],
  source: `date: { under: Fixed deposits in Rupee, format: "Effective {date}", means: effective }
empty: ["-"]
tables:
  - under: Fixed deposits in Rupee
    columns:
      Period: tenure
      Maturity: { payout: maturity }
      Monthly: { payout: monthly }
expects:
  maturity: [3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
  result: { kind: 'held', rule: 'ambiguous-date' },
}
