import { utils, write, type CellObject, type WorkSheet } from '@e965/xlsx'
import { dayNumber, startOf, type Day } from '../../domain/day.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { hundredth, moved, withRates } from '../figures.ts'
import type { Layout } from '../layout.ts'
import { headingOf, type PracticePage, type PracticeTable } from '../practice-page.ts'
import { tableOfRates } from '../table-of-rates.ts'

/** L27: numbers with formats, merged heads, a date cell, and a hidden sheet with the figures of last year. */
export const workbook: Layout = {
  id: 'L27',
  name: 'Excel, numbers with formats, hidden sheet',
  institutionId: 'cedar-bank',
  format: 'xlsx',
  page: {
    institution: 'Cedar Bank',
    currency: 'LKR',
    date: '2026-11-02' as Day,
    tables: [
      tableOfRates(
        {
          heading: '{currency} fixed deposits',
          labelHeads: ['Period'],
          columns: [
            { heads: ['At maturity', 'Rate'], is: 'rate', payout: 'maturity' },
            { heads: ['At maturity', 'AER'], is: 'aer', payout: 'maturity' },
            { heads: ['Monthly', 'Rate'], is: 'rate', payout: 'monthly' },
            { heads: ['Monthly', 'AER'], is: 'aer', payout: 'monthly' },
          ],
        },
        [
          ['1 Month', '1', '7.05 -'],
          ['3 Months', '3', '7.80 -'],
          ['6 Months', '6', '8.55 8.25'],
          ['12 Months', '12', '9.75 9.30'],
          ['24 Months', '24', '10.65 9.70'],
          ['60 Months', '60', '12.55 10.40'],
        ],
      ),
    ],
  },
  write: (page) => {
    const book = utils.book_new()
    const old = withRates(page, (rate) => moved(rate, 265))
    utils.book_append_sheet(book, worksheet(old), 'old')
    utils.book_append_sheet(book, worksheet(page), 'Rates')
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] }
    return new Uint8Array(
      write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer,
    )
  },
  mustContain: ['Cedar Bank'],
  source: `date: { format: "{DD}-{MMM}-{YYYY}", means: effective }
empty: ["-"]
aer: { formula: compound, tolerance: "0.06" }
tables:
  - under: Rupee fixed deposits
    header_rows: 2
    columns:
      Period: tenure
      At maturity / Rate: { payout: maturity }
      At maturity / AER: { payout: maturity, is: aer }
      Monthly / Rate: { payout: monthly }
      Monthly / AER: { payout: monthly, is: aer }
expects:
  maturity: [1, 3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
}

/** A sheet: institution, heading and date above, then each table under the other with two head rows. */
function worksheet(page: PracticePage): WorkSheet {
  const sheet: WorkSheet = {}
  let line = 0
  const put = (column: number, cell: CellObject) => {
    sheet[utils.encode_cell({ r: line, c: column })] = cell
  }
  const merges: NonNullable<WorkSheet['!merges']> = []
  put(0, { t: 's', v: page.institution })
  for (const table of page.tables) {
    line += 2
    put(0, { t: 's', v: headingOf(page, table) })
    line++
    put(0, { t: 's', v: 'Effective from' })
    if (page.date !== undefined) put(1, dateCell(page.date))
    line += 2
    for (const level of [0, 1]) {
      for (const [index, text] of headsAt(table, level).entries())
        if (text !== '') put(index, { t: 's', v: text })
      line++
    }
    for (const first of [1, 3])
      merges.push({ s: { r: line - 2, c: first }, e: { r: line - 2, c: first + 1 } })
    for (const { label, figures } of table.rows) {
      put(0, { t: 's', v: label })
      for (const [index, figure] of figures.entries()) put(index + 1, figureCell(figure, index))
      line++
    }
  }
  sheet['!merges'] = merges
  sheet['!ref'] = `A1:E${line}`
  return sheet
}

function headsAt({ labelHeads, columns }: PracticeTable, level: number): readonly string[] {
  return [
    level === 0 ? labelHeads.join(' ') : '',
    ...columns.map(({ heads }, index) =>
      level === 0 && columns[index - 1]?.heads[0] === heads[0] ? '' : (heads[level] ?? ''),
    ),
  ]
}

/** A fraction shown as a percentage, a number with two digits or a text; by column, as in real workbooks. */
function figureCell(figure: string, index: number): CellObject {
  if (figure === '') return { t: 's', v: '-' }
  if (index === 2 || !/^\d+(\.\d+)?$/.test(figure)) return { t: 's', v: `${figure}%` }
  // The digits are written as they are: a JavaScript number could change the last one.
  if (index === 0) return { t: 'n', v: hundredth(figure as Decimal), z: '0.00%' }
  return { t: 'n', v: figure, z: '0.00' }
}

/** A day as the number of days since the end of 1899, which is how Excel keeps dates. */
function dateCell(day: Day): CellObject {
  return { t: 'n', v: dayNumber(startOf(day)) + 25_569, z: 'dd-mmm-yyyy' }
}
