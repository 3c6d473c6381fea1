import type { Day } from '../../../../src/domain/day.ts'
import { htmlDocument, htmlTable, simpleTables } from '../html-parts.ts'
import type { Layout } from '../layout.ts'
import { days, headingOf, type PracticeColumn } from '../practice-page.ts'
import { dayParts } from '../printed-dates.ts'
import { tableOfRates } from '../table-of-rates.ts'

const sideBySide: readonly PracticeColumn[] = (['general', 'senior_citizen'] as const).flatMap(
  (variant) => {
    const group = variant === 'general' ? 'Normal' : 'Senior'
    return [
      { heads: [group, 'Monthly'], is: 'rate', payout: 'monthly', variant },
      { heads: [group, 'AER'], is: 'aer', payout: 'monthly', variant },
      { heads: [group, 'Maturity'], is: 'rate', payout: 'maturity', variant },
      { heads: [group, 'AER '], is: 'aer', payout: 'maturity', variant },
    ] as const
  },
)

/** L09: general and senior customers next to each other in one row of nine cells. */
export const htmlSideBySide: Layout = {
  id: 'L09',
  name: 'HTML, general and senior in one row',
  institutionId: 'lotus-finance',
  format: 'html',
  page: {
    institution: 'Lotus Finance',
    currency: 'LKR',
    date: '2026-10-30' as Day,
    tables: [
      tableOfRates(
        { heading: '{currency} fixed deposit rates', labelHeads: ['Tenure'], columns: sideBySide },
        [
          ['50 Days', days(50), '- 7.40 - 7.90'],
          ['100 Days', days(100), '- 7.85 - 8.35'],
          ['200 Days', days(200), '- 8.60 - 9.10'],
          ['12 Months', '12', '9.30 9.75 9.80 10.25'],
          ['24 Months', '24', '9.75 10.85 10.25 11.35'],
          ['1000 Days', days(1000), '- 11.40 - 11.90'],
          ['60 Months', '60', '10.30 12.90 10.80 13.40'],
        ],
      ),
    ],
  },
  write: (page) =>
    htmlDocument(
      page.institution,
      page.tables
        .map((table) => {
          const { date, month, year } = dayParts(page.date)
          return `<h2>${headingOf(page, table)}</h2>\n<p>Effective from ${date}.${month}.${year}</p>\n${htmlTable(table, { figure: (text) => `${text} %`, empty: '&nbsp;' })}`
        })
        .join('\n'),
    ),
  mustContain: ['Lotus Finance'],
  source: `date: { under: Rupee fixed deposit rates, format: "Effective from {DD}.{MM}.{YYYY}", means: effective }
empty: [""]
aer: { formula: compound, tolerance: "0.06" }
tables:
  - under: Rupee fixed deposit rates
    header_rows: 2
    columns:
      Tenure: tenure
      Normal / Monthly: { variant: general, payout: monthly }
      Normal / AER: { variant: general, payout: monthly, is: aer }
      Normal / Maturity: { variant: general, payout: maturity }
      "Normal / AER #2": { variant: general, payout: maturity, is: aer }
      Senior / Monthly: { variant: senior_citizen, payout: monthly }
      Senior / AER: { variant: senior_citizen, payout: monthly, is: aer }
      Senior / Maturity: { variant: senior_citizen, payout: maturity }
      "Senior / AER #2": { variant: senior_citizen, payout: maturity, is: aer }
expects:
  general: { maturity: ["50 days", "100 days", "200 days", 12, 24, "1000 days", 60], monthly: [12, 24, 60] }
  senior_citizen: { maturity: ["50 days", "100 days", "200 days", 12, 24, "1000 days", 60], monthly: [12, 24, 60] }
`,
}

const sinhalaMonths = [
  'ජනවාරි',
  'පෙබරවාරි',
  'මාර්තු',
  'අප්‍රේල්',
  'මැයි',
  'ජූනි',
  'ජූලි',
  'අගෝස්තු',
  'සැප්තැම්බර්',
  'ඔක්තෝබර්',
  'නොවැම්බර්',
  'දෙසැම්බර්',
]

const sinhalaColumns: readonly PracticeColumn[] = [
  { heads: ['සාමාන්‍ය', 'වාර්ෂික අනුපාතය'], is: 'rate', variant: 'general' },
  { heads: ['සාමාන්‍ය', 'වා.සා.පො'], is: 'aer', variant: 'general' },
  { heads: ['ජ්‍යේෂ්ඨ පුරවැසි', 'වාර්ෂික අනුපාතය'], is: 'rate', variant: 'senior_citizen' },
  { heads: ['ජ්‍යේෂ්ඨ පුරවැසි', 'වා.සා.පො'], is: 'aer', variant: 'senior_citizen' },
]

