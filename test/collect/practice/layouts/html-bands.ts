import type { Decimal } from '../../../../src/domain/decimal.ts'
import type { Layout } from '../layout.ts'
import { days, range, type PracticeColumn } from '../practice-page.ts'
import { simpleTables } from '../html-parts.ts'
import { tableOfRates } from '../table-of-rates.ts'

const bands: readonly PracticeColumn[] = [
  { heads: ['10,000 to 499,999'], is: 'rate', minimumDeposit: '10000' as Decimal },
  { heads: ['500,000 to 1,000,000'], is: 'rate', minimumDeposit: '500000' as Decimal },
]

/** L19: the amounts stand across, and how interest is paid is a column. */
export const htmlAmountBands: Layout = {
  id: 'L19',
  name: 'HTML, amount bands across, payout as a column',
  institutionId: 'granite-mutual',
  format: 'html',
  page: {
    institution: 'Granite Mutual',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} term deposits',
          labelHeads: ['Investment term', 'Interest paid'],
          columns: bands,
        },
        [
          ['3 months|at maturity', '3', '7.60 7.75', { payout: 'maturity' }],
          ['6 months|at maturity', '6', '8.30 8.45', { payout: 'maturity' }],
          ['12 months|at maturity', '12', '9.45 9.60', { payout: 'maturity' }],
          ['12 months|monthly', '12', '9.05 9.20', { payout: 'monthly' }],
          ['12 months|half yearly', '12', '9.20 9.35', { isIgnored: true }],
          ['24 months|at maturity', '24', '10.30 10.45', { payout: 'maturity' }],
          ['24 months|monthly', '24', '9.40 9.55', { payout: 'monthly' }],
        ],
      ),
    ],
  },
  write: (page) => simpleTables(page, (text) => `${text}% p.a.`),
  mustContain: ['Granite Mutual'],
  source: `empty: [""]
tables:
  - under: Rupee term deposits
    columns:
      Investment term: tenure
      Interest paid: { is: payout, values: { at maturity: maturity, monthly: monthly, half yearly: { ignore: no such payout } } }
      10,000 to 499,999: { min_deposit: "10000" }
      500,000 to 1,000,000: { min_deposit: "500000" }
expects:
  maturity: [3, 6, 12, 24]
  monthly: [12, 24]
`,
}

const dayBands: Layout = {
  ...htmlAmountBands,
  id: 'L20',
  name: 'HTML, ranges of tenures in words',
  institutionId: 'quarry-bank',
  page: {
    institution: 'Quarry Bank',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} term deposits',
          labelHeads: ['Term'],
          columns: [
            { heads: ['General'], is: 'rate', variant: 'general' },
            { heads: ['Senior'], is: 'rate', variant: 'senior_citizen' },
            { heads: ['Super Senior 80+'], is: 'other' },
          ],
        },
        [
          ['46 days - 90 days', range(46, 90), '6.90 7.40 7.65'],
          ['91 days - 180 days', range(91, 180), '7.55 8.05 8.30'],
          ['181 days to less than 1 year', range(181, 364), '8.35 8.85 9.10'],
          ['444 days', days(444), '9.70 10.20 10.45'],
          ['1 year to less than 2 years', range('12', 729), '9.40 9.90 10.15'],
          ['Above 2 years up to 3 years', range(731, '36'), '9.15 9.65 9.90'],
        ],
      ),
    ],
  },
  write: (page) => simpleTables(page, (text) => `${text}%`),
  mustContain: ['Quarry Bank'],
  source: `empty: [""]
tables:
  - under: Rupee term deposits
    columns:
      Term: tenure
      General: { variant: general }
      Senior: { variant: senior_citizen }
      Super Senior 80+: { ignore: no such variant }
    payout: maturity
expects:
  general: { maturity: [46-90 days, 91-180 days, 181 days to under 1 year, 444 days, 12 to under 24 months, above 24 to 36 months] }
  senior_citizen: { maturity: [46-90 days, 91-180 days, 181 days to under 1 year, 444 days, 12 to under 24 months, above 24 to 36 months] }
`,
}

