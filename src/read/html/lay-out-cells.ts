/** A cell of a table row before it has a place. `rows` and `columns` are its spans; 0 rows mean all that follow in its group. */
export type SpanningCell<T> = { readonly cell: T; readonly rows: number; readonly columns: number }

/** The most cells of a table. A cell that spans several places counts for each. */
export const cellLimit = 20_000

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
