import type { Day } from '../../../../src/domain/day.ts'
import type { Layout } from '../layout.ts'
import { helveticaWidth, writePdf, type PdfText } from '../pdf-writer.ts'
import { headingOf, type PracticePage, type PracticeTable } from '../practice-page.ts'
import { dayParts } from '../printed-dates.ts'
import { tableOfRates } from '../table-of-rates.ts'

const lineHeight = 22
const columnWidth = 95
const left = 60
const top = 700

/** L28: drawn column by column; the date is drawn in the middle of the figures. */
export const pdfByColumn: Layout = {
  id: 'L28',
  name: 'PDF drawn by column',
  institutionId: 'meridian-bank',
  format: 'pdf',
  page: {
    institution: 'Meridian Bank',
    currency: 'LKR',
    date: '2026-11-03' as Day,
    tables: [
      tableOfRates(
        {
          heading: '{currency} Fixed Deposits',
          labelHeads: ['Tenure'],
          columns: [
            { heads: ['Monthly'], is: 'rate', payout: 'monthly' },
            { heads: ['Monthly AER'], is: 'aer', payout: 'monthly' },
            { heads: ['Maturity'], is: 'rate', payout: 'maturity' },
            { heads: ['Maturity AER'], is: 'aer', payout: 'maturity' },
          ],
        },
        [
          ['1 Month', '1', '- 6.90'],
          ['3 Months', '3', '- 7.65'],
          ['6 Months', '6', '8.05 8.40'],
          ['12 Months', '12', '9.15 9.60'],
          ['24 Months', '24', '9.60 10.55'],
          ['60 Months', '60', '10.25 12.45'],
        ],
      ),
    ],
  },
  write: (page) => writePdf([{ texts: drawnByColumn(page) }]),
  mustContain: ['Meridian Bank'],
  source: `date: { format: "Effective from {D} - {MMM} - {YYYY}", means: effective }
empty: ["-"]
aer: { formula: compound, tolerance: "0.06" }
tables:
  - under: Rupee Fixed Deposits
    columns:
      Tenure: tenure
      Monthly: { payout: monthly }
      Monthly AER: { payout: monthly, is: aer }
      Maturity: { payout: maturity }
      Maturity AER: { payout: maturity, is: aer }
expects:
  maturity: [1, 3, 6, 12, 24, 60]
  monthly: [6, 12, 24, 60]
`,
}

/** All texts of a page: the headings, then each column from top to bottom, the date after half of the columns. */
function drawnByColumn(page: PracticePage): readonly PdfText[] {
  let y = top
  return page.tables.flatMap((table) => {
    const start = y
    y -= (table.rows.length + 4) * lineHeight
    const columns = columnsOf(table).map((texts, index) =>
      drawnColumn(texts, index, start).map((text, row) => ({
        ...text,
        look: table.rows[row - 1]?.look,
      })),
    )
    const { date, monthName, year } = dayParts(page.date)
    const dateText = `Effective from ${date} - ${monthName.slice(0, 3)} - ${year}`
    return [
      { x: left, y: start + 80, text: page.institution, size: 18 },
      { x: left, y: start + 50, text: headingOf(page, table), size: 13 },
      ...columns.slice(0, 2).flat(),
      { x: left, y: start + 28, text: dateText },
      ...columns.slice(2).flat(),
    ]
  })
}

/** The texts of each column, its head first. */
function columnsOf({ labelHeads, columns, rows }: PracticeTable): readonly (readonly string[])[] {
  return [
    [labelHeads.join(' '), ...rows.map(({ label }) => label)],
    ...columns.map(({ heads }, index) => [
      heads.join(' '),
      ...rows.map(({ figures }) => (figures[index] === '' ? '-' : `${figures[index]}%`)),
    ]),
  ]
}

function drawnColumn(texts: readonly string[], index: number, start: number): readonly PdfText[] {
  return texts.map((text, row) => ({
    x: left + index * columnWidth,
    y: start - row * lineHeight,
    text,
  }))
}

/** L29: drawn glyph by glyph. Wide gaps inside a figure must not be closed in silence. */
export const pdfByGlyph: Layout = {
  ...pdfByColumn,
  id: 'L29',
  name: 'PDF drawn glyph by glyph',
  institutionId: 'meridian-finance',
  page: { ...pdfByColumn.page, institution: 'Meridian Finance' },
  write: (page) => writePdf([{ texts: drawnByColumn(page).flatMap(glyphs) }]),
  mustContain: ['Meridian Finance'],
}

/** L29 with gaps as wide as a space inside the figures: `6. 75%`. */
export const pdfWideGlyphs: Layout = {
  ...pdfByColumn,
  id: 'L29b',
  name: 'PDF with gaps inside figures',
  institutionId: 'meridian-leasing',
  page: { ...pdfByColumn.page, institution: 'Meridian Leasing' },
  write: (page) =>
    writePdf([
      {
        texts: drawnByColumn(page).map((text) => ({
          ...text,
          text: text.text.replace(/^(\d+\.)(\d+%)$/, '$1 $2'),
        })),
      },
    ]),
  mustContain: ['Meridian Leasing'],
  result: { kind: 'refused', because: /./ },
}

/** A text as one drawing for each character, each where the one before it ends. */
function glyphs({ x, y, text, size = 10, look }: PdfText): readonly PdfText[] {
  let next = x
  return Array.from(text, (character) => {
    const glyph = { x: next, y, text: character, size, look }
    next += (helveticaWidth(character) * size) / 1000
    return glyph
  })
}

/** L30: a scanned page. It has no text, so a person must enter the rates. */
export const pdfPicture: Layout = {
  ...pdfByColumn,
  id: 'L30',
  name: 'PDF that is a picture',
  institutionId: 'meridian-trust',
  page: { ...pdfByColumn.page, institution: 'Meridian Trust' },
  write: () => writePdf([{ isPicture: true }]),
  mustContain: ['Meridian Trust'],
  hasNoFigures: true,
  result: { kind: 'refused', because: /by hand/ },
}
