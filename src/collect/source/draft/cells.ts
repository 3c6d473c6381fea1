import { compareDecimals, parseWhole, type Decimal } from '../../../domain/decimal.ts'
import { tenureWords } from '../../../domain/tenure.ts'
import { otherMark, parseFigure, type DecimalMark } from '../../../read/words/figure.ts'
import { payoutsNamed, type NamedPayout } from '../../../read/words/payout.ts'
import type { PrintedTenure } from '../../../read/words/printed-tenure.ts'
import { parseTenure, tenuresIn, type TenureUnit } from '../../../read/words/tenure.ts'

/** The tenure or range that a whole text states. */
export function tenureIn(text: string, unit?: TenureUnit): PrintedTenure | undefined {
  const found = parseTenure(text, { unit })
  return found === undefined || 'doubt' in found ? undefined : found
}

/** Words of bounds: a label with one of them and no range names one bound only. */
const bounds =
  /[<>+≤≥]|(?<!\p{L})(?:to|above|over|up to|and up|or more|less|under|below|more|from|ab|bis|über|unter|desde|hasta|más|menos|över|trở|trên|dưới)(?!\p{L})/iu

/** The one tenure or range that a label names among other words, such as "24 Month Special". */
export function namedTenure(label: string): PrintedTenure | undefined {
  const { stated, bare } = tenuresIn(label)
  const [tenure, other] = stated
  if (tenure === undefined || other !== undefined || bare.length > 0) return undefined
  return tenure.to === undefined && bounds.test(label) ? undefined : tenure
}

/** A tenure as a source states it: whole months as a number, others in words. */
export function statedAs({ months, days, to }: PrintedTenure): number | string {
  if (to !== undefined) return tenureWords({ tenure: months, tenureTo: to.months })
  return days === undefined
    ? (parseWhole(months) ?? tenureWords({ tenure: months }))
    : `${days} days`
}

const unitByMonths: Readonly<Record<string, TenureUnit>> = {
  '36': 'quarters',
  '72': 'half_years',
  '144': 'years',
}

/** The unit that a heading such as "Term (months)" names. */
export function unitIn(heading: string): TenureUnit | undefined {
  const words = heading.split(/[^\p{L}\p{M}]+/u).filter((word) => word.length > 1)
  const [tenure] = words.flatMap((word) => tenureIn(`12 ${word}`) ?? [])
  if (tenure === undefined) return undefined
  if (tenure.days !== undefined) return tenure.days === 84 ? 'weeks' : 'days'
  return unitByMonths[tenure.months] ?? 'months'
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
    texts.filter((text) => isDecimal(text) && otherMark(text, mark === '.' ? ',' : '.')).length
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
