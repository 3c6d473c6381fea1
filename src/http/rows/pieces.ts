import { grownTo, zeros } from './grown.ts'
import { markOfText, type Mark } from './mark.ts'

/**
 * Pieces of text that the rows of many answers share, each known by its number. They lie as UTF-8 in one memory, each from a
 * word of eight bytes on, so that a piece is copied by words: of all ways in JavaScript this costs least (decision 010).
 */
export type Pieces = {
  words: Float64Array
  /** The same memory. */
  bytes: Uint8Array
  /** `fields` numbers for each piece. */
  table: Int32Array
  count: number
  /** The words that are taken. */
  used: number
}

/** What the table says of a piece: the word where it begins, its bytes, their mark (64 bits that name them). */
const fields = 4
const [, ofLength, ofHigh, ofLow] = [0, 1, 2, 3]

export const bytesInWord = Float64Array.BYTES_PER_ELEMENT

/** As many words as a step of a copy may read beyond the end of the last piece. */
const readBeyond = 4

/** Memory for pieces, of which there are none yet. */
export function noPieces(): Pieces {
  const words = new Float64Array(64)
  const bytes = new Uint8Array(words.buffer)
  return { words, bytes, table: zeros(64), count: 0, used: 0 }
}

/** Adds a text, and returns the number of the piece. */
export function addPiece(pieces: Pieces, text: string): number {
  const bytes = Buffer.from(text)
  const { count, used } = pieces
  const end = used + Math.ceil(bytes.length / bytesInWord)
  pieces.words = grownTo(pieces.words, end + readBeyond, (length) => new Float64Array(length))
  if (pieces.bytes.buffer !== pieces.words.buffer)
    pieces.bytes = new Uint8Array(pieces.words.buffer)
  pieces.table = grownTo(pieces.table, (count + 1) * fields, zeros)
  pieces.bytes.set(bytes, used * bytesInWord)
  const { high, low } = markOfText(bytes)
  pieces.table.set([used, bytes.length, high, low], count * fields)
  pieces.used = end
  return pieces.count++
}

/** How many bytes a piece has. */
export function lengthOf({ table }: Pieces, piece: number): number {
  return table[piece * fields + ofLength] as number
}

/** The byte at which a piece begins. */
export function startOf({ table }: Pieces, piece: number): number {
  return (table[piece * fields] as number) * bytesInWord
}

/** The mark of a piece. */
export function markOf({ table }: Pieces, piece: number): Mark {
  const at = piece * fields
  return { high: table[at + ofHigh] as number, low: table[at + ofLow] as number }
}

/** The bytes of a piece, where they lie. */
function bytesOfPiece(pieces: Pieces, piece: number): Buffer {
  return Buffer.from(pieces.words.buffer, startOf(pieces, piece), lengthOf(pieces, piece))
}

/** How the words of this machine travel as numbers. */
export const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/** How many bytes are copied in a step. */
const stride = 4 * bytesInWord

/**
 * Copies a piece, and returns where it ends; what stands behind that is overwritten for less than a step. The words travel
 * as numbers: none of them is NaN, which could become another NaN, for that takes a byte 0xFF, or 0x7F after one of 0xF0 or
 * more, and UTF-8 has neither.
 */
function copyPiece({ words, table }: Pieces, piece: number, out: DataView, start: number): number {
  const end = start + (table[piece * fields + ofLength] as number)
  let word = table[piece * fields] as number
  for (let at = start; at < end; at += stride, word += 4) {
    out.setFloat64(at, words[word] as number, isLittleEndian)
    out.setFloat64(at + 8, words[word + 1] as number, isLittleEndian)
    out.setFloat64(at + 16, words[word + 2] as number, isLittleEndian)
    out.setFloat64(at + 24, words[word + 3] as number, isLittleEndian)
  }
  return end
}

/** Copies a piece behind which there may be no room, and returns where it ends. */
function copyLast(pieces: Pieces, piece: number, out: Uint8Array, start: number): number {
  out.set(bytesOfPiece(pieces, piece), start)
  return start + lengthOf(pieces, piece)
}

/**
 * Copies pieces to a place in memory, and returns where they end; nothing behind that is touched. Nothing else happens in the
 * loop, and each of the three that make most rows has a place of its own in it: so the processor foresees how long each is, and
 * has several under way.
 */
export function copyPieces(
  pieces: Pieces,
  numbers: Int32Array,
  count: number,
  memory: Uint8Array,
  start: number,
): number {
  const out = new DataView(memory.buffer, memory.byteOffset, memory.length)
  // What a step writes too much falls on those behind, which are written later.
  let [roomy, behind] = [count, 0]
  while (roomy > 0 && behind < stride) behind += lengthOf(pieces, numbers[--roomy] as number)
  let [index, end] = [0, start]
  for (; index + 3 <= roomy; index += 3) {
    end = copyPiece(pieces, numbers[index] as number, out, end)
    end = copyPiece(pieces, numbers[index + 1] as number, out, end)
    end = copyPiece(pieces, numbers[index + 2] as number, out, end)
  }
  for (; index < roomy; index++) end = copyPiece(pieces, numbers[index] as number, out, end)
  for (; index < count; index++) end = copyLast(pieces, numbers[index] as number, memory, end)
  return end
}
