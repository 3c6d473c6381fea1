import { compareDecimals, parseWhole, type Decimal } from '../../../domain/decimal.ts'
import { hasOtherMark, otherMark, parseFigure, type DecimalMark } from '../../read/words/figure.ts'
import { payoutsNamed, type NamedPayout } from '../../read/words/payout.ts'
import {
  tenureInWords,
  type PrintedTenure,
  parseTenure,
  tenuresIn,
  unitsNamed,
  type TenureUnit,
} from '../../read/words/tenure.ts'

/** The tenure or range that a whole text states. */
export function tenureIn(text: string, unit?: TenureUnit): PrintedTenure | undefined {
  const found = parseTenure(text, { unit })
  return found === undefined || 'doubt' in found ? undefined : found
}

/** The one tenure or range that a label names among other words, such as "24 Month Special". */
export function namedTenure(label: string): PrintedTenure | undefined {
  const { stated, bare } = tenuresIn(label)
  const [tenure, other] = stated
  return other === undefined && bare.length === 0 ? tenure : undefined
}

/** A tenure as a source states it: whole months as a number, others in words. */
export function statedAs(tenure: PrintedTenure): number | string {
  const { months, days, to } = tenure
  if (to !== undefined) return tenureInWords(tenure)
  return days === undefined ? (parseWhole(months) ?? tenureInWords(tenure)) : `${days} days`
}

/** The unit that a heading such as "Term (months)" names. */
export function unitIn(heading: string): TenureUnit | undefined {
  const [unit, other] = unitsNamed(heading)
  return other === undefined ? unit : undefined
}

/** The figure of a cell. */
export function figureIn(text: string, mark: DecimalMark): Decimal | undefined {
  const printed = parseFigure(text, mark)
  return printed !== undefined && 'figure' in printed ? printed.figure : undefined
}

/** Whether a text is a figure that can be a rate: with a percent sign or decimals. */
export function hasFigure(text: string, mark: DecimalMark): boolean {
  const figure = figureIn(text, mark)
  return (
    figure !== undefined &&
    compareDecimals(figure, '200' as Decimal) <= 0 &&
    (text.includes('%') || figure.includes('.'))
  )
}

/** The decimal mark of most figures in some texts. Three digits after a mark may be thousands. */
export function markOf(texts: readonly string[]): DecimalMark {
  const isDecimal = (text: string) => !/\d[.,]\d{3}$/.test(text)
  const onlyUnder = (mark: DecimalMark) =>
    texts.filter((text) => isDecimal(text) && hasOtherMark(text, otherMark(mark))).length
  return onlyUnder(',') > onlyUnder('.') ? ',' : '.'
}

/** The payouts that a text names. Rates and yields of a year are no payout. */
export function payoutsIn(text: string): readonly NamedPayout[] {
  const plain = text.replace(
    /annual(?:ised|ized)?[\s-]+(?:percentage|effective|equivalent|interest|rate|yield)/gi,
    '',
  )
  return payoutsNamed(plain)
}
