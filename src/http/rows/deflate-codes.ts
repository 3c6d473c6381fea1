import { codesFor, type Bits } from './huffman.ts'

/**
 * The codes with which all pages of rows are deflated (RFC 1951), as the program of `gzip-rows.wat` reads them: made once for what
 * stands in such pages, they take a quarter less than the fixed ones, and nothing has to be counted.
 *
 * How often that is, in parts of a thousand, over pages of history and of changes of the benchmark's market: literals, symbols of
 * lengths from 257 on, and of distances, those of more rows than that market has: names differ. What is not there is rarer, and has a
 * code all the same.
 */
const literals = [
  [225, '0'],
  [122, '.'],
  [75, '15'],
  [34, '2'],
  [30, '89'],
  [26, '346'],
  [23, '7'],
  [12, 'n":-'],
  [7, 'tpoiu'],
  [6, 'aedw'],
  [4, 'TZ'],
  [3, '_r,'],
  [2, 'sclmy'],
  // Of others what Sinhala and Tamil begin with in UTF-8.
  [1, 'bfghkvz BCFLPS\u00e0\u00b6\u00b7\u00ae\u00af'],
] as const
const lengths = [
  1, 1, 1, 2, 6, 6, 3, 1, 1, 1, 12, 83, 4, 1, 1, 1, 3, 7, 2, 2, 3, 6, 6, 8, 7, 7, 14, 7, 2,
]
const distances = [
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 20, 350, 130, 330, 90, 20, 18, 15, 6, 4, 4, 4, 4, 4, 4, 3,
  3,
]
/** What weighs less than a part of a thousand: by this all others are multiplied. */
const rare = 8

/** The symbol that ends a block; behind it are those of lengths. */
const endOfBlock = 256
const literalWeights = Array.from({ length: endOfBlock }, (_, byte) => {
  const [share = 1 / rare] =
    literals.find(([, some]) => some.includes(String.fromCharCode(byte))) ?? []
  return rare * share
})
const weights = [...literalWeights, rare, ...lengths.map((share) => rare * share)]
const codes = codesFor(weights, 15)
const codesOfDistances = codesFor(distances, 15)

/** The bits of the code of each symbol of a distance, and from the 25th on how many they are. */
export const distanceCodes = Int32Array.from(codesOfDistances, packedCode)

const [leastMatch, mostMatch] = [3, 258]
/** The same of each length of a match: its symbol's code, and its place among those of that symbol (3.2.5). */
export const lengthCodes = Int32Array.from({ length: mostMatch + 1 }, (_, length) => {
  const number = length - leastMatch
  if (number < 0) return 0
  if (length === mostMatch) return packedCode(codeOf(285))
  const extra = Math.max(0, 29 - Math.clz32(number))
  const [bits, count] = codeOf(257 + (number < 8 ? number : 4 * extra + (number >> extra)))
  return packedCode([bits | ((number & ((1 << extra) - 1)) << count), count + extra])
})

/** The bits of the code of each byte that is a literal, and from the 25th on how many they are. */
export const literalCodes = Int32Array.from({ length: endOfBlock }, (_, byte) =>
  packedCode(codeOf(byte)),
)

/** The most bytes that so many bytes come to, with what begins and ends them. */
export const mostDeflated = (length: number): number => 2 * length + 256

/** Writes some bytes as literals, and returns how many bits they are. */
export function writeLiterals(bytes: Uint8Array, out: Uint8Array, start: number): number {
  return writeBits(Array.from(bytes, codeOf), out, start)
}

/** Writes what stands before the list in the only block, the codes and a bracket, and returns how many bits that is. */
export function writeBegin(out: Uint8Array, start: number): number {
  const lengthsOfCodes = [...codes, ...codesOfDistances].map(([, count]) => count)
  const counted = Array.from(
    { length: 19 },
    (_, length) => lengthsOfCodes.filter((own) => own === length).length,
  )
  const codesOfLengths = codesFor(counted, 7)
  // The last block, its codes are written out: of all symbols, of all distances, and of all lengths of codes (3.2.7).
  const head: Bits[] = [
    [1, 1],
    [2, 2],
    [29, 5],
    [29, 5],
    [15, 4],
  ]
  const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  const ofLengths = order.map((length): Bits => [codesOfLengths[length]?.[1] ?? 0, 3])
  const all = lengthsOfCodes.map((length): Bits => codesOfLengths[length] ?? [0, 0])
  return writeBits([...head, ...ofLengths, ...all, codeOf(bracket)], out, start)
}

/** Writes what stands behind it, the other bracket and the end of the block, and returns how many bits that is. */
export function writeEnd(out: Uint8Array, start: number): number {
  return writeBits([codeOf(0x5d), codeOf(endOfBlock)], out, start)
}

const bracket = 0x5b

function codeOf(symbol: number): Bits {
  return codes[symbol] ?? [0, 0]
}

function packedCode([bits, count]: Bits): number {
  return bits | (count << 24)
}

/** Writes bits from a byte on, the lowest first; the last byte is filled with zeros. */
function writeBits(parts: readonly Bits[], out: Uint8Array, start: number): number {
  let [held, count, at] = [0, 0, start]
  for (const [bits, more] of parts) {
    held |= bits << count
    for (count += more; count >= 8; count -= 8, held >>= 8) out[at++] = held
  }
  if (count > 0) out[at] = held
  return (at - start) * 8 + count
}
