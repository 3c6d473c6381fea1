import { width } from '../market/cells.ts'
import type { FoundRows } from '../query/page.ts'
import { grownTo, zeros } from './grown.ts'
import { joinRows, stride, type Mark } from './pieces.ts'
import { findPieces, type RowTexts } from './row-texts.ts'

/** The list of some rows, put together: what it holds is overwritten by the next. */
export type JoinedRows = {
  /** The rows that it is of. */
  readonly of: FoundRows | undefined
  /** Memory at whose beginning the list stands, */
  readonly bytes: Buffer
  /** so many bytes of it. */
  readonly length: number
  /** The numbers of the pieces in their order, three for each row, and how many they are. */
  readonly numbers: Int32Array
  readonly count: number
  /** What names these bytes. */
  readonly mark: Mark
}

/**
 * Joins lists of one or more rows, newest first, all in the same memory, so that nothing is left to be collected (decision 010).
 * What the cells say, which pieces those are, and the copies are loops of their own: what a loop reads lies far apart, and the
 * processor waits for many of its reads at a time.
 */
export function createRowJoiner(texts: RowTexts): (found: FoundRows) => JoinedRows {
  const { pieces } = texts
  let bytes = Buffer.allocUnsafeSlow(65_536)
  let numbers = zeros(1_024)
  const none: JoinedRows = { of: undefined, bytes, length: 0, numbers, count: 0, mark: noMark }
  let last = none
  return (found) => {
    if (last.of === found) return last
    // What is overwritten from here on is no longer the last, even if a text cannot be made.
    last = none
    numbers = grownTo(numbers, 3 * (found.end - found.start), zeros)
    const count = gather(found, numbers)
    findPieces(texts, numbers, count)
    const most = count * pieces.longest + stride
    if (bytes.length < most) bytes = Buffer.allocUnsafeSlow(2 * most)
    const { end: length, mark } = joinRows(pieces, numbers, count, bytes)
    // The list's brackets: one where the first row has its comma.
    bytes[0] = 0x5b
    bytes[length] = 0x5d
    return (last = { of: found, bytes, length: length + 1, numbers, count, mark })
  }
}

/** What the cells say of some rows, newest first, and how many numbers that are: three for each row. */
function gather({ records, items, start, end }: FoundRows, numbers: Int32Array): number {
  const { cells } = records
  let count = 0
  for (let index = end - 1; index >= start; index--) {
    const cell = (items[index] as number) * width
    numbers[count++] = cells[cell] as number
    numbers[count++] = cells[cell + 1] as number
    numbers[count++] = cells[cell + 2] as number
  }
  return count
}

const noMark: Mark = { high: 0, low: 0 }
