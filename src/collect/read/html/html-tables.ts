import type { Cell } from '../../../domain/origin.ts'
import { countWhile } from '../../../domain/text.ts'
import { undecoded } from '../decode-page.ts'
import { refuse } from '../refusal.ts'
import type { Row, Table, TableCell } from '../table.ts'
import { foldedText } from '../words/folded-text.ts'
import { sliceText } from './slice-text.ts'
import {
  cellsOf,
  type HeadingRange,
  type HtmlCell,
  type HtmlTable,
  type RunRange,
  type SpanningCell,
  type WalkedPage,
} from './walk-page.ts'

/** Longer texts are prose and name no table. */
const headingLimit = 200

/** The tables of a page that have a text, without those that only lay out the page. */
export function htmlTables(page: MarkupText): readonly Table[] {
  // All tables below a heading share it, so its text is made once.
  const known = new Map<string, Cell | undefined>()
  const textOf = (range: HeadingRange): Cell | undefined =>
    known.getOrInsertComputed(`${range.start},${range.end}`, () => plainCell(page, range))
  return page.tables
    .filter((table) => !isLayout(table, page))
    .flatMap((table) => {
      const rows = rowsOf(table, page)
      if (rows.every((row) => row.every(({ text }) => text === ''))) return []
      const address = placeAt(page, table.offset)
      return [{ headings: headingsOf(table, page, textOf), rows, address }]
    })
}

/** Whether a table only lays out the page: it holds another table, and its other cells have no figure. */
function isLayout(table: HtmlTable, { runs }: WalkedPage): boolean {
  const cells = cellsOf(table)
  const others = cells.filter(({ inner }) => inner.length === 0)
  if (others.length === cells.length) return false
  return others.every(({ start, end }) =>
    runs.slice(start, end).every(({ text }) => !/\p{N}/u.test(text)),
  )
}

function rowsOf(table: HtmlTable, page: MarkupText): readonly Row[] {
  const address = placeAt(page, table.offset)
  const made = new Map<HtmlCell, TableCell>()
  const cellOf = (cell: HtmlCell) => made.getOrInsertComputed(cell, (one) => tableCell(page, one))
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
      const lines = grid.slice(index, spanned === 0 ? grid.length : index + spanned)
      count += lines.length * columns
      if (count > limit) return undefined
      for (const line of lines) fillPlaces(line, column, columns, cell)
      column += columns
    }
  }
  return grid.map((row) => Array.from(row))
}

/** Puts a cell in those of some places of a row that are free. */
function fillPlaces<T>(row: (T | undefined)[], start: number, count: number, cell: T): void {
  for (let place = start; place < start + count; place++) if (!(place in row)) row[place] = cell
}

/** A longer piece of a page is no cell and no heading. It bounds the work for each piece. */
const sliceLimit = 50_000

/** A page that was walked, its text, and the address of that text: empty for a page that is HTML as a whole. */
export type MarkupText = WalkedPage & { readonly html: string; readonly document: string }

/** The address of a place, for messages. */
function placeAt({ document }: MarkupText, offset: number): string {
  return `${document}#char=${offset}`
}

/** The cell of a range of runs, from the first visible text to the last; `undefined` for an empty range. */
function cellOfRange(page: MarkupText, { start, end }: RunRange): TableCell | undefined {
  const { html, runs, document } = page
  const [first, last] = [runs[start], runs[end - 1]]
  if (start >= end || first === undefined || last === undefined) return undefined
  const before = leading.exec(html.slice(first.start, first.end))?.[0] ?? ''
  const from = first.start + before.length
  const to = last.end - spaceAfter(html.slice(last.start, last.end))
  const address = `${document}#char=${from},${to}`
  const own = runs.slice(start, end)
  const visible = own.map(({ text }) => text)
  if (to - from > sliceLimit)
    return { address, text: foldedText(visible.join(' ')), problem: 'is too long' }
  const text = sliceText(html.slice(from, to))
  if (text.includes('\ufffd')) return { address, text, problem: undecoded }
  if (solid(text) !== solid(visible.join('')))
    return { address, text, problem: 'has a hidden part between its visible parts' }
  const problem = own.find((run) => run.problem !== undefined)?.problem
  return { address, text, ...(problem !== undefined && { problem }) }
}

/** The cell of a heading or another text; `undefined` for one that is empty, struck out or perhaps hidden. */
export function plainCell(page: MarkupText, range: RunRange): Cell | undefined {
  const { address, text } = cellOfRange(page, range) ?? { address: '', text: '' }
  const isDoubtful = page.runs
    .slice(range.start, range.end)
    .some(({ problem }) => problem !== undefined)
  return text === '' || isDoubtful ? undefined : { address, text }
}

/** The cell of a table, with its lines. */
function tableCell(page: MarkupText, { start, end, offset, inner }: HtmlCell): TableCell {
  const empty = { address: `${page.document}#char=${offset},${offset}`, text: '' }
  if (inner.length > 0) {
    const edges = [start, ...inner.flatMap((table) => [table.start, table.end]), end]
    // The texts that are in no table inside the cell.
    const own = edges.flatMap((edge, index) =>
      index % 2 === 0 ? page.runs.slice(edge, edges[index + 1]).map(({ text }) => text) : [],
    )
    return { ...empty, text: foldedText(own.join(' ')), problem: 'holds another table' }
  }
  const cell = cellOfRange(page, { start, end })
  if (cell === undefined) return empty
  const ranges = linesOf(page, { start, end })
  const lines = ranges.length > 1 ? ranges.flatMap((line) => cellOfRange(page, line) ?? []) : []
  return lines.length > 1 ? { ...cell, lines } : cell
}

/** The lines of a range. */
function linesOf({ lineStarts }: MarkupText, { start, end }: RunRange): readonly RunRange[] {
  let next = countWhile(lineStarts, (lineStart) => lineStart <= start)
  const edges = [start]
  for (; (lineStarts[next] ?? end) < end; next++) edges.push(lineStarts[next] ?? end)
  return edges.map((edge, index) => ({ start: edge, end: edges[index + 1] ?? end }))
}

/** A text without white space, for comparing. */
function solid(text: string): string {
  return foldedText(text).replaceAll(' ', '')
}

const space = String.raw`(?:\s|\0|&nbsp;?|&#160;|&#xa0;)*`
const leading = new RegExp(`^${space}`, 'i')
const endsInSpace = /(?:\s|\0|&nbsp;?|&#160;|&#xa0;)$/i

/** Steps back from the end, because a regular expression would search a long text from each of its spaces. */
function spaceAfter(raw: string): number {
  let end = raw.length
  for (;;) {
    const found = endsInSpace.exec(raw.slice(Math.max(0, end - 6), end))
    if (found === null) return raw.length - end
    end -= found[0].length
  }
}
