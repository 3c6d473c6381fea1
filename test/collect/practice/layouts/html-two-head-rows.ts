import type { Decimal } from '../../../../src/domain/decimal.ts'
import type { Variant } from '../../../../src/domain/offer.ts'
import type { Day } from '../../../../src/domain/day.ts'
import { htmlDocument, htmlTable } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import {
  currencyNames,
  days,
  headingOf,
  type PracticeColumn,
  type PracticePage,
  type PracticeTable,
} from '../practice-page.ts'
import { longDate } from '../printed-dates.ts'
import { tableOfRates, type RatesRow } from '../table-of-rates.ts'

const twoHeads: readonly PracticeColumn[] = [
  { heads: ['At Maturity', 'Rate'], is: 'rate', payout: 'maturity' },
  { heads: ['At Maturity', 'AER'], is: 'aer', payout: 'maturity' },
  { heads: ['Monthly', 'Rate'], is: 'rate', payout: 'monthly' },
  { heads: ['Monthly', 'AER'], is: 'aer', payout: 'monthly' },
]

/** L07: pairs of rate and AER under two head rows, and cells that stay empty where a tenure is too short. */
export const htmlTwoHeadRows: Layout = {
  id: 'L07',
  name: 'HTML, two head rows, AER',
  institutionId: 'harbour-bank',
  format: 'html',
  page: {
    institution: 'Harbour Bank',
    currency: 'LKR',
    date: '2026-11-02' as Day,
    tables: [
      tableOfRates(
        {
          heading: '{currency} fixed deposits',
          labelHeads: ['Period'],
          columns: twoHeads,
          minimumDeposit: '5000' as Decimal,
        },
        [
          ['01 Month', '1', '6.75 -'],
          ['100 Days', days(100), '7.40 -'],
          ['6 Months', '6', '8.25 8.00'],
          ['12 Months', '12', '9.50 9.10'],
          ['24 Months', '24', '10.25 9.65'],
          ['36 Months', '36', '10.75 9.90'],
          ['60 Months', '60', '11.50 10.20'],
        ],
      ),
    ],
  },
  write: (page) => htmlDocument(page.institution, datedTables(page)),
  mustContain: ['Harbour Bank'],
  source: `date: { under: Rupee fixed deposits, format: "w.e.f. {D}{th} {MMMM} {YYYY}", means: effective }
empty: ["", "-", "–"]
aer: { formula: compound, tolerance: "0.06" }
tables:
  - under: Rupee fixed deposits
    header_rows: 2
    variant: general
    min_deposit: "5000"
    columns:
      Period: tenure
      At Maturity / Rate: { payout: maturity }
      At Maturity / AER: { payout: maturity, is: aer }
      Monthly / Rate: { payout: monthly }
      Monthly / AER: { payout: monthly, is: aer }
expects:
  maturity: [1, "100 days", 6, 12, 24, 36, 60]
  monthly: [6, 12, 24, 36, 60]
`,
}

function datedTables(page: PracticePage): string {
  const wef = page.date === undefined ? '' : `<p>w.e.f. ${longDate(page.date)}</p>`
  const empties = ['', '-', '–']
  return page.tables
    .map((table, index) => {
      const written = htmlTable(table, {
        figure: (text) => `${text}%`,
        empty: empties[index % 3] ?? '',
      })
      return `<h2>${headingOf(page, table)}</h2>\n${wef}\n${written}`
    })
    .join('\n')
}

/** L08: one head row of seven columns, and a table for each class of customer in a tab that the style sheet hides. */
export const htmlTabs: Layout = {
  id: 'L08',
  name: 'HTML, seven columns, classes in tabs',
  institutionId: 'kingfisher-finance',
  format: 'html',
  page: {
    institution: 'Kingfisher Finance',
    currency: 'LKR',
    tables: [
      tabTable('General FD', 'general', [
        ['3', '3', '- - 10.75'],
        ['6', '6', '10.60 - 11.00'],
        ['12', '12', '11.30 11.75 11.90'],
        ['24', '24', '11.60 12.25 12.60'],
        ['36', '36', '11.85 12.50 13.40'],
        ['60', '60', '12.10 13.00 14.75'],
      ]),
      tabTable('Senior citizen FD', 'senior_citizen', [
        ['3', '3', '- - 11.25'],
        ['6', '6', '11.10 - 11.50'],
        ['12', '12', '11.80 12.25 12.40'],
        ['24', '24', '12.10 12.75 13.10'],
        ['36', '36', '12.35 13.00 13.90'],
        ['60', '60', '12.60 13.50 15.25'],
      ]),
    ],
  },
  write: (page) => htmlDocument(page.institution, inTabs(page)),
  mustContain: ['Kingfisher Finance'],
  source: `empty: [""]
aer: { formula: compound, tolerance: "0.06" }
tables:
${(['general', 'senior_citizen'] as const)
  .map(
    (
      variant,
    ) => `  - under: [${variant === 'general' ? 'General FD' : 'Senior citizen FD'}, Rupee fixed deposits]
    variant: ${variant}
    columns:
      Period: { is: tenure, unit: months }
      Monthly: { payout: monthly }
      AER: { payout: monthly, is: aer }
      Annually: { payout: annual }
      "AER #2": { payout: annual, is: aer }
      Maturity: { payout: maturity }
      "AER #3": { payout: maturity, is: aer }
`,
  )
  .join('')}expects:
  general: { monthly: [6, 12, 24, 36, 60], annual: [12, 24, 36, 60], maturity: [3, 6, 12, 24, 36, 60] }
  senior_citizen: { monthly: [6, 12, 24, 36, 60], annual: [12, 24, 36, 60], maturity: [3, 6, 12, 24, 36, 60] }
`,
}

function tabTable(heading: string, variant: Variant, rows: readonly RatesRow[]): PracticeTable {
  const columns = (['monthly', 'annual', 'maturity'] as const).flatMap((payout) => {
    const head = { monthly: 'Monthly', annual: 'Annually', maturity: 'Maturity' }[payout]
    return [
      { heads: [head], is: 'rate', payout },
      { heads: ['AER'], is: 'aer', payout },
    ] as const
  })
  return tableOfRates({ heading, variant, labelHeads: ['Period'], columns }, rows)
}

/** A list of tabs, and a panel with a table for each; the style sheet shows one panel. */
function inTabs({ currency, tables }: PracticePage): string {
  const tabs = tables.map(
    ({ heading }, index) => `<li><a href="#panel${index}">${heading}</a></li>`,
  )
  const panels = tables.map(
    (table, index) =>
      `<div class="tab${index === 0 ? ' open' : ''}" id="panel${index}">${htmlTable(table, { figure: (text) => `${text}%` })}</div>`,
  )
  return `<h2>${currencyNames[currency]} fixed deposits</h2>\n<ul>${tabs.join('')}</ul>\n${panels.join('\n')}`
}
