import type { Body, Payload } from './body.ts'
import {
  copyLast,
  copyPiece,
  lengthOf,
  markText,
  mixHigh,
  mixLow,
  stride,
  type Pieces,
} from './pieces.ts'
import { textBody } from './text-body.ts'

/** The list of some rows: the numbers of all their pieces. Every row begins with the comma between it and the one before. */
export function joinedBody(pieces: Pieces, numbers: Int32Array): Body {
  if (numbers.length === 0) return textBody('[]')
  let [length, high, low] = [1, 0, 0]
  for (const piece of numbers) {
    length += lengthOf(pieces, piece)
    high = mixHigh(pieces, high, piece)
    low = mixLow(pieces, low, piece)
  }
  return listBody(length, markText({ high, low }), (out, start) => {
    const view = new DataView(out.buffer, out.byteOffset, out.length)
    const roomy = start + length - pieces.longest - stride
    let [index, at] = [0, start]
    for (; index < numbers.length && at <= roomy; index++)
      at = copyPiece(pieces, numbers[index] as number, view, at)
    for (; index < numbers.length; index++) at = copyLast(pieces, numbers[index] as number, out, at)
  })
}

/** The list of rows that are written behind one another; it has so many bytes, and a name. */
export function listBody(length: number, digest: string, writeRows: Payload['writeTo']): Body {
  const payload: Payload = {
    length,
    writeTo(out, at) {
      writeRows(out, at)
      // The list's brackets: one where the first row has its comma.
      out[at] = 0x5b
      out[at + length - 1] = 0x5d
    },
  }
  return { least: length, payload: () => payload, digest: () => digest }
}
