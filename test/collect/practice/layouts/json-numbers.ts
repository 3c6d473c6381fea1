import type { Layout } from '../layout.ts'
import { rowObjects, tableOfRates, type RatesRow } from '../table-of-rates.ts'

/** L04: JSON numbers with the content type of HTML, and 0 where nothing is offered. */
export const jsonNumbers: Layout = {
  id: 'L04',
  name: 'JSON numbers, 0 for not offered',
  institutionId: 'cinnamon-bank',
  format: 'json',
  page: {
    institution: 'Cinnamon Bank',
    currency: 'LKR',
    tables: (['general', 'senior_citizen'] as const).flatMap((variant) =>
      (['maturity', 'monthly'] as const).map((payout) =>
        tableOfRates(
          {
            heading: variant === 'general' ? 'senior-below' : 'senior-above',
            variant,
            payout,
            labelHeads: ['month'],
            columns: [{ heads: ['interest'], is: 'rate' }],
          },
          numberRows(variant === 'general' ? 0 : 1, payout === 'maturity' ? 0 : 1),
        ),
      ),
    ),
  },
  write: ({ tables }) => {
    const groups = Map.groupBy(tables, ({ heading }) => heading)
    const content = Array.from(groups, ([name, members]) => {
      const types = members.map((table) => {
        const rows = rowObjects(table).map(
          ({ month = '', interest = '' }) =>
            `{"month":${jsonNumber(month)},"interest":${jsonNumber(interest || '0')}}`,
        )
        const type = table.payout === 'monthly' ? 'Monthly' : 'Maturity'
        return `{"type":"${type}","stValue":1,"endValue":60,"interest":[${rows.join(',')}]}`
      })
      return `"${name}":[${types.join(',')}]`
    })
    return `{${content.join(',')}}`
  },
  pageOptions: 'path: ["*", "*", interest]\n',
  impossible: {
    'zeros for empty': 'the layout prints 0 where nothing is offered',
  },
  source: `empty: ["0"]
tables:
${numberTables()}expects:
  general: { maturity: [1, 6, 12, 24, 60], monthly: [12, 24, 60] }
  senior_citizen: { maturity: [1, 6, 12, 24, 60], monthly: [12, 24, 60] }
`,
}

/** The definitions of the tables of L04, which differ in customers and payout. */
function numberTables(): string {
  const texts = (['senior-below', 'senior-above'] as const).flatMap((group) =>
    (['Maturity', 'Monthly'] as const).map(
      (type) => `  - under: [${group}, ${type}]
    variant: ${group === 'senior-below' ? 'general' : 'senior_citizen'}
    payout: ${type.toLowerCase()}
    columns:
      month: { is: tenure, unit: months }
      interest: { is: rate }
`,
    ),
  )
  return texts.join('')
}

/** The rates of L04, for general and senior customers, at maturity and monthly. */
function numberRows(senior: 0 | 1, monthly: 0 | 1): readonly RatesRow[] {
  const rates = [
    ['7.25 -', '7.75 -'],
    ['8 -', '8.5 -'],
    ['9.5 9.15', '10 9.6'],
    ['10.25 9.6', '10.75 10.1'],
    ['12 10.4', '12.5 10.9'],
  ]
  return ['1', '6', '12', '24', '60'].map((tenure, index) => {
    const words = rates[index]?.[senior]?.split(' ') ?? []
    return [tenure, tenure, words[monthly] ?? '-']
  })
}

/** A number where the text is one; a fault may have put other text there. */
function jsonNumber(text: string): string {
  return /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? text : JSON.stringify(text)
}
