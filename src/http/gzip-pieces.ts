import { crc32 } from 'node:zlib'
import { createAtoms } from './atoms.ts'
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
import type { Payload } from './body.ts'
import { latin1Payload } from './payload.ts'
import { lengthOf, startOf, type Pieces } from './pieces.ts'
import { createPlaces, farthest } from './places.ts'

/** Makes the gzip form (RFC 1952) of a list whose rows consist of some pieces, of which so many count, from the list itself. */
export type GzipPieces = (numbers: ArrayLike<number>, count: number, list: Uint8Array) => Payload

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
  const page: Page = {
    bytes: new Uint8Array(65_536),
    length: 0,
    bits: 0,
    bitCount: 0,
    at: 0,
    back: 0,
    matched: 0,
  }

  const addAtoms = (piece: number, first: number): void => {
    const start = atoms.of(piece)
    const { list } = atoms
    const end = start + 1 + 2 * (list[start] as number)
    for (let next = start + 1 + 2 * first; next < end; next += 2) {
      const atom = list[next] as number
      const length = list[next + 1] as number
      const back = lastAtoms.move(atom, page.at)
      if (isMatch(page, back, length)) match(page, back, length)
      else {
        endMatch(page)
        addLiterals(page, atoms.pieces.bytes, startOf(atoms.pieces, atom), length)
      }
      page.at += length
    }
  }
  /** The first piece, whose comma is the bracket; what begins with it is no place to look back to. */
  const begin = (piece: number, list: Uint8Array): void => {
    // To cut the piece may make the list of atoms another one.
    const start = atoms.of(piece)
    const length = atoms.list[start + 2] as number
    addLiterals(page, list, 0, length)
    page.at += length
    addAtoms(piece, 1)
  }

  return (numbers, count, list) => {
    const most = mostDeflated(list.length)
    if (page.bytes.length < most) page.bytes = new Uint8Array(2 * most)
    page.bytes.set(head)
    page.length = head.length
    beginBlock(page)
    // Whatever was written before lies out of reach.
    page.at += window + 1
    if (page.at > farthest) {
      lastPieces.forget()
      lastAtoms.forget()
      page.at = 0
    }
    begin(numbers[0] as number, list)
    for (let index = 1; index < count; index++) {
      const piece = numbers[index] as number
      const length = lengthOf(pieces, piece)
      const back = lastPieces.move(piece, page.at)
      if (isMatch(page, back, length)) {
        match(page, back, length)
        page.at += length
      } else addAtoms(piece, 0)
    }
    endMatch(page)
    addLiterals(page, list, list.length - 1, 1)
    endBlock(page)
    const end = page.length + trailer
    const made = Buffer.from(page.bytes.buffer, 0, end)
    made.writeUInt32LE(crc32(list), page.length)
    made.writeUInt32LE(list.length, page.length + 4)
    return latin1Payload(made.toString('latin1'))
  }
}

/** A page on its way. */
type Page = Deflated & {
  /** The place of the next byte, counted over all pages. */
  at: number
  /** The match that is not written yet, because it may become longer: how far back, and how many bytes; 0 for none. */
  back: number
  matched: number
}

function isMatch({ back, matched }: Page, nextBack: number, length: number): boolean {
  return (matched > 0 && nextBack === back) || (nextBack <= window && length >= leastMatch)
}

function match(page: Page, back: number, length: number): void {
  if (page.matched === 0 || page.back !== back) {
    endMatch(page)
    page.back = back
  }
  page.matched += length
}

function endMatch(page: Page): void {
  if (page.matched > 0) addMatch(page, page.back, page.matched)
  page.matched = 0
}
