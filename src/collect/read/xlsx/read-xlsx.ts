import type { Cell } from '../../../domain/origin.ts'
import type { PageBytes } from '../reading.ts'
import {
  isFigureRow,
  type PageContent,
  type ReadFailure,
  type Table,
  type TableCell,
} from '../table.ts'
import { cellAddress, readWorkbook, sheetAddress, type VisibleSheet } from './workbook.ts'

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

/** The text at each address of a workbook: its visible sheets and cells. */
export function xlsxTexts(
  page: Pick<PageBytes, 'body'>,
): ReadonlyMap<string, string> | ReadFailure {
  const content = readXlsx(page)
  if ('failure' in content) return content
  return new Map(content.texts.map(({ address, text }) => [address, text]))
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
