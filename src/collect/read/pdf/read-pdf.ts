import type { Cell } from '../../../domain/origin.ts'
import type { PageBytes } from '../reading.ts'
import {
  isFigureRow,
  type PageContent,
  type ReadFailure,
  type Table,
  type TableCell,
} from '../table.ts'
import { hiddenLinesOf, linesOf, placeOf, type Extent, type Line, type Phrase } from './phrases.ts'
import { readRuns } from './runs.ts'

/**
 * Reads the tables of a PDF from the positions of its texts. A table is a block of lines with several texts each; its headings
 * are the lines above it. An image, a hidden layer and overlapping texts are failures: nothing is guessed. A text that is struck out
 * or partly covered has a problem, which ends the read if the source reads it; it is no heading, and proves nothing.
 */
export async function readPdf({
  body,
}: Pick<PageBytes, 'body'>): Promise<PageContent | ReadFailure> {
  const runs = await readRuns(body)
  if ('failure' in runs) return runs
  const pages: (readonly Line[])[] = []
  for (const [index, page] of runs.pages.entries()) {
    const lines = linesOf(index + 1, page)
    if ('failure' in lines) return lines
    pages.push(lines)
  }
  return {
    tables: pages.flatMap((lines, index) => tablesOf(index + 1, lines)),
    texts: soundCells(pages.flat()),
    hiddenRows: runs.pages.reduce((sum, page) => sum + hiddenLinesOf(page), 0),
  }
}

function soundCells(lines: readonly Line[]): readonly TableCell[] {
  const cells = lines.flatMap(({ phrases }) => phrases.map(({ cell }) => cell))
  return cells.filter(({ problem }) => problem === undefined)
}

/** A wider space between two lines, in multiples of the usual one, ends a table. */
const tableGap = 2.2
/** Two lines nearer than this many font sizes stand beside each other. */
const besideGap = 0.9

function tablesOf(page: number, lines: readonly Line[]): readonly Table[] {
  const tables: Table[] = []
  let headings: Cell[] = []
  for (const block of blocksOf(lines)) {
    const cells = block.flatMap(({ phrases }) => phrases.map(({ cell }) => cell))
    if (block.length > 1 || isFigureRow(cells)) {
      tables.push(tableOf(page, block, headings))
      headings = []
    } else headings.unshift(...soundCells(block))
  }
  return tables
}

function tableOf(page: number, lines: readonly Line[], headings: readonly Cell[]): Table {
  const grid = gridOf(lines)
  const emptyCell = (row: number, place: number): Cell => ({
    address: placeOf(page, grid.columns[place]?.left ?? 0, lines[row]?.y ?? 0),
    text: '',
  })
  const rows = grid.rows.map((cells, row) =>
    cells.map((cell, place) => cell ?? emptyCell(row, place)),
  )
  return { headings, rows, address: rows[0]?.[0]?.address ?? '' }
}

/** Groups of lines: tables, and single lines that are no part of one. */
function blocksOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const isRow = lines.map(
    (line, index) =>
      line.phrases.length > 1 || isBeside(lines, index) || isSecondHeadLine(lines, index),
  )
  const blocks: Line[][] = []
  for (const [index, line] of lines.entries()) {
    const block = blocks.at(-1)
    if (block !== undefined && isRow[index] === true && isRow[index - 1] === true) block.push(line)
    else blocks.push([line])
  }
  return blocks.flatMap(splitAtGaps)
}

/** Whether a single text stands beside other lines, as a heading over two rows of headings does. */
function isBeside(lines: readonly Line[], index: number): boolean {
  const line = lines[index]
  const neighbours = [lines[index - 1], lines[index + 1]]
  return neighbours.some(
    (other) =>
      line !== undefined &&
      other !== undefined &&
      other.phrases.length > 1 &&
      Math.abs(other.y - line.y) < besideGap * line.size,
  )
}

/** The largest distance of two lines of one heading, in font sizes. */
const headGap = 1.5

/**
 * Whether a single word is the second line of a heading: it stands close below the first line of a table, under one of its texts but the
 * first, and above another line. Under the first text it may name the rows that follow, so it ends the table.
 */
