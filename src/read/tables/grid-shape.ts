import { refuse } from '../refusal.ts'
import type { Table, TableCell } from '../table.ts'

type Row = readonly TableCell[]

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
    const sentence = `A row has ${other.length} cells and the first one has ${width}, so the rows cannot be read as columns.`
    refuse(sentence, other[0]?.address)
  }
  return Array.from({ length: width }, (_, column) => rows.flatMap((row) => row[column] ?? []))
}
