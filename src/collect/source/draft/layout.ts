import type { SurveyTable } from '../../read/survey-page.ts'
import { nameColumns, transposed } from '../../read/tables/grid.ts'
import type { DecimalMark } from '../../read/words/figure.ts'
import { hasFigure, namedTenure, tenureIn, unitIn } from './cells.ts'
import { hintIn } from './words.ts'
import type { TenureUnit } from '../../read/words/tenure.ts'

type Row = SurveyTable['rows'][number]

/** A column of a table: its name in a source, and the texts below its headings. */
export type LaidColumn = { readonly name: string; readonly texts: readonly string[] }

/** The most likely reading of a table: its heading rows, and its column of tenures. */
export type Layout = {
  readonly isTransposed: boolean
  readonly headerRows: number
  readonly columns: readonly LaidColumn[]
  readonly tenure: { readonly index: number; readonly unit?: TenureUnit; readonly plain: number }
  /** How many rows have a label. */
  readonly labels: number
}

/** The layout in which most rows have a tenure and a figure; `undefined` if no row has both. */
export function layoutOf({ rows }: SurveyTable, mark: DecimalMark): Layout | undefined {
  const width = rows[0]?.length ?? 0
  const isGrid = rows.every((row) => row.length === width)
  const across = isGrid ? transposed(rows) : []
  const found = [layOut(rows, false, mark), layOut(across, true, mark)].flatMap((one) => one ?? [])
  return found.toSorted((a, b) => b.score - a.score)[0]?.layout
}

function layOut(rows: readonly Row[], isTransposed: boolean, mark: DecimalMark) {
  const headerRows = headerRowsOf(rows, mark)
  const width = Math.max(0, ...rows.map((row) => row.length))
  const body = rows.slice(headerRows)
  const columns = nameColumns(rows.slice(0, headerRows), width).map(({ name, index }) => ({
    name,
    texts: body.map((row) => row[index]?.text ?? ''),
  }))
  const tenure = tenureColumn(columns)
  if (tenure === undefined) return undefined
  const labels = columns[tenure.index]?.texts ?? []
  const isRead = (label: string): boolean =>
    tenureIn(label, tenure.unit) !== undefined || namedTenure(label) !== undefined
  const score = labels.filter(
    (label, row) =>
      isRead(label) &&
      columns.some(
        ({ texts }, index) => index !== tenure.index && hasFigure(texts[row] ?? '', mark),
      ),
  ).length
  if (score === 0) return undefined
  const filled = labels.filter((label) => label !== '').length
  return { score, layout: { isTransposed, headerRows, columns, tenure, labels: filled } }
}

/** The rows above the first one with a figure. Blank rows and titles of sections just above it are not headings. */
function headerRowsOf(rows: readonly Row[], mark: DecimalMark): number {
  const first = rows.findIndex(
    (row) =>
      row.some(({ text }) => hasFigure(text, mark)) ||
      (row.some(({ text }) => tenureIn(text) !== undefined) &&
        row.some(({ text }) => /^\d{1,2}$/.test(text))),
  )
  let count = Math.min(5, Math.max(0, first))
  const filled = (row: Row | undefined): number =>
    (row ?? []).filter(({ text }) => text !== '').length
  while (count > 1 && filled(rows[count - 1]) <= 1) count--
  return count
}

/** The column with most tenures. Bare numbers are tenures if the heading names their unit. */
function tenureColumn(columns: readonly LaidColumn[]): Layout['tenure'] | undefined {
  const found = columns.flatMap(({ name, texts }, index) => {
    if (hintIn(name, 'frequency') !== undefined) return []
    const unit = texts.some((text) => /^\d+$/.test(text)) ? unitIn(name) : undefined
    const filled = texts.filter((text) => text !== '')
    const plain = filled.filter((text) => tenureIn(text, unit) !== undefined).length
    const named = filled.filter(
      (text) => text.length <= 100 && namedTenure(text) !== undefined,
    ).length
    const count = Math.max(plain, named)
    if (count === 0 || count * 3 < filled.length) return []
    const score = count + (hintIn(name, 'tenure') === undefined ? 0 : filled.length / 2)
    return [{ index, plain, score, ...(unit !== undefined && { unit }) }]
  })
  return found.toSorted((a, b) => b.score - a.score)[0]
}