function isSecondHeadLine(lines: readonly Line[], index: number): boolean {
  const [above, head, line, next] = [-2, -1, 0, 1].map((step) => lines[index + step])
  const [word, ...others] = line?.phrases ?? []
  if (head === undefined || line === undefined || next === undefined || word === undefined)
    return false
  const isFirstLine = above === undefined || above.phrases.length === 1
  if (!isFirstLine || others.length > 0 || head.phrases.length < 2 || next.phrases.length < 2)
    return false
  if (head.y - line.y > headGap * line.size || !/^[^\d\s]{1,20}$/u.test(word.cell.text))
    return false
  const over = head.phrases.filter(({ left, right }) => left < word.right && word.left < right)
  return over.length === 1 && over[0] !== head.phrases[0]
}

function splitAtGaps(block: readonly Line[]): readonly (readonly Line[])[] {
  const gaps = block.slice(1).map(({ y }, index) => (block[index]?.y ?? y) - y)
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0
  const parts: Line[][] = []
  for (const [index, line] of block.entries()) {
    const part = parts.at(-1)
    if (part !== undefined && (gaps[index - 1] ?? 0) <= tableGap * usual) part.push(line)
    else parts.push([line])
  }
  return parts
}

/** Texts that stand for "no figure". They are centred in columns of right-aligned figures, so they define no column. */
const placeholder = /^(?:[-–—.*]+|n\s*\/?\s*a|nil)$/i
const hasFigures = ({ phrases }: Line): boolean =>
  phrases.filter(({ cell }) => /^[^\p{L}]*\d|^[-–—]$/u.test(cell.text)).length * 2 >= phrases.length

/**
 * The columns of a table from left to right, and for each line the cell of each column: `undefined` where the line has no text.
 * A line before the first line of figures is a line of headings.
 */
function gridOf(lines: readonly Line[]): {
  readonly columns: readonly Extent[]
  readonly rows: readonly (readonly (TableCell | undefined)[])[]
} {
  const start = Math.max(0, lines.findIndex(hasFigures))
  const [heads, body] = [lines.slice(0, start), lines.slice(start)]
  const columns = columnsOf(heads, body)
  const rows = body.map(({ phrases }) => cellsOf(phrases, columns))
  // The lowest headings stand over single columns, so they show where the headings over groups of columns belong.
  const centres = columns.map(centreOf)
  for (const [index, { phrases }] of heads.entries().toArray().reverse()) {
    // A heading over a group of columns stands above the headings of the single columns.
    const isBelow = heads.slice(0, index).some((head) => head.phrases.length > phrases.length)
    const maySpan = phrases.length < columns.length && !isBelow
    const spans = maySpan ? spansOf(phrases, centres) : undefined
    const cells = spans === undefined ? cellsOf(phrases, columns) : columns.map(() => undefined)
    const row: (TableCell | undefined)[] = [...cells]
    for (const [index, { first, last }] of (spans ?? []).entries())
      row.fill(phrases[index]?.cell, first, last + 1)
    for (const phrase of phrases) {
      const place = row.indexOf(phrase.cell)
      if (place !== -1 && row.lastIndexOf(phrase.cell) === place) centres[place] = centreOf(phrase)
    }
    rows.unshift(row)
  }
  return { columns, rows }
}

/**
 * Lines with the most texts come first. A text that reaches into two columns spans them, and makes them no wider. A column
 * without any figure is known from its heading alone.
 */
function columnsOf(heads: readonly Line[], body: readonly Line[]): readonly Extent[] {
  const columns: Extent[] = []
  const fullestFirst = (lines: readonly Line[]) =>
    lines.toSorted((a, b) => b.phrases.length - a.phrases.length)
  for (const { phrases } of fullestFirst(body))
    for (const phrase of phrases) if (!placeholder.test(phrase.cell.text)) widen(columns, phrase)
  const [fullest] = fullestFirst(heads)
  if (fullest !== undefined && fullest.phrases.length > columns.length)
    for (const phrase of fullest.phrases) widen(columns, phrase)
  return columns.toSorted((a, b) => a.left - b.left)
}

function widen(columns: Extent[], { left, right }: Extent): void {
  const found = columns.filter((column) => overlapOf(column, { left, right }) > 0)
  const [column] = found
  if (column === undefined) columns.push({ left, right })
  else if (found.length === 1) {
    const wider = { left: Math.min(column.left, left), right: Math.max(column.right, right) }
    columns.splice(columns.indexOf(column), 1, wider)
  }
}

/** Marks a text whose column cannot be told. No heading and no figure has these words, so reading the table fails there. */
const unclear = ' (column not clear)'

