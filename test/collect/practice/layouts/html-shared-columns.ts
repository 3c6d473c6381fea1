import type { Layout } from '../layout.ts'
import { simpleTables } from '../html-parts.ts'
import { tableOfRates } from '../table-of-rates.ts'

/** L19: one column for interest at maturity and for annual interest. */
export const htmlTwoPayouts: Layout = {
  id: 'L19b',
  name: 'HTML, one column for two payouts',
  institutionId: 'basalt-mutual',
  format: 'html',
  page: {
    institution: 'Basalt Mutual',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} term deposits',
          labelHeads: ['Term'],
          columns: [
            {
              heads: ['Interest paid on maturity or annually'],
              is: 'rate',
              payout: 'maturity',
              alsoFor: 'annual',
            },
            { heads: ['Interest paid monthly'], is: 'rate', payout: 'monthly' },
          ],
        },
        [
          ['12 months', '12', '9.40 9.00'],
          ['18 months', '18', '9.85 9.35'],
          ['24 months', '24', '10.25 9.60'],
          ['36 months', '36', '10.70 9.85'],
          ['60 months', '60', '11.60 10.20'],
        ],
      ),
    ],
  },
  write: (page) => simpleTables(page, (text) => `${text}%`),
  mustContain: ['Basalt Mutual'],
  source: `empty: [""]
tables:
  - under: Rupee term deposits
    columns:
      Term: tenure
      Interest paid on maturity or annually: { payout: [maturity, annual] }
      Interest paid monthly: { payout: monthly }
expects:
  maturity: [12, 18, 24, 36, 60]
  annual: [12, 18, 24, 36, 60]
  monthly: [12, 18, 24, 36, 60]
`,
}

/** L21: a lowest and a highest rate as two columns. Nobody offers both, so the page is not read. */
export const htmlMinMax: Layout = {
  id: 'L21b',
  name: 'HTML, lowest and highest rate as columns',
  institutionId: 'meadow-finance',
  format: 'html',
  page: {
    institution: 'Meadow Finance',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} fixed deposits',
          labelHeads: ['Period'],
          columns: [
            { heads: ['Min %'], is: 'rate', payout: 'maturity' },
            { heads: ['Max %'], is: 'other' },
          ],
        },
        [
          ['3 Months', '3', '7.25 7.75'],
          ['6 Months', '6', '8.10 8.60'],
          ['12 Months', '12', '9.30 9.95'],
          ['24 Months', '24', '10.05 10.80'],
        ],
      ),
    ],
  },
  write: (page) => simpleTables(page),
  mustContain: ['Meadow Finance'],
  source: `empty: [""]
tables:
  - under: Rupee fixed deposits
    columns:
      Period: tenure
      Min %: { payout: maturity }
      Max %: { payout: maturity }
expects:
  maturity: [3, 6, 12, 24]
`,
  result: { kind: 'refused', because: /stand twice/ },
}
