import type { Layout } from '../layout.ts'
import { writePdf, type PdfText } from '../pdf-writer.ts'
import { headingOf, type PracticePage } from '../practice-page.ts'
import { tableOfRates } from '../table-of-rates.ts'

const left = 60
const columnWidth = 95
const lineHeight = 22
const headGap = 12

/** L49: one word stands alone in a second line of the head. */
export const pdfSecondHeadLine: Layout = {
  id: 'L49',
  name: 'PDF, a second line of the head',
  institutionId: 'larch-bank',
  format: 'pdf',
  fewVersions: true,
  page: {
    institution: 'Larch Bank',
    currency: 'EUR',
    tables: [
      tableOfRates(
        {
          heading: '{currency} Deposits',
          labelHeads: ['Months'],
          columns: [
            { heads: ['Maturity', 'yearly'], is: 'rate', payout: 'maturity' },
            { heads: ['Monthly'], is: 'rate', payout: 'monthly' },
          ],
        },
        [
          ['3', '3', '3.15 3.10'],
          ['12', '12', '3.60 3.50'],
          ['24', '24', '3.95 3.80'],
          ['60', '60', '4.40 4.05'],
        ],
      ),
    ],
  },
  write: (page) => writePdf([{ texts: drawn(page) }]),
  mustContain: ['Larch Bank'],
  source: `empty: ["-"]
tables:
  - under: Euro Deposits
    header_rows: 2
    columns:
      Months: { is: tenure, unit: months }
      Maturity / yearly: { payout: maturity }
      Monthly: { payout: monthly }
expects:
  maturity: [3, 12, 24, 60]
  monthly: [3, 12, 24, 60]
`,
}

/** All texts of a page, line by line. */
function drawn(page: PracticePage): readonly PdfText[] {
  let y = 720
  const title = { x: left, y: 780, text: page.institution, size: 18 }
  const tables = page.tables.flatMap((table) => {
    const line = (texts: readonly string[], look?: PdfText['look']) => {
      y -= lineHeight
      return texts.map((text, index) => ({ x: left + index * columnWidth, y, text, look }))
    }
    return [
      ...line([headingOf(page, table)]).map((text) => ({ ...text, size: 13 })),
      ...line([...table.labelHeads, ...table.columns.map(({ heads: [head = ''] }) => head)]),
      ...line(['', ...table.columns.map(({ heads: [, second = ''] }) => second)]).map((text) => ({
        ...text,
        y: text.y + lineHeight - headGap,
      })),
      ...table.rows.flatMap(({ label, figures, look }) =>
        line([label, ...figures.map((text) => (text === '' ? '-' : `${text}%`))], look),
      ),
      ...line(['']),
    ]
  })
  return [title, ...tables.filter(({ text }) => text !== '')]
}
