import type { TableCell } from '../table.ts'
import type { Extent, Line, Phrase } from './phrases.ts'

/** Texts that stand for "no figure". They are centred in columns of right-aligned figures, so they define no column. */
const placeholder = /^(?:[-–—.*]+|n\s*\/?\s*a|nil)$/i
const hasFigures = ({ phrases }: Line): boolean =>
  phrases.filter(({ cell }) => /^[^\p{L}]*\d|^[-–—]$/u.test(cell.text)).length * 2 >= phrases.length

/**
 * The columns of a table from left to right, and for each line the cell of each column: `undefined` where the line has no text.
 * A line before the first line of figures is a line of headings.
 */
export function gridOf(lines: readonly Line[]): {
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
