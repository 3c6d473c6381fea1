import { canonicalDecimal, parseDecimal, type CanonicalDecimal } from '../../src/domain/decimal.ts'
import type { MatrixSort } from './matrix-rows.ts'

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

/** `aria-sort` of a column. Names rise from A; rates fall from the highest. */
export function ariaSort(
  column: MatrixSort['column'],
  { column: sorted, isReversed }: MatrixSort,
): 'ascending' | 'descending' | undefined {
  if (column !== sorted) return undefined
  return (column === 'name') === isReversed ? 'descending' : 'ascending'
}
