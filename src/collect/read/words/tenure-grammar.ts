import { wholeNumber } from './whole-number.ts'
import type { Token } from './lexicon.ts'
import { isWord, meaningsOf, skipped, type Read } from './range-grammar.ts'
import { units, type TenureLanguage, type TenureWord, type Unit } from './tenure-words.ts'

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
