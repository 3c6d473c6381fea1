import { grownTo, zeros } from './grown.ts'
import { addPiece, bytesOfPiece, lengthOf, noPieces, type Pieces } from './pieces.ts'

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

/** Cuts pieces into atoms, each text known by one number. */
export function createAtoms(pieces: Pieces): Atoms {
  const numbers = new Map<string, number>()
  const atoms = noPieces()
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? addPiece(atoms, text)
    numbers.set(text, number)
    return number
  }
  let end = 1
  /** Where those of each piece begin; 0 for those that were not asked for. */
  let starts = zeros(1_024)
  const cut = (piece: number): number => {
    const cutPiece = bytesOfPiece(pieces, piece).toString().split(cuts).map(numberOf)
    const start = end
    end += 1 + 2 * cutPiece.length
    made.list = grownTo(made.list, end, zeros)
    starts = grownTo(starts, piece + 1, zeros)
    made.list.set(
      [cutPiece.length, ...cutPiece.flatMap((atom) => [atom, lengthOf(atoms, atom)])],
      start,
    )
    return (starts[piece] = start)
  }
  const made: Atoms = {
    pieces: atoms,
    of: (piece) => starts[piece] || cut(piece),
    list: zeros(1_024),
  }
  return made
}
