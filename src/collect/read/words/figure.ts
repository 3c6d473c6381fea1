import {
  decimalOf,
  parseDecimal,
  parseWhole,
  scaleOf,
  unitsOf,
  type Decimal,
} from '../../../domain/decimal.ts'
import type { ReadCell } from '../../../domain/origin.ts'
import { cellLength, comparableText, comparableWord, foldedText } from './folded-text.ts'
import { languages } from './languages.ts'

/** The decimal mark of printed numbers. */
export type DecimalMark = '.' | ','

/** The content of a cell of figures: one figure, or a range, which is never averaged. */
export type PrintedFigure = { readonly figure: Decimal } | { readonly range: string }

type Grammar = { readonly one: RegExp; readonly two: RegExp }
const grammars = new Map<DecimalMark, Grammar>()

/** The grammar of figures: a number, `%` on either side, words for "a year" in any language, marks of footnotes. */
function grammarOf(decimal: DecimalMark): Grammar {
  return grammars.getOrInsertComputed(decimal, makeGrammar)
}

function makeGrammar(decimal: DecimalMark): Grammar {
  const all = Object.values(languages)
  const perYear = oneOf(all.flatMap((one) => one.perYear ?? []))
  const perYearBefore = oneOf(all.flatMap((one) => one.perYearBefore ?? []))
  const unit = String.raw` ?%? ?(?:p\.? ?a\.?|${perYear})?`
  const number = String.raw`(?:${perYearBefore})? ?%? ?(\d{1,15}(?:[${decimal}٫]\d{1,30})?)${unit}`
  return {
    one: new RegExp(`^${number}${marks}$`, 'u'),
    two: new RegExp(`^${number} ?(?:-|~|to|/) ?${number}${marks}$`, 'u'),
  }
}

/** An expression for one of the words, the longest first. */
function oneOf(words: readonly string[]): string {
  const longestFirst = words.toSorted((a, b) => b.length - a.length)
  return longestFirst
    .map((word) => RegExp.escape(comparableWord(word)).replaceAll(' ', ' ?'))
    .join('|')
}

const marks = '[ *†‡#^¹²³⁰⁴-⁹]*'

/**
 * Joins a number that markup has split before its mark, as in `15 .00%`. A figure never begins with a mark, so this cannot join
 * two figures. A space after the mark stays: `6. 75%` may be the sixth item of a list.
 */
function joined(text: string, decimal: DecimalMark): string {
  return text.replace(new RegExp(String.raw`(?<![\d.,])(\d+) (?=[${decimal}]\d)`, 'g'), '$1')
}

/** Reads a printed figure: digits as printed, `%`, `p.a.`, marks of footnotes. Returns `undefined` for everything else. */
export function parseFigure(text: string, decimal: DecimalMark): PrintedFigure | undefined {
  if (text.length > cellLength) return undefined
  const plain = joined(comparableWord(text), decimal)
  const { one, two } = grammarOf(decimal)
  const digits = one.exec(plain)?.[1]
  const figure = digits === undefined ? undefined : figureOf(digits, decimal)
  if (figure !== undefined) return { figure }
  return two.test(plain) ? { range: foldedText(text) } : undefined
}

/** The other decimal mark. */
export function otherMark(decimal: DecimalMark): DecimalMark {
  return decimal === '.' ? ',' : '.'
}

/** Whether a text is a figure under the other decimal mark only. */
export function hasOtherMark(text: string, decimal: DecimalMark): boolean {
  const other = otherMark(decimal)
  return parseFigure(text, decimal) === undefined && parseFigure(text, other) !== undefined
}

/** The figure of a printed number. With more than four decimals, zeros at the end are of the program that printed it. */
function figureOf(digits: string, decimal: DecimalMark): Decimal | undefined {
  const printed = digits.replace(decimal, '.').replace('٫', '.')
  const [, decimals = ''] = printed.split('.')
  return parseDecimal(decimals.length > 4 ? printed.replace(/\.?0+$/, '') : printed)
}

/** The whole numbers that stand in a text, for the evidence check: `6.25` is not in `16.25%`, nor `7.50` in `7.5007.760`. */
export function figuresIn(text: string, decimal: DecimalMark): readonly Decimal[] {
  const tokens = joined(comparableText(text), decimal).match(/\d[\d.,٫٬]*/g) ?? []
  return tokens.flatMap((token) => {
    const digits = token.replace(/[.,]+$/, '')
    const isOne = grammarOf(decimal).one.test(digits)
    return isOne ? (figureOf(digits, decimal) ?? []) : []
  })
}

/** The whole numbers of a cell, times the factor that the source names. */
export function figuresOfCell(
  { text, decimal }: Pick<ReadCell, 'text' | 'decimal'>,
  factor: string | undefined,
): readonly Decimal[] {
  const figures = figuresIn(text, decimal ?? '.')
  return factor === undefined
    ? figures
    : figures.map((figure) => scaleFigure(figure, factor as Decimal))
}

/**
 * A printed figure times the factor that the source names, exact. A power of ten moves the point and keeps the printed digits:
 * `0.0370` times `100` is `3.70`.
 */
export function scaleFigure(figure: Decimal, factor: Decimal): Decimal {
  const shift = /^10*$/.test(factor) ? factor.length - 1 : 0
  const scale = scaleOf(figure) + scaleOf(factor)
  const product = unitsOf(figure, scaleOf(figure)) * unitsOf(factor, scaleOf(factor))
  const kept = Math.max(0, scale - shift)
  // Only zeros are dropped: the product ends in as many as the factor has.
  return decimalOf(product / 10n ** BigInt(scale - kept), kept)
}

/** A whole number in digits, zeros at the start included: the months of `06 Months`. */
export function wholeNumber(digits: string): number {
  return parseWhole(digits.replace(/^0+(?=\d)/, '')) ?? 0
}
