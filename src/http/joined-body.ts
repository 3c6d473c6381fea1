import type { Body, Payload } from './body.ts'
import { copyPieces, markText, measure, type Pieces } from './pieces.ts'
import { textBody } from './text-body.ts'

/** The list of some rows: the numbers of all their pieces. Every row begins with the comma between it and the one before. */
export function joinedBody(pieces: Pieces, numbers: Int32Array): Body {
  const count = numbers.length
  if (count === 0) return textBody('[]')
  const { length, mark } = measure(pieces, numbers, count)
  return listBody(length, markText(mark), (out, at) => {
    copyPieces(pieces, numbers, count, out, at)
  })
}

/** The list of rows that are written behind one another, one or more; they have so many bytes, and a name. */
export function listBody(length: number, digest: string, writeRows: Payload['writeTo']): Body {
  const payload = listOf(length, writeRows)
  return { least: payload.length, payload: () => payload, digest: () => digest }
}

/** The bytes of such a list. */
export function listOf(length: number, writeRows: Payload['writeTo']): Payload {
  return {
    length: length + 1,
    writeTo(out, at) {
      writeRows(out, at)
      // The list's brackets: one where the first row has its comma.
      out[at] = 0x5b
      out[at + length] = 0x5d
    },
  }
}
