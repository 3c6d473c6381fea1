import { hundredth } from '../rates.ts'
import { htmlDocument, escapeHtml } from '../html-parts.ts'
import type { Decimal } from '../../../../src/domain/decimal.ts'
import type { Layout } from '../layout.ts'
import type { PracticePage } from '../practice-page.ts'
import { tableOfRates } from '../table-of-rates.ts'

/** L31: a product in JSON inside a text area: fractions, and the tenure in a list of tiers. */
export const productJson: Layout = {
  id: 'L31',
  name: 'JSON of a product, fractions, in a text area',
  institutionId: 'southern-cross-mutual',
  format: 'html',
  page: {
    institution: 'Southern Cross Mutual',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: 'depositRates',
          minimumDeposit: '5000' as Decimal,
          labelHeads: ['name'],
          columns: [{ heads: ['rate'], is: 'rate' }],
        },
        [
          ['3 Month', '3', '7.35', { payout: 'maturity' }],
          ['6 Month', '6', '8.15', { payout: 'maturity' }],
          ['12 Month', '12', '9.40', { payout: 'maturity' }],
          ['12 Month', '12', '9.05', { payout: 'monthly' }],
          ['24 Month', '24', '10.20', { payout: 'maturity' }],
          ['24 Month', '24', '9.60', { payout: 'monthly' }],
        ],
      ),
    ],
  },
  write: (page) => productPage(page, (count) => `P${count}M`),
  mustContain: ['Southern Cross Mutual'],
  pageOptions:
    'embedded: { element: textarea, id: product }\npath: [data, "[currency=LKR]", depositRates]\nmembers: { Term: [tiers, "[unitOfMeasure=MONTH]", name] }\n',
  source: `empty: [""]
tables:
  - factor: "100"
    min_deposit: "5000"
    columns:
      depositRateType: { ignore: always FIXED }
      rate: { is: rate }
      applicationType: { is: payout, values: { MATURITY: maturity, PERIODIC: { unstated: applicationFrequency says it } } }
      applicationFrequency: { is: payout, values: { P1M: monthly, "*": { unstated: at maturity it repeats the tenure } } }
      Term: tenure
      additionalValue: tenure
      additionalInfo: { ignore: a sentence }
expects:
  maturity: [3, 6, 12, 24]
  monthly: [12, 24]
`,
}

/** L31: the tier and the field `additionalValue` name different tenures. */
export const productJsonConflict: Layout = {
  ...productJson,
  id: 'L31b',
  name: 'JSON of a product, two tenures that disagree',
  institutionId: 'northern-lights-mutual',
  page: { ...productJson.page, institution: 'Northern Lights Mutual' },
  write: (page) => productPage(page, (count) => (count === '12' ? 'P24M' : `P${count}M`)),
  mustContain: ['Northern Lights Mutual'],
  result: { kind: 'held', rule: 'tenure-conflict' },
}

function productPage(page: PracticePage, additionalValue: (months: string) => string): string {
  const depositRates = page.tables.flatMap(({ rows, labelHeads, columns }) =>
    rows.map(({ label, tenure, payout, figures: [rate = ''] }) => {
      const [count = tenure] = label.split(' ')
      return {
        depositRateType: 'FIXED',
        [columns[0]?.heads[0] ?? 'rate']: /^\d+(\.\d+)?$/.test(rate)
          ? hundredth(rate as Decimal)
          : rate,
        applicationType: payout === 'monthly' ? 'PERIODIC' : 'MATURITY',
        applicationFrequency: payout === 'monthly' ? 'P1M' : `P${count}M`,
        tiers: [
          { name: 'Balance', unitOfMeasure: 'DOLLAR', minimumValue: '5000' },
          { [labelHeads[0] ?? 'name']: label, unitOfMeasure: 'MONTH', minimumValue: count },
        ],
        additionalValue: additionalValue(count),
        additionalInfo: `Fixed rate for ${label.toLowerCase()}`,
      }
    }),
  )
  const product = {
    data: [{ productId: 'td-1', name: 'Term deposit', currency: page.currency, depositRates }],
  }
  return htmlDocument(
    page.institution,
    `<h2>Product ${escapeHtml('td-1')}</h2>\n<textarea id="product" rows="20">${escapeHtml(JSON.stringify(product, null, 1))}</textarea>`,
  )
}
