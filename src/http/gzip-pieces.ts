import { crc32 } from 'node:zlib'
import { createCrcJoin } from './crc.ts'
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
import {
  addPiece,
  bytesOfPiece,
  crcOf,
  lengthOf,
  noPieces,
  startOf,
  type Pieces,
} from './pieces.ts'

/** Makes the gzip form (RFC 1952) of the list whose rows consist of some pieces, as `joinedBody` writes it. */
export type GzipPieces = (numbers: readonly number[]) => Payload

/** Compresses what was deflated before, no name, no time, no system. */
const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255)
const [opening, closing] = [Buffer.from('['), Buffer.from(']')]
const closingCrc = crc32(closing)
/** The bytes of the checksum and the length at the end. */
const trailer = 8

/**
 * Compresses lists of rows by what is known of them: a piece that stood a little before is a match, and nothing has to be
 * searched. Any other is cut into atoms, the values and what stands between them, each of which is a match or is written out;
 * what goes on where a match ends makes that one longer (decision 010).
 */
export function createGzipPieces(pieces: Pieces): GzipPieces {
  const atoms = createAtoms(pieces)
  const joinCrc = createCrcJoin()
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
  const begin = (piece: number): number => {
    const bytes = bytesOfPiece(pieces, piece)
    const start = atoms.of(piece)
    const length = atoms.list[start + 2] as number
    addLiterals(page, opening, 0, 1)
    addLiterals(page, bytes, 1, length - 1)
    page.at += length
    addAtoms(piece, 1)
    return crc32(bytes.subarray(1), crc32(opening))
  }

  return (numbers) => {
    let size = 1
    for (const piece of numbers) size += lengthOf(pieces, piece)
    if (page.bytes.length < mostDeflated(size)) page.bytes = new Uint8Array(2 * mostDeflated(size))
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
    let crc = begin(numbers[0] as number)
    for (let index = 1; index < numbers.length; index++) {
      const piece = numbers[index] as number
      const length = lengthOf(pieces, piece)
      crc = joinCrc(crc, crcOf(pieces, piece), length)
      const back = lastPieces.move(piece, page.at)
      if (isMatch(page, back, length)) {
        match(page, back, length)
        page.at += length
      } else addAtoms(piece, 0)
    }
    endMatch(page)
    addLiterals(page, closing, 0, 1)
    endBlock(page)
    const end = page.length + trailer
    const made = Buffer.from(page.bytes.buffer, 0, end)
    made.writeInt32LE(joinCrc(crc, closingCrc, 1), page.length)
    made.writeUInt32LE(size, page.length + 4)
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

/** Further away than anything can be seen. */
const nowhere = -window - 1
/** The place from which they are counted anew. */
const farthest = 1_000_000_000

/** Where things stood last. */
type Places = {
  /** Says how far back a thing stood last, and that it stands at another place now. */
  readonly move: (number: number, to: number) => number
  readonly forget: () => void
}

function createPlaces(): Places {
  let places = new Int32Array(1_024).fill(nowhere)
  return {
    move(number, to) {
      if (number >= places.length) {
        const longer = new Int32Array(2 * (number + 1)).fill(nowhere)
        longer.set(places)
        places = longer
      }
      const back = to - (places[number] as number)
      places[number] = to
      return back
    },
    forget() {
      places.fill(nowhere)
    },
  }
}

/** Numbers, and what stands between two of them: of all that differs from row to row, they differ most. */
const cuts = /(?<=")(?=\d)|(?<=\d)(?=")/

/** The atoms of which pieces consist. */
type Atoms = {
  readonly pieces: Pieces
  /** Where in the list those of a piece stand; a piece is cut when that is first asked for. */
  readonly of: (piece: number) => number
  /** For each piece how many there are, and of each its number and its length. */
  list: Int32Array
}

function createAtoms(pieces: Pieces): Atoms {
  const numbers = new Map<string, number>()
  const atoms = noPieces()
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? addPiece(atoms, text)
    numbers.set(text, number)
    return number
  }
  let end = 1
  /** Where those of each piece begin; 0 for those that were not asked for. */
  let starts: Int32Array = new Int32Array(1_024)
  const cut = (piece: number): number => {
    const cutPiece = bytesOfPiece(pieces, piece).toString().split(cuts).map(numberOf)
    const start = end
    end += 1 + 2 * cutPiece.length
    made.list = grownTo(end, made.list)
    starts = grownTo(piece + 1, starts)
    made.list.set(
      [cutPiece.length, ...cutPiece.flatMap((atom) => [atom, lengthOf(atoms, atom)])],
      start,
    )
    return (starts[piece] = start)
  }
  const made: Atoms = {
    pieces: atoms,
    of: (piece) => starts[piece] || cut(piece),
    list: new Int32Array(1_024),
  }
  return made
}

function grownTo(length: number, array: Int32Array): Int32Array {
  if (length <= array.length) return array
  const longer = new Int32Array(2 * length)
  longer.set(array)
  return longer
}
