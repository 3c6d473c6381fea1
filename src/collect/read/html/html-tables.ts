import type { Cell } from '../../../domain/origin.ts'
import { refuse } from '../refusal.ts'
import type { Table, TableCell } from '../table.ts'
import type { CellMaker } from './html-cells.ts'
import {
  cellsOf,
  type HeadingRange,
  type HtmlCell,
  type HtmlTable,
  type SpanningCell,
} from './html-table.ts'
import type { WalkedPage } from './walk-page.ts'

/** Longer texts are prose and name no table. */
const headingLimit = 200

/** The tables of a page that have a text, without those that only lay out the page. */
export function htmlTables(page: WalkedPage, make: CellMaker): readonly Table[] {
  // All tables below a heading share it, so its text is made once.
  const known = new Map<string, Cell | undefined>()
  const textOf = (range: HeadingRange): Cell | undefined => {
    const key = `${range.start},${range.end}`
    if (!known.has(key)) known.set(key, make.ofText(range))
    return known.get(key)
  }
  return page.tables
    .filter((table) => !isLayout(table, page))
    .flatMap((table) => {
      const rows = rowsOf(table, make)
      if (rows.every((row) => row.every(({ text }) => text === ''))) return []
      return [
        { headings: headingsOf(table, page, textOf), rows, address: make.placeAt(table.offset) },
      ]
    })
}

/** Whether a table only lays out the page: it holds another table, and its other cells have no figure. */
function isLayout(table: HtmlTable, { runs }: WalkedPage): boolean {
  const [holders, others] = [true, false].map((holds) =>
    cellsOf(table).filter(({ inner }) => inner.length > 0 === holds),
  )
  if (holders?.length === 0) return false
  return (others ?? []).every(({ start, end }) =>
    runs.slice(start, end).every(({ text }) => !/\p{N}/u.test(text)),
  )
}

function rowsOf(table: HtmlTable, make: CellMaker): readonly (readonly TableCell[])[] {
  const address = make.placeAt(table.offset)
  const made = new Map<HtmlCell, TableCell>()
  const cellOf = (cell: HtmlCell): TableCell => {
    const known = made.get(cell) ?? make.ofCell(cell)
    made.set(cell, known)
    return known
  }
  let count = 0
  return table.groups.flatMap((group) => {
    const rows = layOutCells(group, cellLimit - count)
    if (rows === undefined)
      return refuse(`A table of the page has more than ${cellLimit} cells.`, address)
    count += rows.reduce((sum, row) => sum + row.length, 0)
    return rows
      .filter((row) => row.length > 0)
      .map((row) =>
        row.map((cell) =>
          cell === undefined ? { address, text: '', isMissing: true } : cellOf(cell),
        ),
      )
  })
}

/** The texts that name a table, nearest first. */
function headingsOf(
  { captions, headings, ids }: HtmlTable,
  { labels }: WalkedPage,
  textOf: (range: HeadingRange) => Cell | undefined,
): readonly Cell[] {
  const tabs = ids.flatMap(({ id, offset }): readonly HeadingRange[] => {
    const label = labels.get(id)
    return label === undefined ? [] : [{ ...label, offset }]
  })
  const above = [...headings, ...tabs].sort((a, b) => b.offset - a.offset)
  const cells = [...captions, ...above].flatMap((range) => textOf(range) ?? [])
  const short = cells.filter(({ text }) => text.length <= headingLimit)
  return [...new Map(short.map((cell) => [cell.address, cell])).values()]
}

/** The most cells of a table. A cell that spans several places counts for each. */
const cellLimit = 20_000

/**
 * Lays out the rows of a group (`thead`, `tbody`, `tfoot`) as browsers do: each cell takes the next free place of its row and the
 * places that it spans, as far as the group goes. A place that two cells claim belongs to the first. Returns `undefined` if the
 * group has more than `limit` cells.
 */
export function layOutCells<T>(
  rows: readonly (readonly SpanningCell<T>[])[],
  limit = cellLimit,
): readonly (readonly (T | undefined)[])[] | undefined {
  const grid: (T | undefined)[][] = rows.map(() => [])
  let count = 0
  for (const [index, row] of rows.entries()) {
    const places = grid[index] ?? []
    let column = 0
    for (const { cell, rows: spanned, columns } of row) {
      while (column in places) column++
      const last = spanned === 0 ? grid.length : Math.min(grid.length, index + spanned)
      for (let down = index; down < last; down++) {
        for (let across = column; across < column + columns; across++) {
          count++
          if (count > limit) return undefined
          const line = grid[down] ?? []
          if (!(across in line)) line[across] = cell
        }
      }
      column += columns
    }
  }
  return grid.map((row) => Array.from(row))
}
