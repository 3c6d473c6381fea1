import { crc32 } from 'node:zlib'
import { writeLiterals } from './deflate-codes.ts'

/** The memory of a program. */
export type RowMemory = { readonly bytes: Uint8Array; readonly numbers: Int32Array }

/** A piece as its column has it: what stands around its values, and those. */
export type PieceParts = { readonly frame: readonly string[]; readonly values: readonly string[] }

/** Cuts pieces into their values and what stands around them, for the program that compresses rows of them. */
export type RowValues = {
  /** Forgets where values were written last. */
  readonly forgetPlaces: (memory: RowMemory) => void
  /** Forgets all, and puts what is cut from here on between two places of the memory. */
  readonly begin: (start: number, end: number) => void
  /** Cuts a piece, and writes down at a place what the program has to know; `false` if there is no room for more. */
  readonly cut: (memory: RowMemory, place: number, parts: PieceParts) => boolean
}

/** The bytes of a number, and of what becomes of a checksum. */
const [word, shiftSize] = [4, 8 * 16 * 4]

/** The bytes of what the program has to know of a piece: a line of the processor's cache, with room for so many values. */
export const cutSize = 64
const mostValues = 4

/** Further back than a match reaches from any place. */
const nowhere = -1_000_000

/** Values, of which each text has one place, in whatever pieces it stands. */
export function createRowValues(): RowValues {
  const places = new Map<string, number>()
  const shifts = new Map<number, number>()
  let [next, last] = [0, 0]
  const add = ({ bytes, numbers }: RowMemory, text: string): number => {
    const place = next
    const bits = writeLiterals(Buffer.from(text), bytes, place + 2 * word)
    numbers.set([nowhere, bits], place / word)
    next += 2 * word + wordsOf(bits / 8)
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
    return (next += shiftSize) - shiftSize
  }
  return {
    forgetPlaces({ numbers }) {
      for (const place of places.values()) numbers[place / word] = nowhere
    },
    begin(start, end) {
      places.clear()
      shifts.clear()
      next = start
      last = end
    },
    cut(memory, place, { frame, values }) {
      if (values.length > mostValues) throw new Error(`A piece has ${values.length} values.`)
      const text = Buffer.from(textOfParts({ frame, values }))
      // As if none was known, and each byte took two.
      const most = shiftSize + 3 * word * values.length + 2 * text.length
      if (next + most > last) return false
      const shiftAt = shifts.get(text.length) ?? addShift(memory, text.length)
      const [lead = 0, ...behind] = frame.map((part) => Buffer.byteLength(part))
      const known = values.flatMap((value, i) => {
        const [gap = 0, follower] = [behind[i], values[i + 1]]
        const isEnough = gap >= 3 || (gap === 0 && Buffer.byteLength(follower ?? '') >= 3)
        if (follower !== undefined && !isEnough)
          throw new Error(`Too little stands behind ${value} for a match.`)
        return [places.get(value) ?? add(memory, value), Buffer.byteLength(value), gap]
      })
      memory.numbers.set([crc32(text), shiftAt, lead, known.length * word, ...known], place / word)
      return true
    },
  }
}

/** The text of a piece. */
export function textOfParts({ frame: [lead = '', ...behind], values }: PieceParts): string {
  return lead + values.map((value, i) => value + behind[i]).join('')
}

/** As many bytes as whole numbers take. */
const wordsOf = (bytes: number): number => Math.ceil(bytes / word) * word
