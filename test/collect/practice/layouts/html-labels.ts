import type { Decimal } from '../../../../src/domain/decimal.ts'
import { simpleTables } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import { days, type PracticePage } from '../practice-page.ts'
import { type RatesRow, tableOfRates } from '../table-of-rates.ts'

/** A page with one table of rates at maturity. */
function page(
  institution: string,
  labelHeads: readonly string[],
  rows: readonly RatesRow[],
): PracticePage {
  const columns = [{ heads: ['Rate'], is: 'rate', payout: 'maturity' }] as const
  return {
    institution,
    currency: 'USD',
    tables: [tableOfRates({ heading: '{currency} deposits', labelHeads, columns }, rows)],
  }
}

function from(amount: string) {
  return { minimumDeposit: amount as Decimal }
}

function written(one: PracticePage): string {
  return simpleTables(one, (text) => `${text}%`)
}

/** L39: the labels are names of products, some with the number of months and some without. */
export const htmlMappedLabels: Layout = {
  id: 'L39',
  name: 'HTML, labels that the source maps to tenures',
  institutionId: 'willow-savings',
  format: 'html',
  fewVersions: true,
  page: page(
    'Willow Savings',
    ['Product'],
    [
      ['6 Month CD Special', '6', '3.40'],
      ['13 Month CD Special', '13', '3.95'],
      ['24 Month CD Special', '24', '4.20'],
      ['Winter Saver', '9', '3.65'],
      ['College Saver', '48', '4.45'],
    ],
  ),
  write: written,
  mustContain: ['Willow Savings'],
  source: `empty: [""]
tables:
  - under: US Dollar deposits
    columns:
      Product: tenure
      Rate: { payout: maturity }
    rows:
      "{n} Month CD Special": { tenure: "{n} months", because: the name says the months }
      Winter Saver: { tenure: 9, because: the terms of the product }
      College Saver: { tenure: 48, because: the terms of the product }
expects:
  maturity: [6, 9, 13, 24, 48]
`,
}

/** L40: weeks, and years with months. */
export const htmlWeeks: Layout = {
  id: 'L40',
  name: 'HTML, weeks, and years with months',
  institutionId: 'hazel-bank',
  format: 'html',
  fewVersions: true,
  page: page(
    'Hazel Bank',
    ['Term'],
    [
      ['13 weeks', days(91), '3.10'],
      ['26 weeks', days(182), '3.35'],
      ['1 year', '12', '3.70'],
      ['1 year 6 months', '18', '3.90'],
      ['2½ years', '30', '4.15'],
    ],
  ),
  write: written,
  mustContain: ['Hazel Bank'],
  source: `empty: [""]
tables:
  - under: US Dollar deposits
    columns:
      Term: tenure
      Rate: { payout: maturity }
expects:
  maturity: [13 weeks, 26 weeks, 12, 18, 30]
`,
  edits: {
    'another unit': [
      ['13 weeks', '13 months'],
      ['1 year 6 months', '1 year 6 weeks'],
    ],
  },
}

/** L41: a blank label has the text of the label above. */
export const htmlContinues: Layout = {
  id: 'L41',
  name: 'HTML, blank labels that continue the row above',
  institutionId: 'alder-bank',
  format: 'html',
  fewVersions: true,
  page: page(
    'Alder Bank',
    ['Term', 'From'],
    [
      ['6 months|1,000', '6', '3.15', from('1000')],
      ['|25,000', '6', '3.25', from('25000')],
      ['12 months|2,000', '12', '3.55', from('2000')],
      ['|50,000', '12', '3.65', from('50000')],
      ['24 months|2,000', '24', '3.90', from('2000')],
      ['|50,000', '24', '4.05', from('50000')],
    ],
  ),
  write: written,
  mustContain: ['Alder Bank'],
  source: `empty: [""]
tables:
  - under: US Dollar deposits
    columns:
      Term: { is: tenure, continues: true }
      From: { is: min_deposit }
      Rate: { payout: maturity }
expects:
  maturity: [6, 12, 24]
`,
  edits: {
    'another amount': [
      ['25,000', '250,000'],
      ['50,000', '50.000'],
    ],
    'a lost label': [
      ['<td>12 months</td>', '<td></td>'],
      ['<td>24 months</td>', '<td></td>'],
      ['<td>6 months</td>', '<td></td>'],
    ],
  },
}

/** L42: the rows are bands of amounts, of which the lower bound is the minimum deposit. */
export const htmlAmountRows: Layout = {
  id: 'L42',
  name: 'HTML, bands of amounts in rows',
  institutionId: 'cypress-bank',
  format: 'html',
  fewVersions: true,
  page: page(
    'Cypress Bank',
    ['Term', 'Balance'],
    [
      ['6 months|$1,000 - $9,999.99', '6', '3.20', from('1000')],
      ['6 months|$10,000+', '6', '3.30', from('10000')],
      ['12 months|$1,000 - $9,999.99', '12', '3.60', from('1000')],
      ['12 months|$10,000+', '12', '3.75', from('10000')],
    ],
  ),
  write: written,
  mustContain: ['Cypress Bank'],
  source: `empty: [""]
tables:
  - under: US Dollar deposits
    columns:
      Term: tenure
      Balance: { is: min_deposit }
      Rate: { payout: maturity }
expects:
  maturity: [6, 12]
`,
  edits: {
    'another amount': [
      ['$10,000+', '$100,000+'],
      ['$1,000 - $9,999.99', '$100 - $9,999.99'],
    ],
  },
}
