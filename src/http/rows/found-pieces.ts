import { width } from '../../market/cells.ts'
import { rowAt } from '../../market/rows.ts'
import type { FoundRows } from '../../query/page.ts'
import { grownTo, zeros } from './grown.ts'
import { measureRows, type Measure } from './pieces.ts'
import { findPieces, type RowTexts } from './row-texts.ts'

/** The pieces of some rows: what this holds is overwritten by the next. */
export type FoundPieces = Measure & {
  /** The rows that it is of. */
  readonly of: FoundRows | undefined
  /** The numbers of the pieces in their order, three for each row, and how many they are. */
  readonly numbers: Int32Array
  readonly count: number
}

/**
 * Finds the pieces of one or more rows, newest first, all in the same memory, so that nothing is left to be collected (decision
 * 010). What the cells say, which pieces those are, and what they come to are loops of their own: what a loop reads lies far
 * apart, and the processor waits for many of its reads at a time.
 */
export function createPieceFinder(texts: RowTexts): (found: FoundRows) => FoundPieces {
  const { pieces } = texts
  let numbers = zeros(1_024)
  const none: FoundPieces = { ...measureRows(pieces, numbers, 0), of: undefined, numbers, count: 0 }
  let last = none
  return (found) => {
    if (last.of === found) return last
    // What is overwritten from here on is no longer the last, even if a text cannot be made.
    last = none
    numbers = grownTo(numbers, 3 * (found.end - found.start), zeros)
    const count = gather(found, numbers)
    findPieces(texts, numbers, count)
    const { length, mark } = measureRows(pieces, numbers, count)
    return (last = { of: found, numbers, count, length, mark })
  }
}

/** What the cells say of some rows, newest first, and how many numbers that are: three for each row. */
function gather(found: FoundRows, numbers: Int32Array): number {
  const { cells, start, end } = found
  let count = 0
  for (let index = end - 1; index >= start; index--) {
    const cell = rowAt(found, index) * width
    numbers[count++] = cells[cell] as number
    numbers[count++] = cells[cell + 1] as number
    numbers[count++] = cells[cell + 2] as number
  }
  return count
}
