import { directions, type Change } from './change.ts'
import type { Decimal } from './decimal.ts'
import { payouts, variants, type Terms } from './offer.ts'

/** How many numbers stand for a change: its words, its previous rate, its rate (0 if withdrawn), its tenure. */
export const perChange = 4

/**
 * The changes of a publication as numbers, from their canonical text (`entry-body.ts`), without making an object of each:
 * that takes a sixth of what `JSON.parse` takes. `undefined` where a word is another one, or a decimal has more
 * than eight characters: `JSON.parse` reads those. Of keys and words as much is looked at as tells them apart: the store wrote
 * them, and `audit` checks them.
 */
export function scanChanges(changes: string): Uint32Array | undefined {
  if (changes === '[]') return new Uint32Array(0)
  const text = bytesOf(changes)
  const found = new Uint32Array(perChange * Math.ceil(text.length / leastLength))
  let length = 0
  let at = 0
  do {
    // Where a change ends, or the list begins: `,{"direction":"`.
    if (text[at + 3] !== letter.d || text[at + 14] !== quote) return undefined
    at += 15
    const kind = wordAt(text, at, kindTable)
    if (kind === kinds.length) return undefined
    at += kindTable.lengths[kind] ?? 0
    if (!isKey(text, at, letter.p, 'payout'.length)) return undefined
    at += '","payout":"'.length
    const payout = wordAt(text, at, payoutTable)
    if (payout === payouts.length) return undefined
    at += payoutTable.lengths[payout] ?? 0
    if (!isKey(text, at, letter.p, 'previous'.length)) return undefined
    at = decimalAt(text, at + '","previous":"'.length, found, length + 1)
    if (kind !== withdrawn) {
      if (!isKey(text, at, letter.r, 'rate'.length)) return undefined
      at = decimalAt(text, at + '","rate":"'.length, found, length + 2)
    }
    if (!isKey(text, at, letter.t, 'tenure'.length)) return undefined
    at = decimalAt(text, at + '","tenure":"'.length, found, length + 3)
    if (!isKey(text, at, letter.v, 'variant'.length)) return undefined
    at += '","variant":"'.length
    const variant = wordAt(text, at, variantTable)
    if (variant === variants.length) return undefined
    at += variantTable.lengths[variant] ?? 0
    if (text[at] !== quote) return undefined
    at += '"}'.length
    found[length] = (variant * 8 + payout) * 8 + kind
    length += perChange
  } while (text[at] === comma)
  const isWhole = at === text.length - 1 && text[at] === bracket
  return isWhole ? found.subarray(0, length) : undefined
}

/** The change that four of those numbers stand for. */
export function scannedChange(scanned: Uint32Array, index: number): Change {
  const [words = 0, previous = 1, rate = 1, tenure = 1] = scanned.subarray(index, index + perChange)
  const terms = {
    variant: variants[words >> 6],
    tenure: decimalOf(tenure),
    payout: payouts[(words >> 3) & 7],
  } as Terms
  const direction = scannedDirection(scanned, index)
  return direction === 'withdrawn'
    ? { ...terms, direction, previous: decimalOf(previous) }
    : { ...terms, direction, previous: decimalOf(previous), rate: decimalOf(rate) }
}

/** The direction of such a change. */
export function scannedDirection(scanned: Uint32Array, index: number): Change['direction'] {
  return kinds[(scanned[index] ?? 0) & 7] as Change['direction']
}

const kinds = [...directions, 'withdrawn'] as const
const withdrawn = kinds.indexOf('withdrawn')
const [quote, comma, point, slash, nine, bracket] = [0x22, 0x2c, 0x2e, 0x2f, 0x39, 0x5d]
const letter = { d: 0x64, p: 0x70, r: 0x72, t: 0x74, v: 0x76 }

const encoder = new TextEncoder()
/** Of nearly every sheet, the changes have room. */
const memory = new Uint8Array(65_536)

/** The bytes of a text, until the next is asked for: V8 reads them faster than the letters of a part of a longer text. */
function bytesOf(text: string): Uint8Array {
  const { read, written } = encoder.encodeInto(text, memory)
  return read === text.length ? memory.subarray(0, written) : encoder.encode(text)
}

/** No change is shorter; the shortest is that of `women`, `annual` and digits of one. */
const leastLength = 89

/** A decimal as a number to the base 12, after a 1: the point, nothing, and the ten digits; of eight it is below 2^30. */
const base = 12
const longest = 8

/** The words of a list by their first two letters, in which no two agree; another word is one after the last. */
type WordTable = { readonly numbers: Uint8Array; readonly lengths: Uint8Array }

function wordTable(words: readonly string[]): WordTable {
  const numbers = new Uint8Array(32 * 32).fill(words.length)
  for (const [number, word] of words.entries()) numbers[placeIn(bytesOf(word), 0)] = number
  return { numbers, lengths: Uint8Array.from(words, ({ length }) => length) }
}

const [kindTable, payoutTable, variantTable] = [
  wordTable(kinds),
  wordTable(payouts),
  wordTable(variants),
]

function wordAt(text: Uint8Array, at: number, { numbers }: WordTable): number {
  return numbers[placeIn(text, at)] ?? 0
}

function placeIn(text: Uint8Array, at: number): number {
  return ((text[at] ?? 0) & 31) * 32 + ((text[at + 1] ?? 0) & 31)
}

/** Whether a value ends here, and a key of that letter and length begins. */
function isKey(text: Uint8Array, at: number, first: number, length: number): boolean {
  return text[at] === quote && text[at + 3] === first && text[at + length + 5] === quote
}

/** Reads a decimal; where it ends, or -1 if it is none, or longer than a number can hold here. */
function decimalAt(text: Uint8Array, from: number, found: Uint32Array, index: number): number {
  let [at, code] = [from, 1]
  for (let next = text[at] ?? 0; next !== quote; next = text[++at] ?? 0) {
    if (!(next >= point && next <= nine) || next === slash) return -1
    code = code * base + next - point
  }
  found[index] = code
  return at > from && at - from <= longest ? at : -1
}

function decimalOf(code: number): Decimal {
  let text = ''
  for (let rest = code; rest > 1; rest = Math.floor(rest / base)) {
    text = String.fromCharCode(point + (rest % base)) + text
  }
  return text as Decimal
}
