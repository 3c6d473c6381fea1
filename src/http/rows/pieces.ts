import { hash } from 'node:crypto'
import { grownTo, zeros } from './grown.ts'

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

/** The mark of a text that is one piece. */
export function markOfText(text: string | Uint8Array): Mark {
  const digest = hash('sha256', text, 'buffer')
  return { high: digest.readInt32LE(0), low: digest.readInt32LE(4) }
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

/** 64 bits that name some pieces in their order: others have the same only by an accident that nobody will see. */
export type Mark = { readonly high: number; readonly low: number }

/** The mark of several pieces, from the mark of those before and the next: what they are and in which order decides it. */
export function mixHigh(before: number, high: number): number {
  const mixed = Math.imul(before ^ high, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

/** The other half. */
export function mixLow(before: number, low: number): number {
  const mixed = Math.imul(before ^ low, 0x85ebca77)
  return mixed ^ (mixed >>> 13)
}

/** What some pieces are when they stand behind one another. */
export type Measure = { readonly length: number; readonly mark: Mark }

/** How many bytes some pieces have together, and the mark of them all. */
export function measure(pieces: Pieces, numbers: readonly number[]): Measure {
  let [length, high, low] = [0, 0, 0]
  for (const piece of numbers) {
    length += lengthOf(pieces, piece)
    high = mixHigh(high, pieces.table[piece * fields + ofHigh] as number)
    low = mixLow(low, pieces.table[piece * fields + ofLow] as number)
  }
  return { length, mark: { high, low } }
}

/**
 * The same of rows of three pieces each, with a mark of their own: those of a row are put together first. In WebAssembly, which
 * does the same, that need not wait for the mark of the rows before (decision 010).
 */
export function measureRows({ table }: Pieces, numbers: Int32Array, count: number): Measure {
  const at = (place: number): number => table[place] as number
  let [length, high, low] = [0, 0, 0]
  for (let index = 0; index < count; index += 3) {
    const series = (numbers[index] as number) * fields
    const move = (numbers[index + 1] as number) * fields
    const publication = (numbers[index + 2] as number) * fields
    length += at(series + ofLength) + at(move + ofLength) + at(publication + ofLength)
    high = mixHigh(high, rowMark(at(series + ofHigh), at(move + ofHigh), at(publication + ofHigh)))
    low = mixLow(low, rowMark(at(series + ofLow), at(move + ofLow), at(publication + ofLow)))
  }
  return { length, mark: { high, low } }
}

/** Half of the mark of a row, from those of its pieces; each counts for something else in each place. */
function rowMark(first: number, second: number, third: number): number {
  return (first + rotated(second, 11) + rotated(third, 22)) | 0
}

function rotated(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by))
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

/** A mark as an ETag has it: V8 writes small integers in decimal five times as fast as others in any other base. */
export function markText({ high, low }: Mark): string {
  return `${high}.${low}`
}
