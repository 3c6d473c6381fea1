import {
  read,
  type CellObject,
  type ColInfo,
  type Range,
  type RowInfo,
  type WorkSheet,
} from '@e965/xlsx'
import { orFailure } from '../refusal.ts'
import type { ReadFailure } from '../table.ts'
import { looksOf, type CellLook, type LookOf } from './cell-visibility.ts'
import { readStyles } from './cell-styles.ts'
import { archiveOf, unzipWorkbook } from './unzip-workbook.ts'
import { styleFiles } from './workbook-files.ts'
import { reasonOf } from '../../../domain/failure.ts'

/** A cell of a sheet as Excel shows it. Rows and columns count from 0. */
export type SheetCell = CellLook & {
  readonly row: number
  readonly column: number
  readonly text: string
  readonly isNumber: boolean
}

/** A sheet that is not hidden. */
export type VisibleSheet = {
  readonly name: string
  /** The cells with text, those in hidden rows and columns too. */
  readonly cells: readonly SheetCell[]
  readonly merges: readonly Range[]
  /** Whether it has more cells than a rate sheet; it then has none here. */
  readonly isTooLarge: boolean
  readonly isRowHidden: (row: number) => boolean
  readonly isColumnHidden: (column: number) => boolean
}

/** The first bytes of a ZIP file. */
const zipSignature = 'PK\x03\x04'

/** More than a rate sheet has. */
const limits = { cells: 20_000, rows: 5_000, columns: 200 }

/** The visible sheets of a workbook in their order, and how many rows are hidden. */
export function readWorkbook(
  body: Uint8Array,
): { readonly sheets: readonly VisibleSheet[]; readonly hiddenRows: number } | ReadFailure {
  if (new TextDecoder('latin1').decode(body.subarray(0, 4)) !== zipSignature)
    return { failure: 'This is not an XLSX workbook.' }
  try {
    const files = orFailure(() => unzipWorkbook(body))
    if ('failure' in files) return files
    // `cellStyles` makes the library say which rows and columns are hidden. It does not give fonts, so their files are read too.
    const options = { dense: true, cellStyles: true, cellHTML: false } as const
    const { Sheets, SheetNames, Workbook, bookType } = read(archiveOf(files), {
      type: 'array',
      ...options,
    })
    if (bookType !== 'xlsx') return { failure: `This is not an XLSX workbook but ${bookType}.` }
    const looks = styleFiles(files)
    const styles = readStyles(looks.styles, looks.theme)
    const sheets = [...SheetNames.entries()].flatMap(([index, name]) => {
      const content = Sheets[name]
      if (content === undefined) return []
      const sheet = sheetOf(name, content, looksOf(looks.sheets[index] ?? '', styles))
      return [{ sheet, isHidden: (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0 }]
    })
    const counts = sheets.map(({ sheet, isHidden }) => hiddenRowsOf(sheet, isHidden))
    return {
      sheets: sheets.filter(({ isHidden }) => !isHidden).map(({ sheet }) => sheet),
      hiddenRows: counts.reduce((sum, count) => sum + count, 0),
    }
  } catch (error) {
    const reason = reasonOf(error)
    return { failure: `The workbook is damaged or cut off: ${reason.slice(0, 200)}.` }
  }
}

/** The number of rows that have a number and that a reader does not see. */
function hiddenRowsOf(sheet: VisibleSheet, isSheetHidden: boolean): number {
  const isSeen = ({ row, column, isSeen }: SheetCell): boolean =>
    isSeen && !isSheetHidden && !sheet.isRowHidden(row) && !sheet.isColumnHidden(column)
  const rows = [...Map.groupBy(sheet.cells, ({ row }) => row).values()]
  return rows.filter(
    (cells) => cells.some(({ text }) => /\p{N}/u.test(text)) && !cells.some(isSeen),
  ).length
}

/** The address of a cell: `#sheet=Rates&cell=B3`. */
export function cellAddress(
  sheet: string,
  { row, column }: Pick<SheetCell, 'row' | 'column'>,
): string {
  return `${sheetAddress(sheet)}&cell=${columnName(column)}${row + 1}`
}

/** The address of a sheet: `#sheet=Rates`. */
export function sheetAddress(sheet: string): string {
  return `#sheet=${sheet.replace(/[#%& ]/g, encodeURIComponent)}`
}

function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

function sheetOf(name: string, content: WorkSheet, lookOf: LookOf): VisibleSheet {
  const tooLarge: VisibleSheet = {
    name,
    cells: [],
    merges: [],
    isTooLarge: true,
    isRowHidden: () => false,
    isColumnHidden: () => false,
  }
  const cells: SheetCell[] = []
  let count = 0
  // A chart sheet has no cells. The library leaves gaps in its arrays.
  for (const [row, line] of Object.entries(content['!data'] ?? [])) {
    for (const [column, cell] of Object.entries(line ?? [])) {
      if (++count > limits.cells) return tooLarge
      const place = { row: +row, column: +column }
      if (cell === undefined || cell === null) continue
      const text = textOf(cell)
      if (text !== '' && (place.row >= limits.rows || place.column >= limits.columns))
        return tooLarge
      if (text === '') continue
      const look = lookOf(place.row, place.column, cell)
      const isNumber = cell.t === 'n'
      cells.push({ ...place, text, isNumber, ...look, ...(isUncalculated(cell) && noResult) })
    }
  }
  return {
    name,
    cells,
    isTooLarge: false,
    merges: content['!merges'] ?? [],
    isRowHidden: (row) => isHidden(content['!rows']?.[row]),
    isColumnHidden: (column) => isHidden(content['!cols']?.[column]),
  }
}

/** The lowest row in points, and the narrowest column in characters, in which a person sees a text. */
const least = { height: 2, width: 0.5 }

function isHidden(size: RowInfo | ColInfo | undefined): boolean {
  // The library leaves gaps in its arrays, some of them as `null`.
  if (size === undefined || size === null) return false
  if (size.hidden === true) return true
  return 'width' in size
    ? (size.width ?? 1) < least.width
    : 'hpt' in size && (size.hpt ?? 2) < least.height
}

/** Whether the file has a formula whose result was never computed. Excel would show a figure there. */
function isUncalculated({ f, v }: CellObject): boolean {
  return f !== undefined && v === undefined
}

const noResult = { problem: 'is a formula without a result' }

/** The text that Excel shows, by the number format of the cell; for a formula without a result the formula. */
function textOf(cell: CellObject): string {
  const { f = '', w, v } = cell
  const text = isUncalculated(cell) ? `=${f}` : (w ?? (typeof v === 'string' ? v : ''))
  return text.replace(/\s+/gu, ' ').trim()
}
