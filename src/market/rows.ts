import type { Cells } from './cells.ts'

/**
 * Rows of the records, rising: those of these cells whose numbers are the items, or, where there are none, all, one behind
 * the other. Versions of the records share one list, which is only ever appended to: each sees the part of it below its own length.
 */
export type Rows = Cells & { readonly items: Uint32Array | undefined; readonly length: number }

/** Numbers of rows, rising, which their owner, and nobody else, appends to. */
export type GrowingRows = { items: Uint32Array; length: number }

/** The list of no rows. */
export const noRows: Rows = { cells: new Uint32Array(0), items: undefined, length: 0 }

/** The number that a row of a list has in its cells. Nobody asks for one beyond its length. */
export function rowAt({ items }: Pick<Rows, 'items'>, index: number): number {
  return items === undefined ? index : (items[index] as number)
}

/** A new list, with room for so many rows before it has to move. */
export function growingRows(room = 32): GrowingRows {
  return { items: new Uint32Array(room), length: 0 }
}

/** Appends a row that is greater than the last. */
export function push(rows: GrowingRows, row: number): void {
  if (rows.length === rows.items.length) rows.items = grown(rows.items)
  rows.items[rows.length++] = row
}

/** The same numbers with room for as many again; whoever holds the old array goes on seeing what it saw. */
export function grown(items: Uint32Array): Uint32Array {
  const larger = new Uint32Array(Math.max(32, 2 * items.length))
  larger.set(items)
  return larger
}

/** How many of the indexes 0 to `length` come before a border: `isBefore` holds for those and for none after them. */
export function countBefore(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** How many rows of a list are below a number. */
export function countBelow({ items, length }: GrowingRows, row: number): number {
  return countBefore(length, (index) => (items[index] ?? row) < row)
}
