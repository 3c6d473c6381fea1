import { CFB, utils, write, type CellObject, type RowInfo, type WorkSheet } from '@e965/xlsx'
import { dayNumber, startOf, type Day } from '../../../../src/domain/day.ts'
import type { Decimal } from '../../../../src/domain/decimal.ts'
import { hundredth, moved, withRates } from '../rates.ts'
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
    const options = { type: 'array', bookType: 'xlsx', bookSST: true, compression: true } as const
    return withFonts(new Uint8Array(write(book, options) as ArrayBuffer), page)
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
  const hidden: RowInfo[] = []
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
    for (const { label, figures, look } of table.rows) {
      put(0, { t: 's', v: label })
      if (look === 'covered') hidden[line] = { hidden: true }
      for (const [index, figure] of figures.entries()) put(index + 1, figureCell(figure, index))
      line++
    }
  }
  sheet['!merges'] = merges
  sheet['!rows'] = hidden
  sheet['!ref'] = `A1:E${line}`
  return sheet
}

/** The part of the library's archive that this file uses. */
type Archives = {
  readonly read: (body: Uint8Array, options: { readonly type: 'array' }) => object
  readonly find: (archive: object, path: string) => { content: Uint8Array }
  readonly write: (archive: object, options: object) => Uint8Array
}

/** The library writes no fonts, so those of labels are put into its file of texts. */
function withFonts(body: Uint8Array, { tables }: PracticePage): Uint8Array {
  const { read, find, write } = CFB as Archives
  const archive = read(body, { type: 'array' })
  const file = find(archive, '/xl/sharedStrings.xml')
  let texts = new TextDecoder().decode(file.content)
  for (const { label, look } of tables.flatMap(({ rows }) => rows)) {
    if (look === undefined || look === 'covered') continue
    const font = look === 'struck' ? '<strike/>' : '<color rgb="FFFFFFFF"/>'
    texts = texts.replace(`<t>${label}</t>`, `<r><rPr>${font}</rPr><t>${label}</t></r>`)
  }
  file.content = new TextEncoder().encode(texts)
  const options = { type: 'array', fileType: 'zip', compression: true }
  return new Uint8Array(write(archive, options))
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
