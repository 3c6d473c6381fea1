import type { FoundRows } from '../query/page.ts'
import { grownTo, zeros } from './grown.ts'
import { copyPiece, mixHigh, mixLow, stride, type Mark, type Pieces } from './pieces.ts'
import { pieceOf, type RowTexts } from './row-texts.ts'

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
 * Joins lists of one or more rows, newest first, all in the same memory: each piece is looked up once and copied at once, and
 * nothing is left to be collected (decision 010). What the columns say is gathered before, in a loop of its own: rows of a
 * filter lie far apart, and the processor waits for many of them at a time.
 */
export function createRowJoiner(texts: RowTexts): (found: FoundRows) => JoinedRows {
  const { pieces } = texts
  let bytes = Buffer.allocUnsafeSlow(65_536)
  let numbers = zeros(1_024)
  let last: JoinedRows = { of: undefined, bytes, length: 0, numbers, count: 0, mark: noMark }
  return (found) => {
    if (last.of === found) return last
    const { records, items, start, end } = found
    const { series, move, publication } = records
    numbers = grownTo(numbers, 3 * (end - start), zeros)
    let view = viewOf(bytes)
    let count = 0
    for (let index = end - 1; index >= start; index--) {
      const row = items[index] as number
      numbers[count++] = series[row] as number
      numbers[count++] = move[row] as number
      numbers[count++] = publication[row] as number
    }
    let [at, high, low] = [0, 0, 0]
    for (let index = 0; index < count; index += 3) {
      const first = pieceOf(pieces, texts.series, numbers[index] as number)
      const second = pieceOf(pieces, texts.move, numbers[index + 1] as number)
      const third = pieceOf(pieces, texts.publication, numbers[index + 2] as number)
      const room = at + longestRow(pieces)
      if (room > bytes.length) {
        bytes = Buffer.concat([bytes], 2 * room)
        view = viewOf(bytes)
      }
      high = mixHigh(pieces, mixHigh(pieces, mixHigh(pieces, high, first), second), third)
      low = mixLow(pieces, mixLow(pieces, mixLow(pieces, low, first), second), third)
      at = copyPiece(pieces, first, view, at)
      at = copyPiece(pieces, second, view, at)
      at = copyPiece(pieces, third, view, at)
      numbers[index] = first
      numbers[index + 1] = second
      numbers[index + 2] = third
    }
    // The list's brackets: one where the first row has its comma.
    bytes[0] = 0x5b
    bytes[at] = 0x5d
    return (last = { of: found, bytes, length: at + 1, numbers, count, mark: { high, low } })
  }
}

const noMark: Mark = { high: 0, low: 0 }

/** No row takes more, with the bytes that the last step of its last copy writes behind it. */
function longestRow({ longest }: Pieces): number {
  return 3 * longest + stride
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}
