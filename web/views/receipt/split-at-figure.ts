import { compareProducts, parseDecimal, type Decimal } from '../../../src/domain/decimal.ts'

/** A printed text, cut before and after one of its numbers. */
type SplitText = { readonly before: string; readonly figure: string; readonly after: string }

/** A decimal mark of a page. */
export type DecimalMark = '.' | ','

/** How a page prints a rate: the decimal mark, and the factor between the printed number and the rate. */
type Printing = { readonly decimal?: DecimalMark; readonly factor?: Decimal | undefined }

/** A whole number, so that `8.50` is not found in `18.50`. Markup may have put a space before its decimal mark. */
const number = /\d+(?: (?=[.,]\d))?(?:[.,]*\d)*/g

/**
 * Cuts a printed text at the number that is a rate, as printed or times a factor; `undefined` if none of its numbers is.
 */
export function splitAtFigure(
  text: string,
  rate: Decimal,
  { decimal = '.', factor = '1' as Decimal }: Printing = {},
): SplitText | undefined {
  for (const { 0: figure, index } of text.matchAll(number)) {
    const isOfMark = decimal === '.' || !figure.includes('.')
    const value = isOfMark ? parseDecimal(figure.replace(' ', '').replace(decimal, '.')) : undefined
    if (value === undefined || compareProducts([value, factor], [rate]) !== 0) continue
    return { before: text.slice(0, index), figure, after: text.slice(index + figure.length) }
  }
  return undefined
}
