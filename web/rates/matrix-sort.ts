import {
  canonicalDecimal,
  compareDecimals,
  parseDecimal,
  type CanonicalDecimal,
} from '../../src/domain/decimal.ts'
import { rateOf, type MatrixRow } from './matrix-rows.ts'

/** The column by which a table is sorted, and whether the order is reversed. */
export type MatrixSort = {
  readonly column: 'name' | CanonicalDecimal
  readonly isReversed: boolean
}

/** Reads `sort` of an address: `name` or a tenure, with `-` for the reverse order. Others sort by the preset. */
export function parseSort(
  text: string,
  columns: readonly CanonicalDecimal[],
  preset: MatrixSort,
): MatrixSort {
  const isReversed = text.startsWith('-')
  const name = isReversed ? text.slice(1) : text
  if (name === 'name') return { column: 'name', isReversed }
  const tenure = parseDecimal(name)
  const column = columns.find(
    (column) => tenure !== undefined && column === canonicalDecimal(tenure),
  )
  return column === undefined ? preset : { column, isReversed }
}

/** The `sort` after the reader presses the head of a column: the other order if the column is sorted already. */
export function nextSort(column: MatrixSort['column'], current: MatrixSort): string {
  return current.column === column && !current.isReversed ? `-${column}` : column
}

/** Twelve months, as in the other views, or the first column. */
export function presetSort(columns: readonly CanonicalDecimal[]): MatrixSort {
  const column = columns.find((column) => column === '12') ?? columns[0] ?? 'name'
  return { column, isReversed: false }
}

/** `aria-sort` of a column. Names rise from A; rates fall from the highest. */
export function ariaSort(
  column: MatrixSort['column'],
  { column: sorted, isReversed }: MatrixSort,
): 'ascending' | 'descending' | undefined {
  if (column !== sorted) return undefined
  return (column === 'name') === isReversed ? 'descending' : 'ascending'
}

/** Sorts by name (A first) or by the rates of a tenure (highest first). Institutions without an offer there come last. */
export function sortRows(
  rows: readonly MatrixRow[],
  { column, isReversed }: MatrixSort,
): readonly MatrixRow[] {
  const sign = isReversed ? -1 : 1
  const byName = (a: MatrixRow, b: MatrixRow): number => a.name.localeCompare(b.name, 'en')
  if (column === 'name') return rows.toSorted((a, b) => sign * byName(a, b))
  return rows.toSorted((a, b) => {
    const [first, second] = [rateOf(a.cells.get(column)), rateOf(b.cells.get(column))]
    if (first === undefined) return second === undefined ? byName(a, b) : 1
    if (second === undefined) return -1
    return sign * compareDecimals(second, first) || byName(a, b)
  })
}
