import { crc32 } from 'node:zlib'
import { writeLiterals } from './deflate-codes.ts'

/** Values, and what stands between two of them, which is the same in every row. */
const cuts = /(?<=":")|(?="[,}])/

/** Further away than anything can be seen. */
const nowhere = -1_000_000

/** The memory of a program. */
export type RowMemory = { readonly bytes: Uint8Array; readonly numbers: Int32Array }

/** Cuts pieces into atoms, the values and what stands between them, for the program that compresses rows of them. */
export type RowAtoms = {
  /** Forgets all, and puts what is cut from here on between two places of the memory. */
  readonly begin: (start: number, end: number) => void
  /** Cuts a piece, and writes down at a place what the program has to know; `false` if there is no room for more. */
  readonly cut: (memory: RowMemory, place: number, text: Buffer) => boolean
}

/** The bytes of a number, of what the program knows of an atom, and of what becomes of a checksum. */
const [word, record, shift] = [4, 16, 8 * 16 * 4]

/** Atoms, of which each text is one, in whatever pieces it stands. */
export function createRowAtoms(): RowAtoms {
  const places = new Map<string, number>()
  const shifts = new Map<number, number>()
  let [next, last] = [0, 0]
  const add = ({ bytes, numbers }: RowMemory, text: string): number => {
    const place = next
    const literals = place + record
    const texts = Buffer.from(text)
    const bits = writeLiterals(texts, bytes, literals)
    numbers.set([nowhere, texts.length, literals, bits], place / word)
    next = literals + wordsOf(bits / 8)
    places.set(text, place)
    return place
  }
  /** What becomes of a checksum that so many bytes follow, by each half of its bytes: it is the sum (XOR) of what becomes of those. */
  const addShift = ({ numbers }: RowMemory, length: number): number => {
    const zeros = Buffer.alloc(length)
    const sums = Array.from(
      { length: 8 * 16 },
      (_, i) => ~crc32(zeros, ~((i & 15) << ((i >> 4) * 4)) >>> 0),
    )
    numbers.set(sums, next / word)
    shifts.set(length, next)
    return (next += shift) - shift
  }
  return {
    begin(start, end) {
      places.clear()
      shifts.clear()
      next = start
      last = end
    },
    cut(memory, place, text) {
      const texts = text.toString().split(cuts)
      // As if none was known, and each byte took two.
      const most = shift + word + texts.length * (record + 2 * word) + 2 * text.length
      if (next + most > last) return false
      const atoms = texts.map((atom) => places.get(atom) ?? add(memory, atom))
      const shiftAt = shifts.get(text.length) ?? addShift(memory, text.length)
      memory.numbers.set([nowhere, next, crc32(text), shiftAt], place / word)
      memory.numbers.set([atoms.length, ...atoms], next / word)
      next += (1 + atoms.length) * word
      return true
    },
  }
}

/** As many bytes as whole numbers take. */
const wordsOf = (bytes: number): number => Math.ceil(bytes / word) * word
