import { counted, quoted } from '../../../domain/text.ts'
import { refuse } from '../refusal.ts'
import type { SourceTable } from '../source/table-schema.ts'
import type { Row, Table, TableCell } from '../table.ts'
import { foldedText } from '../words/folded-text.ts'
import type { ReadingNotes } from './reading-notes.ts'

/** The table without the titles in its first rows: cells over the full width. They become its nearest headings. */
export function withoutTitles(table: Table): Table {
  const width = Math.max(0, ...table.rows.map((row) => row.length))
  const first = table.rows.findIndex((row) => !isFullWidth(row, width))
  const titles = table.rows.slice(0, Math.max(0, first)).flatMap((row) => row[0] ?? [])
  if (titles.length === 0) return table
  const named = titles.filter(({ text }) => text !== '')
  return {
    ...table,
    headings: [...named.reverse(), ...table.headings],
    rows: table.rows.slice(first),
  }
}

/** Whether one cell spans a whole row of a table with several columns. */
function isFullWidth(row: Row, width: number): boolean {
  const [first] = row
  return (
    width > 1 &&
    row.length === width &&
    first !== undefined &&
    row.every(({ address }) => address === first.address)
  )
}

/** The rows as columns and the columns as rows. Rows of different lengths end the read. */
export function transposed(rows: readonly Row[]): readonly Row[] {
  const width = rows[0]?.length ?? 0
  const other = rows.find((row) => row.length !== width)
  if (other !== undefined) {
    const sentence = `A row has ${counted(other.length, 'cell')} and the first one has ${width}, so the rows cannot be read as columns.`
    refuse(sentence, other[0]?.address)
  }
  return Array.from({ length: width }, (_, column) => rows.flatMap((row) => row[column] ?? []))
}

/** A column as its headings name it. */
export type NamedColumn = {
  readonly index: number
  /** The headings from top to bottom, joined by ` / `; the second column of that name has ` #2` at the end. */
  readonly name: string
  /** The lowest heading that is not empty; absent if the column has none. */
  readonly cell?: TableCell
}

/** The names of the columns under some header rows. Without header rows they are `1`, `2`, `3`. */
export function nameColumns(header: readonly Row[], width: number): readonly NamedColumn[] {
  const counts = new Map<string, number>()
  return Array.from({ length: width }, (_, index) => {
    const cells = header
      .flatMap((row) => row[index] ?? [])
      .filter(
        ({ name, text }, place, all) =>
          (name ?? text) !== '' && all[place - 1]?.address !== all[place]?.address,
      )
    const texts = cells.map(({ name, text }) => foldedText(name ?? text)).join(' / ')
    const plain = texts === '' ? placeholder(index, header.length) : texts
    const count = (counts.get(plain.toLowerCase()) ?? 0) + 1
    counts.set(plain.toLowerCase(), count)
    const cell = cells.at(-1)
    return {
      index,
      name: count === 1 ? plain : `${plain} #${count}`,
      ...(cell !== undefined && { cell }),
    }
  })
}

function placeholder(index: number, headerRows: number): string {
  return headerRows === 0 ? String(index + 1) : `(column ${index + 1})`
}

/** The rows, where a blank cell in one of some columns has the text of the cell above it. */
export function continued(rows: readonly Row[], columns: readonly number[]): readonly Row[] {
  if (columns.length === 0) return rows
  const filled: Row[] = []
  for (const row of rows) {
    const above = filled.at(-1)
    filled.push(
      row.map((cell, index) =>
        columns.includes(index) && cell.text === '' ? (above?.[index] ?? cell) : cell,
      ),
    )
  }
  return filled
}

/**
 * The rows that one row holds. If the source allows it and the tenure cell has several lines, each line is a row; then every cell
 * must have as many lines, or be empty as a whole.
 */
export function splitLines(
  row: Row,
  tenureIndex: number,
  definition: SourceTable,
  { source }: ReadingNotes,
): readonly Row[] {
  const count = row[tenureIndex]?.lines?.length ?? 1
  if (definition.split_lines !== true || count === 1) return [row]
  for (const { text, lines, address } of row) {
    if (lines?.length === count || source.empty.includes(text)) continue
    const sentence = `The cell ${quoted(text)} has ${counted(lines?.length ?? 1, 'line')}, and the tenure of its row has ${count}.`
    refuse(sentence, address)
  }
  return Array.from({ length: count }, (_, line) =>
    row.map((cell) => ({ ...cell, ...cell.lines?.[line] })),
  )
}
