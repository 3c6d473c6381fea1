import { cutSize } from './row-values.ts'
import { freeFrom } from './rows-program.ts'

/** The bytes of a piece in the table. */
export const entry = 16

/** Where what the program sees of rows lies in its memory, in this order, behind the piece that ends a list (`freeFrom`). */
export type RowsLayout = {
  /** Where the places for the numbers of each column begin. */
  readonly tables: readonly number[]
  /** How far behind four times the place of a piece it says how that is cut. */
  readonly cutsBehind: number
  readonly textsAt: number
  readonly valuesAt: number
  /** Where all else is free. */
  readonly end: number
}

/** Lays out so many numbers of each column, and so many bytes of texts and of values. */
export function layOut(
  counts: readonly number[],
  textBytes: number,
  valueBytes: number,
): RowsLayout {
  let tablesEnd = freeFrom + entry
  const tables = counts.map((count) => (tablesEnd += count * entry) - count * entry)
  const cutsAt = Math.ceil(tablesEnd / cutSize) * cutSize
  const textsAt = cutsAt + (tablesEnd - freeFrom) * (cutSize / entry)
  const valuesAt = textsAt + textBytes
  return {
    tables,
    cutsBehind: cutsAt - freeFrom * (cutSize / entry),
    textsAt,
    valuesAt,
    end: valuesAt + valueBytes,
  }
}