/** L20: ranges of tenures, as the page says them. */
export const htmlDayBands: Layout = {
  ...dayBands,
  edits: {
    'another bound': [
      ['46 days - 90 days', '46 days - 60 days'],
      ['91 days - 180 days', '92 days - 180 days'],
      ['to less than 2 years', 'to less than 3 years'],
    ],
    'another range word': [
      ['to less than 1 year', 'up to 1 year'],
      ['Above 2 years', '2 years'],
      ['up to 3 years', 'to less than 3 years'],
    ],
  },
}

/** L20 with a range that has one bound only. */
export const htmlDayBandsRefused: Layout = {
  ...dayBands,
  id: 'L20b',
  name: 'HTML, a range with one bound only',
  institutionId: 'quarry-finance',
  page: {
    ...dayBands.page,
    institution: 'Quarry Finance',
    tables: dayBands.page.tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => ({ ...row, label: row.label.replace(/ up to .*/, '') })),
    })),
  },
  mustContain: ['Quarry Finance'],
  result: { kind: 'refused', because: /Above 2 years/ },
}

/** L21: a lowest and a highest rate in one of the cells. */
export const htmlRanges: Layout = {
  id: 'L21',
  name: 'HTML, a range of rates in a cell',
  institutionId: 'meadow-bank',
  format: 'html',
  page: {
    institution: 'Meadow Bank',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} fixed deposits',
          labelHeads: ['Period'],
          columns: [{ heads: ['At maturity'], is: 'rate', payout: 'maturity' }],
        },
        [
          ['3 Months', '3', '7.25'],
          ['6 Months', '6', '8.10'],
          ['12 Months', '12', '9.30'],
          ['24 Months', '24', '10.05'],
        ],
      ),
    ],
  },
  write: (page) =>
    simpleTables(
      {
        ...page,
        tables: page.tables.map((table) => ({
          ...table,
          rows: table.rows.map((row, index) =>
            index === 2 ? { ...row, figures: row.figures.map((text) => `${text}% - 9.95`) } : row,
          ),
        })),
      },
      (text) => `${text}%`,
    ),
  mustContain: ['Meadow Bank'],
  source: `empty: [""]
tables:
  - under: Rupee fixed deposits
    columns:
      Period: tenure
      At maturity: { payout: maturity }
expects:
  maturity: [3, 6, 12, 24]
`,
  result: { kind: 'held', rule: 'range' },
}

/** L22: the same terms twice, with another minimum and product. */
export const htmlTwoProducts: Layout = {
  id: 'L22',
  name: 'HTML, the same terms for two products',
  institutionId: 'topaz-bank',
  format: 'html',
  page: {
    institution: 'Topaz Bank',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} fixed deposits',
          labelHeads: ['Product', 'Period'],
          columns: [
            { heads: ['Maturity'], is: 'rate', payout: 'maturity' },
            { heads: ['Monthly'], is: 'rate', payout: 'monthly' },
          ],
        },
        [
          ['Standard|3 Months', '3', '7.55 -', standard()],
          ['Standard|12 Months', '12', '9.10 8.70', standard()],
          ['Standard|24 Months', '24', '9.40 8.65', standard()],
          ['Wealth, from Rs 250,000|12 Months', '12', '9.65 9.25', wealth()],
          ['Wealth, from Rs 250,000|24 Months', '24', '10.00 9.20', wealth()],
        ],
      ),
    ],
  },
  write: (page) => simpleTables(page, (text) => `${text}%`, '-'),
  mustContain: ['Topaz Bank'],
  source: `empty: ["-"]
tables:
  - under: Rupee fixed deposits
    columns:
      Product: { is: min_deposit, values: { Standard: "5000", "Wealth, from Rs 250,000": "250000" } }
      Period: tenure
      Maturity: { payout: maturity }
      Monthly: { payout: monthly }
expects:
  maturity: [3, 12, 24]
  monthly: [12, 24]
`,
}

function standard() {
  return { minimumDeposit: '5000' as Decimal }
}

function wealth() {
  return { minimumDeposit: '250000' as Decimal }
}