/** The cell of each column in one line. */
function cellsOf(
  phrases: readonly Phrase[],
  columns: readonly Extent[],
): readonly (TableCell | undefined)[] {
  const cells: (TableCell | undefined)[] = columns.map(() => undefined)
  const isComplete = phrases.length === columns.length
  for (const [index, phrase] of phrases.entries()) {
    const overlapped = overlappedBy(phrase, phrases, columns)
    const places = overlapped.length > 0 ? overlapped : nearestTo(phrase, columns)
    const isOwnPlace = !isComplete || (places.length === 1 && places[0] === index)
    // A complete line fills the columns in order, so a text between two columns belongs to its own.
    const isInOrder = isComplete && overlapped.length === 0
    const chosen = isInOrder ? [index] : places
    const isClear = isInOrder || (isOwnPlace && chosen.length > 0)
    for (const place of chosen.length > 0 ? chosen : [closestOf(phrase, columns)])
      cells[place] = joined(cells[place], phrase.cell, isClear)
  }
  return cells
}

function joined(present: TableCell | undefined, cell: TableCell, isClear: boolean): TableCell {
  if (present === undefined && isClear) return cell
  const texts = present === undefined ? [cell.text] : [present.text, cell.text]
  return { address: (present ?? cell).address, text: texts.join(' | ') + unclear }
}

/** The columns that a text stands over, without those where another text of its line has more of the column. */
function overlappedBy(
  phrase: Phrase,
  phrases: readonly Phrase[],
  columns: readonly Extent[],
): readonly number[] {
  const all = columns.flatMap((column, place) => (overlapOf(column, phrase) > 0 ? [place] : []))
  if (all.length < 2) return all
  const own = all.filter((place) => {
    const column = columns[place]
    if (column === undefined) return false
    const overlap = overlapOf(column, phrase)
    return phrases.every((other) => other === phrase || overlapOf(column, other) < overlap)
  })
  return own.length > 0 ? own : all
}

/** The column that a text stands clearly nearest to; none if two are about as near. */
function nearestTo(phrase: Phrase, columns: readonly Extent[]): readonly number[] {
  const distances = columns.map((column) => -overlapOf(column, phrase))
  const [first = Infinity, second = Infinity] = distances.toSorted((a, b) => a - b)
  return first * 2 <= second ? [distances.indexOf(first)] : []
}

function closestOf(phrase: Phrase, columns: readonly Extent[]): number {
  const distances = columns.map((column) => -overlapOf(column, phrase))
  return distances.indexOf(Math.min(...distances))
}

/** The length of the overlap of a column and a text; negative: the distance between them. */
function overlapOf(column: Extent, { left, right }: Extent): number {
  return Math.min(column.right, right) - Math.max(column.left, left)
}

/** The columns from `first` to `last` that a heading spans. */
export type ColumnSpan = { readonly first: number; readonly last: number }

/** The largest distance between the middle of a heading and the middle of its columns, as a part of the smallest distance of two columns. */
const tolerance = 0.2

/**
 * The columns that each heading of a line spans, if the headings are centred over groups that together fill the line: all columns,
 * or all but the first. `undefined` if there is no such division, or more than one.
 */
function spansOf(
  phrases: readonly Phrase[],
  centres: readonly number[],
): readonly ColumnSpan[] | undefined {
  const found = [0, 1].flatMap((start) => divisions(phrases, centres, start))
  const [only, ...others] = found
  return others.length === 0 ? only : undefined
}

function divisions(
  phrases: readonly Phrase[],
  centres: readonly number[],
  start: number,
): readonly (readonly ColumnSpan[])[] {
  const [phrase, ...rest] = phrases
  if (phrase === undefined) return start === centres.length ? [[]] : []
  const found: (readonly ColumnSpan[])[] = []
  for (let last = start; last < centres.length; last++) {
    if (!isCentred(phrase, centres, { first: start, last })) continue
    for (const division of divisions(rest, centres, last + 1))
      found.push([{ first: start, last }, ...division])
  }
  return found
}

function isCentred(
  phrase: Phrase,
  centres: readonly number[],
  { first, last }: ColumnSpan,
): boolean {
  const [left = 0, right = 0] = [centres[first], centres[last]]
  return Math.abs(centreOf(phrase) - (left + right) / 2) <= tolerance * smallestDistance(centres)
}

function smallestDistance(centres: readonly number[]): number {
  return Math.min(...centres.slice(1).map((centre, index) => centre - (centres[index] ?? 0)))
}

/** The middle of a column or a text. */
function centreOf({ left, right }: Extent): number {
  return (left + right) / 2
}
