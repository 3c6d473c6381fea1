import { canonicalDecimal, parseDecimal, type Decimal } from '../../src/domain/decimal.ts'
import { wordsOf, type WordMeanings } from './amount-words.ts'
import { readDigits, typedMark, type Marks, type ReadDigits } from './marks.ts'

/** The forms that an amount may have in a book. */
export type AmountGrammar = {
  readonly marks: readonly Marks[]
  /** Computed when an amount has words. */
  readonly meanings: () => WordMeanings
  /** The words of all currencies, computed when a word has no meaning. */
  readonly currencies: () => ReadonlySet<string>
  /** The currency of the book; empty while nothing is published, and then any currency passes. */
  readonly currency: string
  /** The decimals of the currency. */
  readonly places: number
}

/** Why an amount is refused. */
export type AmountError =
  | { readonly kind: 'notNumber' | 'tooFine' | 'tooLong' | 'otherCurrency' }
  | { readonly kind: 'unknownWord'; readonly word: string }
  /** The languages of the book read the amount differently. */
  | { readonly kind: 'ambiguous'; readonly values: readonly Decimal[] }

export type AmountResult = { readonly value: Decimal } | { readonly error: AmountError }

/** Words, the digits of one number with their marks, and words. A dot after a letter ends an abbreviation: `Rs.500`. */
const grammar =
  /^(?<before>\P{Nd}*?)(?<number>(?:(?<=^|[\s\p{Sc}])\p{P})?\p{Nd}(?:[^\p{L}\p{M}]*\p{Nd})?)(?<after>\P{Nd}*)$/u
/** People end an amount with this so that nobody adds digits, or in place of cents: `500/-`, `500,-`, `500.–`, `500:-`. */
const endMark = / ?[/.,:][-=]{1,2}(?=\P{Nd}*$)/u

/**
 * Reads an amount of money as people write it in the languages of the book: `Ksh 50,000`, `50 triệu`, `1.000.000 ₫`,
 * `₹ 2 crore`, `500/-`. An amount that these languages read differently is refused.
 */
export function parseAmount(text: string, book: AmountGrammar): AmountResult {
  const plain = typedMark(text.normalize('NFKC').trim()).replace(endMark, '')
  const found = grammar.exec(plain)?.groups
  if (found === undefined) return refused('notNumber')
  const { before = '', number = '', after = '' } = found
  const powers = powersOf(wordsOf(`${before} ${after}`), book)
  if ('error' in powers) return powers
  const readings = book.marks.flatMap((marks) => readDigits(number, marks) ?? [])
  const scaled = readings.flatMap((digits) => powers.value.map((power) => scaleUp(digits, power)))
  // Nobody writes decimals of a currency that has none.
  const possible = book.places === 0 ? scaled.filter(({ fraction }) => fraction === '') : scaled
  const [value, ...others] = [...new Set((possible.length > 0 ? possible : scaled).map(textOf))]
  if (value === undefined || !/[1-9]/.test(value)) return refused('notNumber')
  const values = [value, ...others].flatMap((one) => parseDecimal(one) ?? [])
  if (values.length <= others.length) return refused('tooLong')
  if (others.length > 0) return { error: { kind: 'ambiguous', values } }
  if ((value.split('.')[1] ?? '').length > book.places) return refused('tooFine')
  return { value: value as Decimal }
}

function refused(kind: Exclude<AmountError['kind'], 'unknownWord' | 'ambiguous'>): {
  readonly error: AmountError
} {
  return { error: { kind } }
}

/** The powers of ten by which the words beside a number may multiply it. */
function powersOf(
  words: readonly string[],
  { meanings, currency, currencies }: AmountGrammar,
): { readonly value: readonly number[] } | { readonly error: AmountError } {
  if (words.length === 0) return { value: [0] }
  let powers = new Set([0])
  for (const word of words) {
    const own = meanings().get(word)
    if (own === undefined) {
      const isCurrency = /\p{Sc}/u.test(word) || currencies().has(word)
      if (!isCurrency) return { error: { kind: 'unknownWord', word } }
      if (currency !== '') return refused('otherCurrency')
      continue
    }
    // A number has one unit.
    const sums = [...powers].flatMap((power) =>
      [...own].flatMap((other) => (power === 0 || other === 0 ? [power + other] : [])),
    )
    if (sums.length === 0) return refused('notNumber')
    powers = new Set(sums)
  }
  return { value: [...powers] }
}

/** A number with its decimal mark moved to the right. */
function scaleUp({ whole, fraction }: ReadDigits, power: number): ReadDigits {
  return {
    whole: whole + fraction.slice(0, power).padEnd(power, '0'),
    fraction: fraction.slice(power),
  }
}

function textOf({ whole, fraction }: ReadDigits): string {
  const text = whole.replace(/^0+(?=\d)/, '')
  return canonicalDecimal((fraction === '' ? text : `${text}.${fraction}`) as Decimal)
}
