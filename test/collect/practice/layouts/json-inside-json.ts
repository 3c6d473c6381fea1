import type { Day } from '../../../../src/domain/day.ts'
import type { Variant } from '../../../../src/domain/offer.ts'
import type { Layout } from '../layout.ts'
import { headingOf, type PracticeColumn, type PracticeTable } from '../practice-page.ts'
import { tableOfRates, type RatesRow } from '../table-of-rates.ts'

const venusColumns: readonly PracticeColumn[] = [
  { heads: ['Monthly'], is: 'rate', payout: 'monthly' },
  { heads: ['Quarterly'], is: 'rate', payout: 'quarterly' },
  { heads: ['Semi Annually'], is: 'other' },
  { heads: ['Annually'], is: 'rate', payout: 'annual' },
  { heads: ['Maturity'], is: 'rate', payout: 'maturity' },
  { heads: ['Annual Effective Rate'], is: 'aer', payout: 'maturity' },
]

function division(heading: string, variant: Variant, rows: readonly RatesRow[]): PracticeTable {
  return tableOfRates({ heading, variant, labelHeads: ['Period'], columns: venusColumns }, rows)
}

/** L03: the table is JSON text inside a string of JSON; the AER belongs to the column for maturity only. */
export const jsonInsideJson: Layout = {
  id: 'L03',
  name: 'JSON inside JSON',
  institutionId: 'banyan-bank',
  format: 'json',
  page: {
    institution: 'Banyan Bank',
    currency: 'LKR',
    date: '2026-11-01' as Day,
    tables: [
      division('Fixed Deposits {currency} Interest Rates', 'general', [
        ['1 Month', '1', '- - - - 7.05'],
        ['3 Months', '3', '- - - - 7.60'],
        ['6 Months', '6', '8.10 - - - 8.35'],
        ['12 Months', '12', '9.20 9.35 9.40 - 9.75'],
        ['24 Months', '24', '9.55 9.70 9.80 10.05 10.60'],
        ['60 Months', '60', '10.15 - - 10.85 12.40'],
      ]),
      division('Senior Citizens {currency} Interest Rates', 'senior_citizen', [
        ['12 Months', '12', '9.70 9.85 9.90 - 10.25'],
        ['24 Months', '24', '10.05 10.20 10.30 10.55 11.10'],
      ]),
    ],
  },
  write: (page) =>
    JSON.stringify({
      status: 200,
      data: [
        {
          id: 3,
          interest_rate_category: 'Deposits',
          interest_rate_sub_category: [
            { name: 'Savings', sub_category_division_approved: [] },
            {
              name: 'Fixed Deposits',
              sub_category_division_approved: page.tables.map((table) => ({
                title: headingOf(page, table),
                last_reviewed_on: page.date,
                footnote: '+1 % for net new deposits above 5 Mn',
                table_data_approved: [{ id: 41, data: tableText(table) }],
              })),
            },
          ],
        },
      ],
    }),
  pageOptions:
    'path: [data, "*", interest_rate_sub_category, "[name=Fixed Deposits]", sub_category_division_approved, "*", table_data_approved, "*", data, "{}"]\n',
  source: `date: { under: last_reviewed_on, format: "{YYYY}-{MM}-{DD}", means: read }
empty: ["-"]
aer: { formula: compound, tolerance: "0.06" }
tables:
${(['general', 'senior_citizen'] as const)
  .map(
    (
      variant,
    ) => `  - under: ${variant === 'general' ? 'Fixed Deposits' : 'Senior Citizens'} Rupee Interest Rates
    header_rows: 1
    variant: ${variant}
    columns:
      Period: tenure
      Monthly: { payout: monthly }
      Quarterly: { payout: quarterly }
      Semi Annually: { ignore: no such payout type }
      Annually: { payout: annual }
      Maturity: { payout: maturity }
      Annual Effective Rate: { payout: maturity, is: aer }
`,
  )
  .join('')}expects:
  general: { maturity: [1, 3, 6, 12, 24, 60], monthly: [6, 12, 24, 60], quarterly: [12, 24], annual: [24, 60] }
  senior_citizen: { maturity: [12, 24], monthly: [12, 24], quarterly: [12, 24], annual: [24] }
`,
}

/** The inner document of L03. */
function tableText({ labelHeads, columns, rows }: PracticeTable): string {
  return JSON.stringify({
    columns: [...labelHeads, ...columns.flatMap(({ heads }) => heads)],
    rows: rows.map(({ label, figures }) => [
      label,
      ...figures.map((figure) => (figure === '' ? '-' : `${figure}%`)),
    ]),
  })
}
