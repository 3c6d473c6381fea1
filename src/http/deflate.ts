/** Deflated bytes as they grow (RFC 1951), in one block with the fixed codes. */
export type Deflated = {
  /** Large enough for all that is added, and for the word that the last of it is written with. */
  bytes: DataView
  /** The bytes that are full, */
  length: number
  /** and the bits behind them. */
  bits: number
  bitCount: number
}

/** How far back a match may lie, and how long it may be. */
export const window = 32_768
export const leastMatch = 3
const mostMatch = 258

/** The most bytes that so many bytes come to: a literal takes nine bits at the most, and there are a head and an end. */
export const mostDeflated = (length: number): number => length + (length >> 3) + 36

/** Bits with the lowest first, as deflate has all but its codes, and how many they are. */
type Bits = { readonly bits: Int32Array; readonly counts: Uint8Array }

/** Begins the only block. */
export function beginBlock(out: Deflated): void {
  add(out, 0b011, 3)
}

/** Ends it, and fills the last byte. */
export function endBlock(out: Deflated): void {
  add(out, codes.bits[256] as number, codes.counts[256] as number)
  if (out.bitCount > 0) add(out, 0, 8 - out.bitCount)
}

/** Adds bytes as they are. */
export function addLiterals(out: Deflated, bytes: Uint8Array, start: number, length: number): void {
  const end = start + length
  let at = start
  for (; at + 1 < end; at += 2) {
    const [first, second] = [bytes[at] as number, bytes[at + 1] as number]
    const count = codes.counts[first] as number
    const both = (codes.bits[first] as number) | ((codes.bits[second] as number) << count)
    add(out, both, count + (codes.counts[second] as number))
  }
  if (at < end) {
    const last = bytes[at] as number
    add(out, codes.bits[last] as number, codes.counts[last] as number)
  }
}

/** Adds bytes that stand `distance` before, three or more. */
export function addMatch(out: Deflated, distance: number, length: number): void {
  for (let left = length; left > 0;) {
    // What is left for the next match is nothing, or enough for one.
    const most =
      left < mostMatch + leastMatch && left > mostMatch ? mostMatch - leastMatch : mostMatch
    const now = Math.min(left, most)
    add(out, lengths.bits[now] as number, lengths.counts[now] as number)
    addDistance(out, distance - 1)
    left -= now
  }
}

/** Two codes for each power of two, the rest of the number as it is. */
function addDistance(out: Deflated, number: number): void {
  if (number < 4) return add(out, reversed(number, 5), 5)
  const high = 31 - Math.clz32(number)
  const extra = high - 1
  const code = 2 * high + ((number >> extra) & 1)
  add(out, (distanceCodes[code] as number) | ((number & ((1 << extra) - 1)) << 5), 5 + extra)
}

/** Adds up to 24 bits to the 7 that may be held: always a word is written, which has no branch that the processor could foresee wrongly. */
function add(out: Deflated, bits: number, count: number): void {
  const held = out.bits | (bits << out.bitCount)
  const left = out.bitCount + count
  out.bytes.setInt32(out.length, held, true)
  out.length += left >> 3
  out.bits = held >> (left & 24)
  out.bitCount = left & 7
}

/** The fixed code of each literal and length symbol (RFC 1951, 3.2.6). */
const codes = bitsFor(288, (symbol) => {
  if (symbol < 144) return [reversed(0b0011_0000 + symbol, 8), 8]
  if (symbol < 256) return [reversed(0b1_1001_0000 + symbol - 144, 9), 9]
  if (symbol < 280) return [reversed(symbol - 256, 7), 7]
  return [reversed(0b1100_0000 + symbol - 280, 8), 8]
})

/** The codes of distances, five bits each. */
const distanceCodes = Int32Array.from({ length: 30 }, (_, code) => reversed(code, 5))

/** The bits of each length of a match: its symbol's code, and its place among those of that symbol (RFC 1951, 3.2.5). */
const lengths = bitsFor(mostMatch + 1, (length) => {
  const number = length - leastMatch
  if (number < 0) return [0, 0]
  const high = 31 - Math.clz32(number)
  const extra = Math.max(0, high - 2)
  const symbol =
    length === mostMatch ? 285 : 257 + (number < 8 ? number : 4 * extra + (number >> extra))
  const count = codes.counts[symbol] as number
  if (length === mostMatch) return [codes.bits[symbol] as number, count]
  const rest = number & ((1 << extra) - 1)
  return [(codes.bits[symbol] as number) | (rest << count), count + extra]
})

function bitsFor(
  size: number,
  of: (index: number) => readonly [bits: number, count: number],
): Bits {
  const [bits, counts] = [new Int32Array(size), new Uint8Array(size)]
  for (let index = 0; index < size; index++)
    [bits[index], counts[index]] = of(index) as [number, number]
  return { bits, counts }
}

/** Some bits in the other order: codes begin with their highest. */
function reversed(bits: number, count: number): number {
  let other = 0
  for (let bit = 0; bit < count; bit++) other |= ((bits >> bit) & 1) << (count - 1 - bit)
  return other
}
