import { mixHigh, mixLow, mixRow, type Mark } from './mark.ts'
import { lengthOf, markOf, type Pieces } from './pieces.ts'

/** What some pieces are when they stand behind one another. */
export type Measure = { readonly length: number; readonly mark: Mark }

/** How many bytes some pieces have together, and the mark of them all. */
export function measure(pieces: Pieces, numbers: readonly number[]): Measure {
  let [length, high, low] = [0, 0, 0]
  for (const piece of numbers) {
    const mark = markOf(pieces, piece)
    length += lengthOf(pieces, piece)
    high = mixHigh(high, mark.high)
    low = mixLow(low, mark.low)
  }
  return { length, mark: { high, low } }
}

/**
 * The same of rows of three pieces each, with a mark of their own: those of a row are put together first. In WebAssembly, which
 * does the same, that need not wait for the mark of the rows before (decision 010).
 */
export function measureRows(pieces: Pieces, numbers: Int32Array, count: number): Measure {
  let [length, high, low] = [0, 0, 0]
  for (let index = 0; index < count; index += 3) {
    const series = numbers[index] as number
    const move = numbers[index + 1] as number
    const publication = numbers[index + 2] as number
    length += lengthOf(pieces, series) + lengthOf(pieces, move) + lengthOf(pieces, publication)
    const [first, second, third] = [
      markOf(pieces, series),
      markOf(pieces, move),
      markOf(pieces, publication),
    ]
    high = mixHigh(high, mixRow(first.high, second.high, third.high))
    low = mixLow(low, mixRow(first.low, second.low, third.low))
  }
  return { length, mark: { high, low } }
}
