/**
 * What is known of the rows of a ledger: three numbers for each, side by side, each the number of an entry in a table. Rows that
 * are asked for lie far apart, and the processor waits for each place in memory that it has not seen lately: for one for each
 * row, not three (decision 012).
 */
export type Cells = { readonly cells: Uint32Array }

/** How many numbers a row has. */
export const width = 3

/** The number of a row's series. Nobody asks for a row that these records do not see; beyond the memory it is -1. */
export function seriesIn({ cells }: Cells, row: number): number {
  return cells[row * width] ?? -1
}

/** The number of a row's move. */
export function moveIn({ cells }: Cells, row: number): number {
  return cells[row * width + 1] ?? -1
}

/** The number of the publication that a row comes from. */
export function publicationIn({ cells }: Cells, row: number): number {
  return cells[row * width + 2] ?? -1
}
