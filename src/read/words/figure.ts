import { parseDecimal, scaleOf, unitsOf, type Decimal } from '../../domain/decimal.ts'
import { cellLength, comparableText, foldedText } from './folded-text.ts'

/** The content of a cell of figures: one figure, or a range, which is never averaged. */
export type PrintedFigure = { readonly figure: Decimal } | { readonly range: string }

const unit = String.raw` ?%? ?(?:p\.? ?a\.?|per annum)?`
const oneFigure = new RegExp(String.raw`^(\d{1,15}(?:\.\d{1,15})?)${unit}[ *†‡#^]*$`, 'iu')
const twoFigures = new RegExp(
  String.raw`^\d{1,15}(?:\.\d{1,15})?${unit} ?(?:-|to|\/) ?\d{1,15}(?:\.\d{1,15})?${unit}[ *†‡#^]*$`,
  'iu',
)

/**
 * Joins a number that markup has split before its point, as in `15 .00%`. A figure never begins with a point, so this cannot join
 * two figures. A space after the point stays: `6. 75%` may be the sixth item of a list.
 */
function joined(text: string): string {
  return text.replace(/(?<![\d.,])(\d+) (?=\.\d)/g, '$1')
}

/** Reads a printed figure: digits as printed, `%`, `p.a.`, marks of footnotes. Returns `undefined` for everything else. */
export function parseFigure(text: string): PrintedFigure | undefined {
  if (text.length > cellLength) return undefined
  const plain = joined(comparableText(text))
  const digits = oneFigure.exec(plain)?.[1]
  const figure = digits === undefined ? undefined : parseDecimal(digits)
  if (figure !== undefined) return { figure }
  return twoFigures.test(plain) ? { range: foldedText(text) } : undefined
}

/** The whole numbers that stand in a text, for the evidence check: `6.25` is not in `16.25%`, nor `7.50` in `7.5007.760`. */
export function figuresIn(text: string): readonly Decimal[] {
  const tokens = joined(comparableText(text)).match(/\d[\d.,]*/g) ?? []
  return tokens.flatMap((token) => parseDecimal(token.replace(/[.,]+$/, '')) ?? [])
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
  return withPoint(product / 10n ** BigInt(scale - kept), kept)
}

function withPoint(units: bigint, scale: number): Decimal {
  const digits = String(units).padStart(scale + 1, '0')
  if (scale === 0) return digits as Decimal
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}` as Decimal
}
