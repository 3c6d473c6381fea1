import { htmlDocument } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import { headingOf, type PracticeTable } from '../practice-page.ts'
import { rowObjects, tableOfRates } from '../table-of-rates.ts'

/** L05: JSON in the values of a list of options. The figures are the profit of last month and no offer. */
export const jsonInOptions: Layout = {
  id: 'L05',
  name: 'JSON in option values, profit of last month',
  institutionId: 'crescent-bank',
  format: 'html',
  page: {
    institution: 'Crescent Bank',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: 'Profit paid last month, {currency} term investments',
          labelHeads: ['tenure'],
          columns: [
            { heads: ['Monthly'], is: 'rate', payout: 'monthly' },
            { heads: ['Maturity'], is: 'rate', payout: 'maturity' },
          ],
        },
        [
          ['3 Months', '3', '- 7.75'],
          ['6 Months', '6', '8.10 8.40'],
          ['1 Year', '12', '9.00 9.50'],
          ['2 Years', '24', '9.40 10.05'],
        ],
      ),
    ],
  },
  write: (page) =>
    htmlDocument(
      page.institution,
      page.tables
        .map((table) => {
          const options = table.rows.map(({ label, tenure, figures }) => {
            const [monthly = '', maturity = ''] = figures
            const value = {
              [headOf(table, 0)]: monthly,
              [headOf(table, 1)]: maturity,
              mcount: tenure,
              MindepoMat: '25000',
            }
            return `<option value='${JSON.stringify(value)}'>${label}</option>`
          })
          return `<h2>${headingOf(page, table)}</h2>\n<select name="tenure">\n${options.join('\n')}\n</select>`
        })
        .join('\n'),
    ),
  // Nothing in the source makes offers of these figures: a profit that was paid promises nothing.
  source: `empty: [""]
tables:
  - under: Rupee term investments offered
    columns:
      tenure: tenure
      Monthly: { payout: monthly }
      Maturity: { payout: maturity }
expects:
  monthly: [6, 12, 24]
  maturity: [3, 6, 12, 24]
`,
  result: { kind: 'refused', because: /has no table/ },
}

function headOf({ columns }: PracticeTable, index: number): string {
  return columns[index]?.heads.join(' ') ?? ''
}

const scriptTable = tableOfRates(
  {
    heading: 'lkr-fixed-deposits',
    labelHeads: ['tenor'],
    columns: [
      { heads: ['monthly'], is: 'rate', payout: 'monthly' },
      { heads: ['maturity'], is: 'rate', payout: 'maturity' },
      { heads: ['aer'], is: 'aer', payout: 'maturity' },
    ],
  },
  [
    ['3 Months', '3', '- 7.85'],
    ['6 Months', '6', '8.20 8.45'],
    ['12 Months', '12', '9.35 9.80'],
    ['24 Months', '24', '9.65 10.70'],
    ['60 Months', '60', '10.05 12.15'],
  ],
)

/** L06: the page has no table; the rates are a string of JSON in a call of a script. */
export const jsonInScript: Layout = {
  id: 'L06',
  name: 'JSON in a script',
  institutionId: 'orchid-bank',
  format: 'html',
  page: { institution: 'Orchid Bank', currency: 'LKR', tables: [scriptTable] },
  write: (page) => {
    const content = page.tables.map((table) => ({
      title: page.currency === 'LKR' ? table.heading : table.heading.replace('lkr', 'usd'),
      rates: rowObjects(table),
    }))
    const payload = `5:["$","section",null,${JSON.stringify({ tables: content })}]`
    return htmlDocument(
      page.institution,
      `<div id="app"></div>\n<script>self.__push = self.__push || []</script>\n<script>self.__push.push([1,${JSON.stringify(payload)}])</script>`,
    )
  },
  mustContain: ['Orchid Bank'],
  pageOptions:
    'embedded: { element: script, containing: lkr-fixed-deposits, after: ["self.__push.push([1,", ",null,"] }\npath: [tables, "*", rates]\n',
  source: `empty: [""]
aer: { formula: compound, tolerance: "0.06" }
tables:
  - under: lkr-fixed-deposits
    columns:
      tenor: tenure
      monthly: { payout: monthly }
      maturity: { payout: maturity }
      aer: { payout: maturity, is: aer }
expects:
  maturity: [3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
}

/** L06, before the scripts have run: all tenures, and placeholders where the figures would be. */
export const placeholders: Layout = {
  ...jsonInScript,
  id: 'L06b',
  name: 'HTML with placeholders for figures',
  institutionId: 'orchid-finance',
  page: {
    institution: 'Orchid Finance',
    currency: 'LKR',
    tables: [{ ...scriptTable, heading: '{currency} fixed deposits' }],
  },
  write: (page) =>
    htmlDocument(
      page.institution,
      page.tables
        .map((table) => {
          const heads = [...table.labelHeads, ...table.columns.flatMap(({ heads }) => heads)]
          const rows = table.rows.map(
            ({ label }, index) =>
              `<tr><td>${label}</td>${table.columns.map(() => `<td>${index % 2 === 0 ? '{{rate}}' : ''}</td>`).join('')}</tr>`,
          )
          return `<h2>${headingOf(page, table)}</h2><table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${rows.join('\n')}</table>`
        })
        .join('\n'),
    ),
  mustContain: ['Orchid Finance'],
  hasNoFigures: true,
  pageOptions: '',
  source: `empty: ["", "-"]
tables:
  - under: Rupee fixed deposits
    columns:
      tenor: tenure
      monthly: { payout: monthly }
      maturity: { payout: maturity }
      aer: { payout: maturity, is: aer }
expects:
  maturity: [3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
  result: { kind: 'refused', because: /./ },
}