/** L10: a table for each payout, customers as columns, in Sinhala. */
export const htmlPayoutTables: Layout = {
  id: 'L10',
  name: 'HTML in Sinhala, one table for each payout',
  institutionId: 'nelum-finance',
  format: 'html',
  page: {
    institution: 'Nelum Finance',
    currency: 'LKR',
    date: '2026-11-05' as Day,
    tables: [
      tableOfRates(
        {
          heading: 'මාසික {currency}',
          payout: 'monthly',
          labelHeads: ['කාල සීමාව'],
          columns: sinhalaColumns,
        },
        [
          ['මාස 6ක්', '6', '8.40 8.90'],
          ['වසර 1ක්', '12', '9.35 9.85'],
          ['වසර 2ක්', '24', '9.80 10.30'],
          ['වසර 5ක්', '60', '10.40 10.90'],
        ],
      ),
      tableOfRates(
        {
          heading: 'කල්පිරීමේදී {currency}',
          payout: 'maturity',
          labelHeads: ['කාල සීමාව'],
          columns: sinhalaColumns,
        },
        [
          ['මාස 3ක්', '3', '7.95 8.45'],
          ['මාස 6ක්', '6', '8.65 9.15'],
          ['වසර 1ක්', '12', '9.90 10.40'],
          ['වසර 2ක්', '24', '10.95 11.45'],
          ['වසර 5ක්', '60', '13.05 13.55'],
        ],
      ),
    ],
  },
  write: (page) => {
    const { year, month, shortDate } = dayParts(page.date)
    const monthName = sinhalaMonths.find((_, index) => String(index + 1).padStart(2, '0') === month)
    const tables = page.tables.map((table) => {
      const heading = headingOf(page, table).replace('Rupee', 'රුපියල්').replace('US Dollar', 'ඩොලර්')
      return `<h3>${heading}</h3>\n${htmlTable(table, { figure: (text) => `${text}%` })}`
    })
    return htmlDocument(
      page.institution,
      `<p>${year} ${monthName} ${shortDate.padStart(2, '0')}</p>\n${tables.join('\n')}`,
      'si',
    )
  },
  mustContain: ['Nelum Finance'],
  source: `date: { format: "{YYYY} {MMMM} {DD}", means: effective }
empty: [""]
aer: { formula: compound, tolerance: "0.06" }
tables:
${(['monthly', 'maturity'] as const)
  .map(
    (payout) => `  - under: ${payout === 'monthly' ? 'මාසික' : 'කල්පිරීමේදී'} රුපියල්
    header_rows: 2
    payout: ${payout}
    columns:
      කාල සීමාව: tenure
      සාමාන්‍ය / වාර්ෂික අනුපාතය: { variant: general }
      සාමාන්‍ය / වා.සා.පො: { variant: general, is: aer }
      ජ්‍යේෂ්ඨ පුරවැසි / වාර්ෂික අනුපාතය: { variant: senior_citizen }
      ජ්‍යේෂ්ඨ පුරවැසි / වා.සා.පො: { variant: senior_citizen, is: aer }
`,
  )
  .join('')}expects:
  general: { monthly: [6, 12, 24, 60], maturity: [3, 6, 12, 24, 60] }
  senior_citizen: { monthly: [6, 12, 24, 60], maturity: [3, 6, 12, 24, 60] }
`,
}

/** L16: senior customers as rows of their own, or inside the cell of the tenure. */
export const htmlSeniorRows: Layout = {
  id: 'L16',
  name: 'HTML, senior rows between the others',
  institutionId: 'amber-bank',
  format: 'html',
  page: {
    institution: 'Amber Bank',
    currency: 'LKR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} term deposits',
          labelHeads: ['Months'],
          columns: [
            { heads: ['At maturity'], is: 'rate', payout: 'maturity' },
            { heads: ['Monthly'], is: 'rate', payout: 'monthly' },
          ],
        },
        [
          ['3', '3', '7.75 -'],
          ['6', '6', '8.50 8.15'],
          ['12', '12', '9.60 9.20'],
          ['12 Senior', '12', '10.10 9.70', { variant: 'senior_citizen' }],
          ['24', '24', '10.45 9.55'],
          ['24 Senior', '24', '10.95 10.05', { variant: 'senior_citizen' }],
        ],
      ),
    ],
  },
  write: (page) => simpleTables(page, (text) => `${text}%`),
  mustContain: ['Amber Bank'],
  source: `empty: [""]
tables:
  - under: Rupee term deposits
    columns:
      Months: { is: tenure, unit: months }
      At maturity: { payout: maturity }
      Monthly: { payout: monthly }
    rows:
      12 Senior: { tenure: 12, variant: senior_citizen, because: the label says both }
      24 Senior: { tenure: 24, variant: senior_citizen, because: the label says both }
expects:
  general: { maturity: [3, 6, 12, 24], monthly: [6, 12, 24] }
  senior_citizen: { maturity: [12, 24], monthly: [12, 24] }
`,
}
