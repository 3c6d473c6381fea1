import type { Body, Payload } from './body.ts'
import { textBody } from './text-body.ts'
import {
  bytesOfPiece,
  copyPiece,
  lengthOf,
  markText,
  mixHigh,
  mixLow,
  type Pieces,
} from './pieces.ts'

/**
 * The list of some rows: the numbers of all their pieces, of which each belongs to the next of `columns`, in turn. Every row
 * begins with the comma between it and the one before.
 */
export function joinedBody(columns: readonly Pieces[], numbers: Int32Array): Body {
  if (numbers.length === 0) return textBody('[]')
  let [length, high, low] = [1, 0, 0]
  for (let index = 0; index < numbers.length;) {
    for (let column = 0; column < columns.length; column++) {
      const pieces = columns[column] as Pieces
      const piece = numbers[index++] as number
      length += lengthOf(pieces, piece)
      high = mixHigh(pieces, high, piece)
      low = mixLow(pieces, low, piece)
    }
  }
  const payload: Payload = {
    length,
    writeTo: (out, at) => write(columns, numbers, out, at, length),
  }
  return { least: length, payload: () => payload, digest: () => markText({ high, low }) }
}

function write(
  columns: readonly Pieces[],
  numbers: Int32Array,
  out: Uint8Array,
  start: number,
  length: number,
): void {
  const view = new DataView(out.buffer, out.byteOffset, out.length)
  let at = start
  const last = numbers.length - columns.length
  for (let index = 0; index < last;) {
    for (let column = 0; column < columns.length; column++)
      at = copyPiece(columns[column] as Pieces, numbers[index++] as number, view, at)
  }
  for (const [column, pieces] of columns.entries()) {
    const piece = numbers[last + column] as number
    out.set(bytesOfPiece(pieces, piece), at)
    at += lengthOf(pieces, piece)
  }
  // The list's brackets: one where the first row has its comma.
  out[start] = 0x5b
  out[start + length - 1] = 0x5d
}
