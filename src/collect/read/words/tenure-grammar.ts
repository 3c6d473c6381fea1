import { wholeNumber } from './figure.ts'
import { languages, type Language } from './languages.ts'
import { lexiconOf, type Lexicon, type Token } from './lexicon.ts'
import {
  isWord,
  listed,
  meaningsOf,
  rangeSymbols,
  rangeWords,
  skipped,
  words,
  type RangeWord,
  type Read,
} from './range-grammar.ts'

type Tokens = readonly Token<TenureWord>[]

/** A count of units, in hundredths: `1.5 years`. The unit is absent for a bare number. */
export type Part = { readonly hundredths: number; readonly unit?: Unit }

/** The parts of a printed quantity, the longest unit first: `1 year 6 months`; or one bare number. */
export type Quantity = readonly Part[]

/** Every tenure that begins at a token, in a language. */
export function* tenuresAt(
  tokens: Tokens,
  at: number,
  language: TenureLanguage,
): Generator<Read<Quantity>> {
  for (const { value, next } of numbersAt(tokens, at, language))
    yield { value: [{ hundredths: value }], next }
  for (const { value, next } of wholesAt(tokens, at)) yield { value: [value], next }
  yield* compoundsAt(tokens, at, language, units.length)
}

/** Parts with falling units: `1 year`, `1 year 6 months`, `2 years and 1 day`. */
function* compoundsAt(
  tokens: Tokens,
  at: number,
  language: TenureLanguage,
  mostUnits: number,
): Generator<Read<Quantity>> {
  for (const { value: part, next } of partsAt(tokens, at, language)) {
    const shorter = units.length - 1 - units.indexOf(part.unit)
    if (shorter >= mostUnits) continue
    yield { value: [part], next }
    for (const rest of compoundsAt(tokens, skipped(tokens, next, 'and'), language, shorter))
      yield { value: [part, ...rest.value], next: rest.next }
  }
}

/** A number and its unit: `12 months`, `12-month`, `1 year and a half`; in some languages `miezi 12`. */
function* partsAt(
  tokens: Tokens,
  at: number,
  language: TenureLanguage,
): Generator<Read<Part & { readonly unit: Unit }>> {
  for (const { value, next } of numbersAt(tokens, at, language)) {
    const unitAt = skipped(tokens, next, 'hyphen')
    const half = fractionAt(tokens, unitAt + 1)
    for (const meaning of meaningsOf(tokens[unitAt])) {
      if (meaning.is !== 'unit') continue
      const { unit } = meaning
      yield { value: { hundredths: value, unit }, next: unitAt + 1 }
      if (half !== undefined && value % 100 === 0)
        yield { value: { hundredths: value + half, unit }, next: unitAt + 2 }
    }
  }
  if (!language.unitFirst) return
  for (const meaning of meaningsOf(tokens[at]))
    if (meaning.is === 'unit')
      for (const { value, next } of numbersAt(tokens, at + 1, language))
        yield { value: { hundredths: value, unit: meaning.unit }, next }
}

/** Words that are a tenure without a number, such as "Halbjahr". */
function* wholesAt(tokens: Tokens, at: number): Generator<Read<Part>> {
  for (const meaning of meaningsOf(tokens[at]))
    if (meaning.is === 'whole')
      yield { value: { hundredths: meaning.hundredths, unit: meaning.unit }, next: at + 1 }
}

/** Numbers in hundredths: digits, number words, fractions. A number and the same number in parentheses are one. */
function* numbersAt(tokens: Tokens, at: number, language: TenureLanguage): Generator<Read<number>> {
  for (const plain of plainNumbersAt(tokens, at, language)) {
    yield plain
    const fraction = fractionAt(tokens, plain.next)
    if (fraction !== undefined && plain.value % 100 === 0)
      yield { value: plain.value + fraction, next: plain.next + 1 }
    if (isWord(tokens[plain.next], 'open') && isWord(tokens[plain.next + 2], 'close'))
      for (const again of plainNumbersAt(tokens, plain.next + 1, language))
        if (again.value === plain.value && again.next === plain.next + 2)
          yield { value: plain.value, next: plain.next + 3 }
  }
}

function* plainNumbersAt(
  tokens: Tokens,
  at: number,
  language: TenureLanguage,
): Generator<Read<number>> {
  const token = tokens[at]
  if (token?.kind === 'number') {
    const value = hundredthsOf(token.text, language.decimal)
    if (value !== undefined) yield { value, next: skipped(tokens, at + 1, 'afterNumber') }
  }
  for (const meaning of meaningsOf(token)) {
    if (meaning.is === 'number' || (meaning.is === 'fraction' && token?.text.length === 1))
      yield { value: meaning.hundredths, next: at + 1 }
  }
}

/**
 * A printed number in hundredths. A decimal has at most two digits after the mark, so that three are a group of thousands; a comma is
 * a decimal mark only in languages that use it.
 */
