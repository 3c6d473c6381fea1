import type { Cell } from '../../../domain/origin.ts'
import type { PageBytes } from '../reading.ts'
import {
  isFigureRow,
  type PageContent,
  type ReadFailure,
  type Table,
  type TableCell,
} from '../table.ts'
import {
  read,
  type CellObject,
  type ColInfo,
  type Range,
  type RowInfo,
  type WorkSheet,
} from '@e965/xlsx'
import { orFailure } from '../refusal.ts'
import { looksOf, type CellLook, type LookOf, readStyles } from './cell-styles.ts'
import { archiveOf, unzipWorkbook, styleFiles } from './workbook-files.ts'

/**
 * Reads the tables of an XLSX workbook, with the texts that Excel prints. Hidden sheets, rows and columns are not read. Empty rows and
 * columns separate tables; the texts above a table and the name of its sheet are its headings. A cell that is struck out or not seen has
 * a problem, which ends the read if the source reads it; it is no heading, and proves nothing.
 */
export function readXlsx({ body }: Pick<PageBytes, 'body'>): PageContent | ReadFailure {
  const workbook = readWorkbook(body)
  if ('failure' in workbook) return workbook
  const contents = workbook.sheets.map(contentOf)
  return {
    tables: contents.flatMap(({ tables }) => tables),
    texts: contents.flatMap(({ texts }) => texts),
    hiddenRows: workbook.hiddenRows,
  }
}

function contentOf(sheet: VisibleSheet): Omit<PageContent, 'hiddenRows'> {
  const name: Cell = { address: sheetAddress(sheet.name), text: sheet.name }
  if (sheet.isTooLarge) return { tables: [unreadable(name)], texts: [name] }
  const grid = gridOfSheet(sheet)
  const cells = grid.rows.flatMap((row) => cellsOf(grid, row, grid.columns))
  const tables = tablesIn({ sheet: sheet.name, grid, ...grid }, [])
  return {
    tables: tables.map((table) => ({ ...table, headings: [...table.headings, name] })),
    texts: [name, ...new Set(cells.filter(isSound))],
  }
}

/** The table of a sheet that is too large. The source can ignore it, and cannot read it. */
function unreadable(name: Cell): Table {
  const text = 'a sheet with more cells than a rate sheet'
  const cell = { address: name.address, text, problem: 'cannot be read' }
  return { headings: [name], rows: [[cell]], address: name.address }
}

/** Some rows and columns of a sheet. */
type Area = {
  readonly sheet: string
  readonly grid: SheetGrid
  readonly rows: readonly number[]
  readonly columns: readonly number[]
}

/** The tables of an area, divided at empty rows and columns. `above` are the headings over the whole area, nearest first. */
function tablesIn(area: Area, above: readonly Cell[]): readonly Table[] {
  const { grid, columns } = area
  const tables: Table[] = []
  let headings = [...above]
  for (const part of partsOf(area.rows, (row) => cellsOf(grid, row, columns).length > 0)) {
    const rows = [...part]
    // Leading rows with a single text, merged or not, name the table below.
    for (let cells = firstCells(area, rows); cells.length > 0; cells = firstCells(area, rows)) {
      if (cells.length > 1 && (rows.length > 1 || isFigureRow(cells))) break
      headings.unshift(...cells.filter(isSound))
      rows.shift()
    }
    const used = partsOf(columns, (column) => rows.some((row) => grid.at(row, column)))
    const [only] = used
    if (only === undefined) continue
    const found =
      used.length === 1
        ? [tableOf({ ...area, rows, columns: only }, headings)]
        : used.flatMap((columns) => tablesIn({ ...area, rows, columns }, headings))
    tables.push(...found)
    if (found.length > 0) headings = [...above]
  }
  return tables
}

function isSound({ problem }: TableCell): boolean {
  return problem === undefined
}

function firstCells({ grid, columns }: Area, rows: readonly number[]): readonly TableCell[] {
  const [row] = rows
  return row === undefined ? [] : [...new Set(cellsOf(grid, row, columns))]
}

function tableOf({ sheet, grid, rows, columns }: Area, headings: readonly Cell[]): Table {
  const cells = rows.map((row) =>
    columns.map(
      (column) =>
        grid.at(row, column) ?? { address: cellAddress(sheet, { row, column }), text: '' },
    ),
  )
  return { headings, rows: cells, address: cells[0]?.[0]?.address ?? sheetAddress(sheet) }
}

function cellsOf(grid: SheetGrid, row: number, columns: readonly number[]): readonly TableCell[] {
  return columns.flatMap((column) => grid.at(row, column) ?? [])
}

/** The runs of neighbouring rows or columns that are used. */
function partsOf(
  places: readonly number[],
  isUsed: (place: number) => boolean,
): readonly (readonly number[])[] {
  const parts: number[][] = [[]]
  for (const place of places) {
    if (isUsed(place)) parts.at(-1)?.push(place)
    else if (parts.at(-1)?.length !== 0) parts.push([])
  }
  return parts.filter((part) => part.length > 0)
}

/** The visible part of a sheet. */
export type SheetGrid = {
  /** The visible rows up to the last one with text, and the visible columns. */
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  /** The cell at a place; merged cells stand in each of their places. `undefined` where there is no text. */
  readonly at: (row: number, column: number) => TableCell | undefined
}

/** Lays out the cells of a sheet as Excel shows them. A row of which nothing is seen is left out. */
function gridOfSheet(sheet: VisibleSheet): SheetGrid {
  const lastRow = Math.max(-1, ...sheet.cells.map(({ row }) => row))
  const lastColumn = Math.max(-1, ...sheet.cells.map(({ column }) => column))
  const width = lastColumn + 1
  const cells = new Map<number, TableCell>()
  const seen = sheet.cells.filter(({ isSeen, column }) => isSeen && !sheet.isColumnHidden(column))
  const seenRows = new Set(seen.map(({ row }) => row))
  for (const { row, column, text, isNumber, problem } of sheet.cells) {
    if (!seenRows.has(row)) continue
    const cell = { address: cellAddress(sheet.name, { row, column }), text }
    cells.set(row * width + column, {
      ...cell,
      ...(isNumber && { isNumber }),
      ...(problem !== undefined && { problem }),
    })
  }
  for (const { s: start, e: end } of sheet.merges) {
    const cell = cells.get(start.r * width + start.c)
    if (cell === undefined || start.c > lastColumn) continue
    for (let row = start.r; row <= Math.min(end.r, lastRow); row++)
      for (let column = start.c; column <= Math.min(end.c, lastColumn); column++)
        cells.set(row * width + column, cell)
  }
  const upTo = (last: number) => Array.from({ length: last + 1 }, (_, index) => index)
  return {
    rows: upTo(lastRow).filter((row) => !sheet.isRowHidden(row)),
    columns: upTo(lastColumn).filter((column) => !sheet.isColumnHidden(column)),
    at: (row, column) => cells.get(row * width + column),
  }
}

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
function readWorkbook(
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
    const reason = error instanceof Error ? error.message : String(error)
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
function cellAddress(sheet: string, { row, column }: Pick<SheetCell, 'row' | 'column'>): string {
  return `${sheetAddress(sheet)}&cell=${columnName(column)}${row + 1}`
}

/** The address of a sheet: `#sheet=Rates`. */
function sheetAddress(sheet: string): string {
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
