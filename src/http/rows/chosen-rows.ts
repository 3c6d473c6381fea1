import type { Body } from '../message/body.ts'
import { textBody } from '../message/text-body.ts'
import { listBody } from './list-body.ts'
import { addPiece, lengthOf, markText, measure, noPieces, type Pieces } from './pieces.ts'

/** The rows of a list from which answers choose some, in their order, and change none. */
export type Rows = {
  /** Each row, with the comma between it and the one before, as it is named. */
  readonly pieces: Pieces
  /** All of them behind one another: those that are neighbours are copied at once. */
  readonly bytes: Buffer
  /** Where each begins there, and where the last one ends. */
  readonly starts: Int32Array
  /** The list of them all. */
  readonly whole: Body
}

/** Keeps rows as the JSON that they are in a list. */
export function keepRows(records: readonly object[]): Rows {
  const pieces = noPieces()
  const starts = new Int32Array(records.length + 1)
  const texts = records.map((record, row) => {
    const text = `,${JSON.stringify(record)}`
    starts[row + 1] = (starts[row] as number) + lengthOf(pieces, addPiece(pieces, text))
    return text
  })
  const rows = { pieces, bytes: Buffer.from(texts.join('')), starts }
  return { ...rows, whole: listOfRows(rows, [...records.keys()]) }
}

/** The list of some rows; their numbers rise. */
export function chosenRows(rows: Rows, numbers: readonly number[]): Body {
  return numbers.length === rows.starts.length - 1 ? rows.whole : listOfRows(rows, numbers)
}

function listOfRows(
  { pieces, bytes, starts }: Omit<Rows, 'whole'>,
  numbers: readonly number[],
): Body {
  const count = numbers.length
  if (count === 0) return textBody('[]')
  const { length, mark } = measure(pieces, numbers)
  return listBody(length, markText(mark), (out, at) => {
    let to = at
    for (let index = 0; index < count;) {
      const first = numbers[index] as number
      let next = first
      do next++
      while (++index < count && numbers[index] === next)
      to += bytes.copy(out, to, starts[first], starts[next])
    }
  })
}
