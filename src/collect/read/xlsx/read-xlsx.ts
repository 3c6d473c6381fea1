import {
  read,
  utils,
  type CellObject,
  type ColInfo,
  type RowInfo,
  type WorkSheet,
} from '@e965/xlsx'
import { reasonOf } from '../../../domain/failure.ts'
import type { Cell } from '../../../domain/origin.ts'
import type { PageBytes } from '../reading.ts'
import { orFailure } from '../refusal.ts'
import {
  isFigureRow,
  joinedContent,
  type PageContent,
  type ReadFailure,
  type Table,
  type TableCell,
} from '../table.ts'
import { looksOf, readStyles, type LookOf } from './cell-styles.ts'
import { archiveOf, styleFiles, unzipWorkbook } from './workbook-files.ts'

/**
 * Reads the tables of an XLSX workbook, with the texts that Excel prints. Hidden sheets, rows and columns are not read. Empty rows and
 * columns separate tables; the texts above a table and the name of its sheet are its headings. A cell that is struck out or not seen has
 * a problem, which ends the read if the source reads it; it is no heading, and proves nothing.
 */
export function readXlsx({ body }: Pick<PageBytes, 'body'>): PageContent | ReadFailure {
  const workbook = readWorkbook(body)
  if ('failure' in workbook) return workbook
  return joinedContent(workbook.sheets.map(contentOf))
}

/** A sheet of a workbook. */
type Sheet = {
  readonly name: string
  readonly isHidden: boolean
  readonly content: WorkSheet
  /** The cells with text, those in hidden rows and columns too; absent if it has more than a rate sheet. */
  readonly cells: readonly SheetCell[] | undefined
}

/** A cell of a sheet, with the text that Excel shows. Rows and columns count from 0. */
type SheetCell = {
  readonly row: number
  readonly column: number
  readonly cell: TableCell
  /** Whether its text is seen, and its column. */
  readonly isSeen: boolean
}

/** The first bytes of a ZIP file. */
const zipSignature = 'PK\x03\x04'

/** The sheets of a workbook in their order. */
function readWorkbook(body: Uint8Array): { readonly sheets: readonly Sheet[] } | ReadFailure {
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
    const sheets = SheetNames.flatMap((name, index): readonly Sheet[] => {
      const content = Sheets[name]
      if (content === undefined) return []
      const isHidden = (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
      const lookOf = looksOf(looks.sheets[index] ?? '', styles)
      return [{ name, isHidden, content, cells: cellsOf(name, content, lookOf) }]
    })
    return { sheets }
  } catch (error) {
    const reason = reasonOf(error)
    return { failure: `The workbook is damaged or cut off: ${reason.slice(0, 200)}.` }
  }
}

/** More than a rate sheet has. */
const limits = { cells: 20_000, rows: 5_000, columns: 200 }

/** The cells with text of a sheet; `undefined` if it has more than a rate sheet. */
function cellsOf(name: string, content: WorkSheet, lookOf: LookOf): Sheet['cells'] {
  const cells: SheetCell[] = []
  let count = 0
  // A chart sheet has no cells. The library leaves gaps in its arrays.
  for (const [row, line] of Object.entries(content['!data'] ?? [])) {
    for (const [column, cell] of Object.entries(line ?? [])) {
      if (++count > limits.cells) return undefined
      if (cell === undefined || cell === null || textOf(cell) === '') continue
      if (+row >= limits.rows || +column >= limits.columns) return undefined
      const { isSeen, problem } = lookOf(+row, +column, cell)
      const address = cellAddress(name, +row, +column)
      cells.push({
        row: +row,
        column: +column,
        isSeen: isSeen && !isColumnHidden(content, +column),
        cell: tableCell(address, cell, problem),
      })
    }
  }
  return cells
}

function tableCell(address: string, cell: CellObject, lookProblem?: string): TableCell {
  const problem = isUncalculated(cell) ? 'is a formula without a result' : lookProblem
  return {
    address,
    text: textOf(cell),
    ...(cell.t === 'n' && { isNumber: true }),
    ...(problem !== undefined && { problem }),
  }
}

/** The text that Excel shows, by the number format of the cell; for a formula without a result the formula. */
function textOf(cell: CellObject): string {
  const { f = '', w, v } = cell
  const text = isUncalculated(cell) ? `=${f}` : (w ?? (typeof v === 'string' ? v : ''))
  return text.replace(/\s+/gu, ' ').trim()
}

/** Whether the file has a formula whose result was never computed. Excel would show a figure there. */
function isUncalculated({ f, v }: CellObject): boolean {
  return f !== undefined && v === undefined
}

/** The address of a cell: `#sheet=Rates&cell=B3`. */
function cellAddress(sheet: string, row: number, column: number): string {
  return `${sheetAddress(sheet)}&cell=${utils.encode_cell({ r: row, c: column })}`
}

/** The address of a sheet: `#sheet=Rates`. */
function sheetAddress(sheet: string): string {
  return `#sheet=${sheet.replace(/[#%& ]/g, encodeURIComponent)}`
}

