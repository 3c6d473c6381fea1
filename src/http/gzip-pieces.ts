import { crc32 } from 'node:zlib'
import { createAtoms } from './atoms.ts'
import type { Payload } from './body.ts'
import {
  addLiterals,
  addMatch,
  beginBlock,
  endBlock,
  leastMatch,
  mostDeflated,
  window,
  type Deflated,
} from './deflate.ts'
import { grownTo, zeros } from './grown.ts'
import { latin1Payload } from './payload.ts'
import { lengthOf, startOf, type Pieces } from './pieces.ts'
import { createPlaces, farthest } from './places.ts'

/** Makes the gzip form (RFC 1952) of a list whose rows consist of some pieces, of which so many count, from the list itself. */
export type GzipPieces = (numbers: Int32Array, count: number, list: Uint8Array) => Payload

/** Compresses what was deflated before, no name, no time, no system. */
const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255)
/** The bytes of the checksum and the length at the end. */
const trailer = 8

/**
 * Compresses lists of rows by what is known of them: a piece that stood a little before is a match, and nothing has to be
 * searched. Any other is cut into atoms, the values and what stands between them, each of which is a match or is written out;
 * what goes on where a match ends makes that one longer (decision 010).
 */
export function createGzipPieces(pieces: Pieces): GzipPieces {
  const atoms = createAtoms(pieces)
  const lastPieces = createPlaces()
  const lastAtoms = createPlaces()
  const page: Deflated = {
    bytes: new DataView(new ArrayBuffer(65_536)),
    length: 0,
    bits: 0,
    bitCount: 0,
  }
  /**
   * What a list consists of, two numbers each: how far back a match lies, or, where it is less than 0, which atom is written out;
   * and how many bytes. The first two are 0, which is no way back.
   */
  let tokens = zeros(4_096)
  /** Where the next list begins, counted over all. */
  let next = 0

  /** Finds the tokens of a list behind its first atom, of so many bytes, and returns where they end. */
  const find = (numbers: Int32Array, count: number, begun: number): number => {
    const { list } = atoms
    const pieceAt = lastPieces.of(pieces.count)
    const atomAt = lastAtoms.of(atoms.pieces.count)
    let at = next + begun
    let token = 0
    for (let index = 0; index < count; index++) {
      const piece = numbers[index] as number
      const start = atoms.of(piece)
      if (index > 0) {
        const length = lengthOf(pieces, piece)
        const back = at - (pieceAt[piece] as number)
        pieceAt[piece] = at
        if (back === tokens[token] || (back <= window && length >= leastMatch)) {
          if (back !== tokens[token]) {
            token += 2
            tokens[token] = back
            tokens[token + 1] = 0
          }
          tokens[token + 1] = (tokens[token + 1] as number) + length
          at += length
          continue
        }
      }
      const end = start + 1 + 2 * (list[start] as number)
      for (let cut = start + 1 + (index > 0 ? 0 : 2); cut < end; cut += 2) {
        const atom = list[cut] as number
        const length = list[cut + 1] as number
        const back = at - (atomAt[atom] as number)
        atomAt[atom] = at
        at += length
        if (back === tokens[token]) tokens[token + 1] = (tokens[token + 1] as number) + length
        else {
          token += 2
          tokens[token] = back <= window && length >= leastMatch ? back : ~atom
          tokens[token + 1] = length
        }
      }
    }
    return token + 2
  }

  /** Makes ready for a list of so many bytes: cuts what is new, and sees that there is room. */
  const prepare = (numbers: Int32Array, count: number, length: number): void => {
    let most = 2
    for (let index = 0; index < count; index++) {
      // To cut a piece may make the list of atoms another one.
      const start = atoms.of(numbers[index] as number)
      most += 2 * (atoms.list[start] as number)
    }
    tokens = grownTo(tokens, most, zeros)
    const bytes = mostDeflated(length) + head.length + trailer
    if (page.bytes.byteLength < bytes) page.bytes = new DataView(new ArrayBuffer(2 * bytes))
    if (next > farthest) {
      lastPieces.forget()
      lastAtoms.forget()
      next = 0
    }
  }

  return (numbers, count, list) => {
    prepare(numbers, count, list.length)
    const memory = Buffer.from(page.bytes.buffer)
    memory.set(head)
    Object.assign(page, { length: head.length, bits: 0, bitCount: 0 })
    beginBlock(page)
    // The first piece, whose comma is the bracket: what begins with it is no place to look back to.
    const begun = atoms.list[atoms.of(numbers[0] as number) + 2] as number
    addLiterals(page, list, 0, begun)
    const end = find(numbers, count, begun)
    for (let token = 2; token < end; token += 2) {
      const [back, length] = [tokens[token] as number, tokens[token + 1] as number]
      if (back > 0) addMatch(page, back, length)
      else addLiterals(page, atoms.pieces.bytes, startOf(atoms.pieces, ~back), length)
    }
    // Whatever was written so far lies out of reach of the next.
    next += list.length + window
    addLiterals(page, list, list.length - 1, 1)
    endBlock(page)
    memory.writeUInt32LE(crc32(list), page.length)
    memory.writeUInt32LE(list.length, page.length + 4)
    return latin1Payload(memory.toString('latin1', 0, page.length + trailer))
  }
}
