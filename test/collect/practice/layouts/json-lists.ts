import type { Day } from '../../../../src/domain/day.ts'
import type { Variant } from '../../../../src/domain/offer.ts'
import type { Layout } from '../layout.ts'
import { days, headingOf, type PracticeColumn, type PracticeTable } from '../practice-page.ts'
import { rowObjects, tableOfRates, type RatesRow } from '../table-of-rates.ts'
import { weekdayDate } from '../printed-dates.ts'

const paidIn = { maturity: 'maturity', monthly: 'monthly', annual: 'annually', quarterly: '' }

/** L01: a bare array of strings. The feed says `monthly` up to six months; the bank pays those at maturity. */
export const jsonArray: Layout = {
  id: 'L01',
  name: 'JSON array of strings',
  institutionId: 'lagoon-bank',
  format: 'json',
  page: {
    institution: 'Lagoon Bank',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '',
          labelHeads: ['period'],
          columns: [{ heads: ['rate'], is: 'rate' }],
        },
        [
          ['1', '1', '8.00', { payout: 'maturity' }],
          ['3', '3', '9.05', { payout: 'maturity' }],
          ['6', '6', '9.75', { payout: 'maturity' }],
          ['12', '12', '9.60', { payout: 'monthly' }],
          ['12', '12', '10.25', { payout: 'maturity' }],
          ['24', '24', '10.00', { payout: 'monthly' }],
          ['24', '24', '10.50', { payout: 'annual' }],
          ['24', '24', '11.05', { payout: 'maturity' }],
          ['60', '60', '11.75', { payout: 'annual' }],
        ],
      ),
    ],
  },
  write: ({ tables }) =>
    JSON.stringify(
      tables.flatMap((table) =>
        rowObjects(table).map((row, index) => {
          const { payout = 'maturity', tenure = '' } = table.rows[index] ?? {}
          const isShort = /^[1-6]$/.test(tenure)
          return { paidIn: isShort ? 'monthly' : paidIn[payout], ...row }
        }),
      ),
    ),
  source: `empty: [""]
tables:
  - variant: general
    columns:
      paidIn: { is: payout, values: { monthly: monthly, annually: annual, maturity: maturity } }
      period: { is: tenure, unit: months }
      rate: { is: rate }
    relabel:
      - { where: { period: ["1", "2", "3", "4", "5", "6"], paidIn: monthly }, payout: maturity, because: "the page of the bank says that interest is paid at maturity up to six months" }
expects:
  maturity: [1, 3, 6, 12, 24]
  monthly: [12, 24]
  annual: [24, 60]
`,
}

/** The fields of a slab in the feed of L02, in their order. */
const slabColumns: readonly PracticeColumn[] = [
  { heads: ['RateMat'], is: 'rate', payout: 'maturity' },
  { heads: ['AerMat'], is: 'aer', payout: 'maturity' },
  { heads: ['RateMon'], is: 'rate', payout: 'monthly' },
  { heads: ['AerMon'], is: 'aer', payout: 'monthly' },
  { heads: ['RateAnum'], is: 'rate', payout: 'annual' },
  { heads: ['AerAnum'], is: 'aer', payout: 'annual' },
]

function slabs(product: string, variant: Variant, rows: readonly RatesRow[]): PracticeTable {
  const table = { heading: product, variant, labelHeads: ['Period'], columns: slabColumns }
  return tableOfRates(table, rows)
}

/** L02: nested JSON with a field for the unit of the tenure, next to savings, treasury bills and foreign currency. */
export const jsonNested: Layout = {
  id: 'L02',
  name: 'JSON, nested, unit in its own field',
  institutionId: 'summit-bank',
  format: 'json',
  page: {
    institution: 'Summit Bank',
    currency: 'LKR',
    date: '2026-11-04' as Day,
    tables: [
      slabs('Normal {currency} deposits', 'general', [
        ['1 M', '1', '7.25 - -'],
        ['100 D', days(100), '7.60 - -'],
        ['6 M', '6', '8.50 - -'],
        ['12 M', '12', '9.75 9.30 -'],
        ['2 Y', '24', '10.50 9.80 10.10'],
        ['5 Y', '60', '11.75 10.25 10.60'],
      ]),
      slabs('Senior citizens {currency} deposits', 'senior_citizen', [
        ['12 M', '12', '10.25 9.80 -'],
        ['2 Y', '24', '11.00 10.30 10.60'],
      ]),
    ],
  },
  write: (page) => {
    const deposits = page.tables.map((table, index) => ({
      productHead: headingOf(page, table),
      withEfectFrom: page.date === undefined ? '' : weekdayDate(page.date),
      rateCode: index === 0 ? 'FDNOR' : 'FDSAN',
      slabAmount: rowObjects(table).map(({ Period: period = '', ...figures }) => {
        const [, count = period, unit = ''] = /^(\d+) ([MDY])$/.exec(period) ?? []
        return { Period: count, PeriodType: unit, ...figures, NominalRate: '', EffectiveRate: '' }
      }),
    }))
    const advance = {
      productHead: 'Interest in advance',
      rateCode: 'FDKC',
      slabAmount: [{ Period: '12', PeriodType: 'M', RateMat: '8.90', AerMat: '' }],
    }
    return JSON.stringify({
      status: 'ok',
      local: {
        term_and_deposite: [...deposits, advance],
        savings: [{ productHead: 'Savings', rate: '2.50' }],
        treasury: [{ Period: '91', PeriodType: 'D', RateMat: '7.81' }],
      },
      foreign: { usd: [{ Period: '12', PeriodType: 'M', RateMat: '4.25' }] },
    })
  },
  pageOptions: 'path: [local, term_and_deposite, "*", slabAmount]\n',
  source: `date: { under: withEfectFrom, format: "{dddd}, {MMMM} {D} {YYYY}", means: effective }
empty: [""]
aer: { formula: compound, tolerance: "0.06" }
tables:
${slabTables([
  ['Normal Rupee deposits', 'general'],
  ['Senior citizens Rupee deposits', 'senior_citizen'],
])}ignore:
  - { table: Interest in advance, because: interest in advance is no payout of ours }
expects:
  general: { maturity: [1, "100 days", 6, 12, 24, 60], monthly: [12, 24, 60], annual: [24, 60] }
  senior_citizen: { maturity: [12, 24], monthly: [12, 24], annual: [24] }
`,
}

/** The definitions of the tables of L02, which differ only in heading and variant. */
function slabTables(tables: readonly (readonly [string, Variant])[]): string {
  const texts = tables.map(
    ([under, variant]) => `  - under: ${under}
    variant: ${variant}
    columns:
      Period: tenure
      PeriodType: { is: tenure_unit, values: { M: months, D: days, Y: years } }
      RateMat: { payout: maturity }
      AerMat: { payout: maturity, is: aer }
      RateMon: { payout: monthly }
      AerMon: { payout: monthly, is: aer }
      RateAnum: { payout: annual }
      AerAnum: { payout: annual, is: aer }
      NominalRate: { ignore: always empty }
      EffectiveRate: { ignore: always empty }
`,
  )
  return texts.join('')
}
