import type { Decimal } from '../../../../src/domain/decimal.ts'
import { hundredth } from '../rates.ts'
import type { Layout } from '../layout.ts'
import { rowObjects, tableOfRates } from '../table-of-rates.ts'

/** L47: the rates are fractions with sixteen decimals. */
export const jsonLongFractions: Layout = {
  id: 'L47',
  name: 'JSON, fractions with sixteen decimals',
  institutionId: 'juniper-bank',
  format: 'json',
  fewVersions: true,
  page: {
    institution: 'Juniper Bank',
    currency: 'EUR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} rates',
          labelHeads: ['term'],
          columns: [{ heads: ['rate'], is: 'rate', payout: 'maturity' }],
        },
        [
          ['P3M', '3', '3.15'],
          ['P6M', '6', '3.4'],
          ['P1Y', '12', '3.85'],
          ['P1Y6M', '18', '4.05'],
        ],
      ),
    ],
  },
  write: ({ institution, currency, tables }) =>
    JSON.stringify({
      bank: institution,
      [`rates${currency}`]: tables.flatMap((table) =>
        rowObjects({
          ...table,
          rows: table.rows.map((row) => ({ ...row, figures: row.figures.map(longFraction) })),
        }),
      ),
    }),
  mustContain: ['Juniper Bank'],
  pageOptions: 'path: [ratesEUR]\n',
  source: `empty: [""]
tables:
  - under: ratesEUR
    factor: "100"
    columns:
      term: tenure
      rate: { payout: maturity }
expects:
  maturity: [3, 6, 12, 18]
`,
}

/** A rate in percent as a fraction with sixteen decimals; a faulty figure as it is. */
function longFraction(figure: string): string {
  if (!/^\d+(\.\d+)?$/.test(figure)) return figure
  const [whole = '', part = ''] = hundredth(figure as Decimal).split('.')
  return `${whole}.${part.padEnd(16, '0')}`
}
