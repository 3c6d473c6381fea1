import type { TableCell } from '../table.ts'
import { cellAddress, type VisibleSheet } from './workbook.ts'

/** The visible part of a sheet. */
export type SheetGrid = {
  /** The visible rows up to the last one with text, and the visible columns. */
  readonly rows: readonly number[]
  readonly columns: readonly number[]
  /** The cell at a place; merged cells stand in each of their places. `undefined` where there is no text. */
  readonly at: (row: number, column: number) => TableCell | undefined
}

/** Lays out the cells of a sheet as Excel shows them. A row of which nothing is seen is left out. */
export function gridOfSheet(sheet: VisibleSheet): SheetGrid {
  const lastRow = Math.max(-1, ...sheet.cells.map(({ row }) => row))
  const lastColumn = Math.max(-1, ...sheet.cells.map(({ column }) => column))
  const width = lastColumn + 1
  const cells = new Map<number, TableCell>()
  const seen = sheet.cells.filter(({ isSeen, column }) => isSeen && !sheet.isColumnHidden(column))
  const seenRows = new Set(seen.map(({ row }) => row))
  for (const { row, column, text, problem } of sheet.cells) {
    if (!seenRows.has(row)) continue
    const cell = { address: cellAddress(sheet.name, { row, column }), text }
    cells.set(row * width + column, problem === undefined ? cell : { ...cell, problem })
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