function isRowHidden(content: WorkSheet, row: number): boolean {
  return isNotShown(content['!rows']?.[row])
}

function isColumnHidden(content: WorkSheet, column: number): boolean {
  return isNotShown(content['!cols']?.[column])
}

/** The lowest row in points, and the narrowest column in characters, in which a person sees a text. */
const least = { height: 2, width: 0.5 }

function isNotShown(size: RowInfo | ColInfo | undefined): boolean {
  // The library leaves gaps in its arrays, some of them as `null`.
  if (size === undefined || size === null) return false
  if (size.hidden === true) return true
  return 'width' in size
    ? (size.width ?? 1) < least.width
    : 'hpt' in size && (size.hpt ?? 2) < least.height
}

/** The number of rows that have a number and that a reader does not see. */
function hiddenRowsOf({ cells = [], content, isHidden }: Sheet): number {
  const rows = [...Map.groupBy(cells, ({ row }) => row)]
  return rows.filter(([row, own]) => {
    const isShown = !isHidden && !isRowHidden(content, row) && own.some(({ isSeen }) => isSeen)
    return !isShown && own.some(({ cell }) => /\p{N}/u.test(cell.text))
  }).length
}

/** The content of a sheet. Of a hidden one, nothing is read. */
function contentOf(sheet: Sheet): PageContent {
  const name: Cell = { address: sheetAddress(sheet.name), text: sheet.name }
  const hiddenRows = hiddenRowsOf(sheet)
  if (sheet.isHidden) return { tables: [], texts: [], hiddenRows }
  if (sheet.cells === undefined) return { tables: [unreadable(name)], texts: [name], hiddenRows }
  const area = shownArea(sheet.name, sheet.content, sheet.cells)
  const cells = area.rows.flatMap((row) => rowOf(area, row))
  const tables = tablesIn(area, [])
  return {
    tables: tables.map((table) => ({ ...table, headings: [...table.headings, name] })),
    texts: [name, ...new Set(cells.filter(isSound))],
    hiddenRows,
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
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  /** The cell at a place; merged cells stand in each of their places. `undefined` where there is no text. */
  readonly at: (row: number, column: number) => TableCell | undefined
}

/** The visible rows up to the last one with text, and the visible columns. A row of which nothing is seen is left out. */
function shownArea(sheet: string, content: WorkSheet, cells: readonly SheetCell[]): Area {
  const lastRow = Math.max(-1, ...cells.map(({ row }) => row))
  const lastColumn = Math.max(-1, ...cells.map(({ column }) => column))
  const seenRows = new Set(cells.flatMap(({ isSeen, row }) => (isSeen ? row : [])))
  const places = new Map<number, TableCell>()
  const placeOf = (row: number, column: number): number => row * (lastColumn + 1) + column
  for (const { row, column, cell } of cells)
    if (seenRows.has(row)) places.set(placeOf(row, column), cell)
  for (const { s: start, e: end } of content['!merges'] ?? []) {
    const cell = places.get(placeOf(start.r, start.c))
    if (cell === undefined || start.c > lastColumn) continue
    for (let row = start.r; row <= Math.min(end.r, lastRow); row++)
      for (let column = start.c; column <= Math.min(end.c, lastColumn); column++)
        places.set(placeOf(row, column), cell)
  }
  const upTo = (last: number) => Array.from({ length: last + 1 }, (_, index) => index)
  return {
    sheet,
    rows: upTo(lastRow).filter((row) => !isRowHidden(content, row)),
    columns: upTo(lastColumn).filter((column) => !isColumnHidden(content, column)),
    at: (row, column) => places.get(placeOf(row, column)),
  }
}

/** The tables of an area, divided at empty rows and columns. `above` are the headings over the whole area, nearest first. */
function tablesIn(area: Area, above: readonly Cell[]): readonly Table[] {
  const tables: Table[] = []
  let headings = [...above]
  for (const part of partsOf(area.rows, (row) => rowOf(area, row).length > 0)) {
    const rows = [...part]
    // Leading rows with a single text, merged or not, name the table below.
    for (let cells = firstCells(area, rows); cells.length > 0; cells = firstCells(area, rows)) {
      if (cells.length > 1 && (rows.length > 1 || isFigureRow(cells))) break
      headings.unshift(...cells.filter(isSound))
      rows.shift()
    }
    const used = partsOf(area.columns, (column) => rows.some((row) => area.at(row, column)))
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

function firstCells(area: Area, [row]: readonly number[]): readonly TableCell[] {
  return row === undefined ? [] : [...new Set(rowOf(area, row))]
}

function tableOf({ sheet, rows, columns, at }: Area, headings: readonly Cell[]): Table {
  const cells = rows.map((row) =>
    columns.map(
      (column) => at(row, column) ?? { address: cellAddress(sheet, row, column), text: '' },
    ),
  )
  return { headings, rows: cells, address: cells[0]?.[0]?.address ?? sheetAddress(sheet) }
}

/** The cells with text in a row of an area. */
function rowOf({ columns, at }: Area, row: number): readonly TableCell[] {
  return columns.flatMap((column) => at(row, column) ?? [])
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
