import { simpleTables } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import { tableOfRates } from '../table-of-rates.ts'

/** L48: interest is paid at maturity, and the yield is that of compounding four times a year. */
export const htmlQuarterlyYield: Layout = {
  id: 'L48',
  name: 'HTML, yield compounded quarterly',
  institutionId: 'banyan-cooperative',
  format: 'html',
  fewVersions: true,
  page: {
    institution: 'Banyan Cooperative',
    currency: 'INR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} deposits',
          periodsPerYear: 4,
          labelHeads: ['Term'],
          columns: [
            { heads: ['Rate'], is: 'rate', payout: 'maturity' },
            { heads: ['Annualised yield'], is: 'aer', payout: 'maturity' },
          ],
        },
        [
          ['3 months', '3', '5.80'],
          ['6 months', '6', '6.15'],
          ['9 months', '9', '6.30'],
          ['12 months', '12', '6.60'],
          ['18 months', '18', '6.75'],
          ['36 months', '36', '6.85'],
          ['48 months', '48', '6.95'],
          ['60 months', '60', '7.15'],
        ],
      ),
    ],
  },
  write: (page) => simpleTables(page, (text) => `${text}%`),
  mustContain: ['Banyan Cooperative'],
  source: `empty: [""]
aer: { formula: compound, periods_per_year: 4, tolerance: "0.02" }
tables:
  - under: Rupee deposits
    columns:
      Term: tenure
      Rate: { payout: maturity }
      Annualised yield: { payout: maturity, is: aer }
expects:
  maturity: [3, 6, 9, 12, 18, 36, 48, 60]
`,
}