function hundredthsOf(text: string, decimal: '.' | ','): number | undefined {
  const [, whole = '', mark, rest = ''] = /^(\d{1,5})(?:([.,])(\d{1,3}))?$/.exec(text) ?? []
  if (whole === '') return undefined
  if (mark === undefined) return wholeNumber(whole) * 100
  if (rest.length === 3) return mark === decimal ? undefined : wholeNumber(whole + rest) * 100
  if (mark === ',' && decimal !== ',') return undefined
  return wholeNumber(whole) * 100 + wholeNumber(rest.padEnd(2, '0'))
}

function fractionAt(tokens: Tokens, at: number): number | undefined {
  for (const meaning of meaningsOf(tokens[at]))
    if (meaning.is === 'fraction') return meaning.hundredths
  return undefined
}

/** The units of printed tenures, the longest first. */
export const units = ['year', 'half-year', 'quarter', 'month', 'week', 'day'] as const
export type Unit = (typeof units)[number]

/** A meaning of a word of a tenure or a range. */
export type TenureWord =
  | { readonly is: 'number'; readonly hundredths: number }
  | { readonly is: 'fraction'; readonly hundredths: number }
  | { readonly is: 'unit'; readonly unit: Unit }
  | { readonly is: 'whole'; readonly hundredths: number; readonly unit: Unit }
  | { readonly is: 'afterNumber' | 'hyphen' }
  | RangeWord

/** The words of a language for tenures. */
export type TenureLanguage = {
  readonly tag: string
  readonly lexicon: Lexicon<TenureWord>
  readonly decimal: '.' | ','
  /** Whether its units stand before their numbers, as in Swahili. */
  readonly unitFirst: boolean
}

const known = new Map<string, TenureLanguage>()

/** The words of a language, made when they are first needed. */
export function tenureLanguage(tag: string): TenureLanguage {
  return known.getOrInsertComputed(tag, () => makeLanguage(tag, languages[tag] ?? {}))
}

function makeLanguage(tag: string, data: Language): TenureLanguage {
  const fromIntl = intlUnits(tag)
  return {
    tag,
    lexicon: lexiconOf<TenureWord>([
      ...symbols,
      ...fromIntl.words,
      ...rangeWords(data),
      ...listed(data.numbers, (key) => ({ is: 'number', hundredths: wholeNumber(key) * 100 })),
      ...listed(data.units, (key) => ({ is: 'unit', unit: unitNamed(key) })),
      ...listed(data.whole, (key) => {
        const [count, unit = ''] = key.split(' ')
        return { is: 'whole', hundredths: wholeNumber(count ?? '') * 100, unit: unitNamed(unit) }
      }),
      ...words(data.andHalf, { is: 'fraction', hundredths: 50 }),
      ...words(data.afterNumber, { is: 'afterNumber' }),
    ]),
    decimal: decimalMarkOf(tag),
    unitFirst: fromIntl.unitFirst,
  }
}

const symbols: readonly (readonly [string, TenureWord])[] = [
  ...rangeSymbols,
  ['-', { is: 'hyphen' }],
  ['½', { is: 'fraction', hundredths: 50 }],
  ['1/2', { is: 'fraction', hundredths: 50 }],
  ['¼', { is: 'fraction', hundredths: 25 }],
  ['1/4', { is: 'fraction', hundredths: 25 }],
  ['¾', { is: 'fraction', hundredths: 75 }],
  ['3/4', { is: 'fraction', hundredths: 75 }],
]

function unitNamed(name: string): Unit {
  const unit = units.find((one) => one === name.replace(/s$/, ''))
  if (unit === undefined) throw new Error(`${name} is no unit of tenures.`)
  return unit
}

/** Numbers that bring out each plural form of the languages. */
const counts = [1, 2, 3, 5, 11, 20, 1.5]

/** The words for day, week, month and year of a language by CLDR. A single letter of an alphabet is left to the data. */
function intlUnits(tag: string) {
  const found: [string, TenureWord][] = []
  let unitFirst = false
  for (const unit of ['day', 'week', 'month', 'year'] as const)
    for (const unitDisplay of ['long', 'short'] as const) {
      const format = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay })
      for (const count of counts) {
        const parts = format.formatToParts(count)
        const name = parts.find(({ type }) => type === 'unit')?.value ?? ''
        if (/^(?!\p{sc=Han}|\p{sc=Hang})\p{L}\.?$/u.test(name)) continue
        const isCounted = parts.some(({ type }) => type === 'integer')
        if (isCounted) found.push([name, { is: 'unit', unit }])
        else found.push([name, { is: 'whole', hundredths: count * 100, unit }])
        if (isCounted && parts[0]?.type === 'unit') unitFirst = true
      }
    }
  return { words: found, unitFirst }
}

/** The decimal mark of a language. */
function decimalMarkOf(tag: string): '.' | ',' {
  const parts = new Intl.NumberFormat(`${tag}-u-nu-latn`).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
}
