import type { Decimal } from '../../../../src/domain/decimal.ts'
import { simpleTables } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import { range } from '../practice-page.ts'
import { tableOfRates } from '../table-of-rates.ts'

function atLeast(amount: string) {
  return { minimumDeposit: amount as Decimal }
}

/** Writes figures with a decimal comma. */
function withComma(text: string): string {
  return `${text.replace('.', ',')} %`
}

/** L35: the decimal mark is a comma, and the amounts have points in their thousands. */
export const htmlDecimalComma: Layout = {
  id: 'L35',
  name: 'HTML in German, decimal comma, amounts with points',
  institutionId: 'buchen-bank',
  format: 'html',
  fewVersions: true,
  decimal: ',',
  page: {
    institution: 'Buchenbank',
    currency: 'EUR',
    tables: [
      tableOfRates(
        {
          heading: 'Festgeld in {currency}',
          labelHeads: ['Laufzeit', 'Mindestbetrag'],
          columns: [{ heads: ['Zinssatz p. a.'], is: 'rate', payout: 'maturity' }],
        },
        [
          ['6 Monate|5.000 €', '6', '4.15', atLeast('5000')],
          ['6 Monate|250.000 €', '6', '4.40', atLeast('250000')],
          ['18 Monate|5.000 €', '18', '4.65', atLeast('5000')],
          ['18 Monate|250.000 €', '18', '4.90', atLeast('250000')],
          ['2 Jahre|5.000 €', '24', '5.25', atLeast('5000')],
          ['2 Jahre|250.000 €', '24', '5.50', atLeast('250000')],
        ],
      ),
    ],
  },
  write: (page) => simpleTables(page, withComma),
  mustContain: ['Buchenbank'],
  pageOptions: 'decimal: ","\n',
  source: `empty: [""]
tables:
  - under: Festgeld in Euro
    columns:
      Laufzeit: tenure
      Mindestbetrag: { is: min_deposit }
      Zinssatz p. a.: { payout: maturity }
expects:
  maturity: [6, 18, 24]
`,
  edits: {
    'another unit': [
      ['6 Monate', '6 Tage'],
      ['2 Jahre', '2 Monate'],
    ],
    'another amount': [
      ['250.000 €', '250,000 €'],
      ['250.000 €', '25.000 €'],
    ],
  },
}

/** L36: ranges in words, and a source that expects both of their bounds. */
export const htmlRangesInWords: Layout = {
  id: 'L36',
  name: 'HTML in Vietnamese, ranges in words, both bounds expected',
  institutionId: 'sen-bank',
  format: 'html',
  fewVersions: true,
  decimal: ',',
  page: {
    institution: 'Sen Bank',
    currency: 'VND',
    tables: [
      tableOfRates(
        {
          heading: 'Lãi suất {currency}',
          labelHeads: ['Kỳ hạn'],
          columns: [
            { heads: ['Cuối kỳ'], is: 'rate', payout: 'maturity' },
            { heads: ['Hàng tháng'], is: 'rate', payout: 'monthly' },
          ],
        },
        [
          ['Từ 1 đến dưới 3 tháng', range('1', 91), '4.10 4.05'],
          ['Từ 3 đến dưới 6 tháng', range('3', 182), '4.75 4.60'],
          ['Từ 6 đến dưới 12 tháng', range('6', 364), '5.30 5.15'],
          ['12 tháng', '12', '6.05 5.85'],
          ['Trên 12 tháng đến 24 tháng', range(366, '24'), '6.40 6.10'],
        ],
      ),
    ],
  },
  write: (page) => simpleTables(page, withComma),
  mustContain: ['Sen Bank'],
  pageOptions: 'decimal: ","\n',
  source: `empty: [""]
tables:
  - under: Lãi suất Dong
    columns:
      Kỳ hạn: tenure
      Cuối kỳ: { payout: maturity }
      Hàng tháng: { payout: monthly }
expects:
  maturity: [1 to under 3 months, 3 to under 6 months, 6 to under 12 months, 12, above 12 to 24 months]
  monthly: [1 to under 3 months, 3 to under 6 months, 6 to under 12 months, 12, above 12 to 24 months]
`,
  edits: {
    'another unit': [['12 tháng', '12 ngày']],
    'another bound': [
      ['dưới 12 tháng', 'dưới 9 tháng'],
      ['đến 24 tháng', 'đến 36 tháng'],
    ],
    'another range word': [
      ['đến dưới 6', 'đến 6'],
      ['Trên 12 tháng', 'Từ 12 tháng'],
    ],
  },
}

/** L37: the digits of the tenures are those of Devanagari. */
export const htmlDevanagari: Layout = {
  id: 'L37',
  name: 'HTML in Hindi, tenures in Devanagari digits',
  institutionId: 'kamal-bank',
  format: 'html',
  fewVersions: true,
  page: {
    institution: 'Kamal Bank',
    currency: 'INR',
    tables: [
      tableOfRates(
        {
          heading: 'सावधि जमा {currency}',
          labelHeads: ['अवधि'],
          columns: [
            { heads: ['सामान्य'], is: 'rate', variant: 'general' },
            { heads: ['वरिष्ठ नागरिक'], is: 'rate', variant: 'senior_citizen' },
          ],
        },
        [
          ['३ महीने', '3', '5.50 6.00'],
          ['६ महीने', '6', '6.10 6.60'],
          ['१५ महीने', '15', '6.85 7.35'],
          ['२ वर्ष', '24', '7.00 7.50'],
        ],
      ),
    ],
  },
  write: (page) => simpleTables(page, (text) => `${text}%`),
  mustContain: ['Kamal Bank'],
  source: `empty: [""]
tables:
  - under: सावधि जमा Rupee
    payout: maturity
    columns:
      अवधि: tenure
      सामान्य: { variant: general }
      वरिष्ठ नागरिक: { variant: senior_citizen }
expects:
  general: { maturity: [3, 6, 15, 24] }
  senior_citizen: { maturity: [3, 6, 15, 24] }
`,
  edits: {
    'another unit': [
      ['३ महीने', '३ दिन'],
      ['२ वर्ष', '२ महीने'],
    ],
  },
}

/** L38: the tenures are written with Chinese numerals. */
export const htmlChineseNumerals: Layout = {
  id: 'L38',
  name: 'HTML in Chinese, tenures in Chinese numerals',
  institutionId: 'meihua-bank',
  format: 'html',
  fewVersions: true,
  page: {
    institution: 'Meihua Bank',
    currency: 'CNY',
    tables: [
      tableOfRates(
        {
          heading: '定期存款 {currency}',
          labelHeads: ['存期'],
          columns: [{ heads: ['年利率'], is: 'rate', payout: 'maturity' }],
        },
        [
          ['三个月', '3', '2.15'],
          ['六个月', '6', '2.40'],
          ['一年', '12', '2.85'],
          ['二年', '24', '3.25'],
          ['五年', '60', '3.70'],
        ],
      ),
    ],
  },
  write: (page) => simpleTables(page),
  mustContain: ['Meihua Bank'],
  source: `empty: [""]
tables:
  - under: 定期存款 Yuan
    columns:
      存期: tenure
      年利率: { payout: maturity }
expects:
  maturity: [3, 6, 12, 24, 60]
`,
  edits: {
    'another unit': [
      ['三个月', '三天'],
      ['二年', '二个月'],
    ],
  },
}
