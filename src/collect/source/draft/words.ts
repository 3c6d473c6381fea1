import { compareDecimals, parseWhole, type Decimal } from '../../../domain/decimal.ts'
import { hasOtherMark, otherMark, parseFigure, type DecimalMark } from '../../read/words/figure.ts'
import { comparableText, foldedText } from '../../read/words/folded-text.ts'
import { payoutsNamed, type NamedPayout } from '../../read/words/payout.ts'
import {
  parseTenure,
  tenureInWords,
  tenuresIn,
  unitsNamed,
  type PrintedTenure,
  type TenureUnit,
} from '../../read/words/tenure.ts'
import vocabulary from './vocabulary.json' with { type: 'json' }

/** A hint that words of the vocabulary give. */
export type Hint = keyof typeof vocabulary

/** The expression of each hint. A word with letters of an alphabet begins a word of the text; other scripts do not mark words. */
const expressions = new Map(
  Object.entries(vocabulary).map(([hint, words]) => {
    const forms = words.map((word) => {
      const start = /^\p{Script=Latin}|^\p{Script=Cyrillic}|^\p{Script=Greek}/u.test(word)
      // A short word is a word of its own: "cd" is not in "CDs of music", "ira" not in "irate".
      const end = start && word.length <= 3 && /\p{L}$/u.test(word) ? String.raw`s?(?!\p{L})` : ''
      return (start ? String.raw`(?<!\p{L})` : '') + RegExp.escape(comparableText(word)) + end
    })
    return [hint, new RegExp(forms.join('|'), 'iu')] as const
  }),
)

/** The first word of a text that hints at something; `undefined` if none does. */
export function hintIn(text: string, hint: Hint): string | undefined {
  return expressions.get(hint)?.exec(comparableText(text.slice(0, 300)))?.[0]
}

/** Hints that a table has no rates of fixed deposits for the public, with the words for the reason. */
export const unwanted: readonly (readonly [Hint, string])[] = [
  ['loans', 'rates of loans'],
  ['savings', 'savings or current accounts'],
  ['retirement', 'retirement accounts'],
  ['foreign', 'another currency or another kind of customer'],
  ['large', 'large deposits or business customers'],
  ['average', 'averages'],
  ['comparison', 'a comparison of banks'],
]

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

const numeric = /(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/u
const named = /(?<!\d)(\d{1,2})(\.?(?: de| of)? )(\p{L}{3,}\.?)((?: de|,)? )(\d{4})(?!\d)/u
const monthFirst = /(?<!\p{L})\p{L}{3,} \d{1,2}(st|nd|rd|th)?(,? )\d{4}(?!\d)/u
const iso = /(?<!\d)(\d{4})([-/.])(\d{2})\2(\d{2})(?!\d)/u

/** A text with the first date in it as a pattern; `undefined` if it has none. */
function datePattern(text: string): string | undefined {
  const plain = foldedText(text).replaceAll(/[*{}]/g, ' ')
  if (iso.test(plain)) return plain.replace(iso, '{YYYY}$2{MM}$2{DD}')
  if (numeric.test(plain))
    return plain.replace(numeric, (_, first: string, dot: string, second: string, year: string) => {
      const isMonthFirst = second.length === 2 && second > '12'
      const [day, month] = isMonthFirst ? [second, first] : [first, second]
      const D = day.length === 2 ? '{DD}' : '{D}'
      const M = month.length === 2 ? '{MM}' : '{M}'
      const Y = year.length === 4 ? '{YYYY}' : '{YY}'
      return isMonthFirst ? `${M}${dot}${D}${dot}${Y}` : `${D}${dot}${M}${dot}${Y}`
    })
  if (monthFirst.test(plain))
    return plain.replace(
      monthFirst,
      (_, th: string | undefined, comma: string) =>
        `{MMMM} {D}${th === undefined ? '' : '{th}'}${comma}{YYYY}`,
    )
  if (named.test(plain)) return plain.replace(named, '{D}$2{MMMM}$4{YYYY}')
  return undefined
}

/** The key of a column: its name, with a date as a pattern. */
export function patternOf(name: string): string {
  return datePattern(name) ?? name
}

/** A heading without what changes from one edition of the page to the next: dates, and what follows them. */
export function headingPattern(heading: string): string {
  const pattern = datePattern(heading)
  const cut = pattern?.indexOf('{') ?? heading.search(/(?<!\d)(?:\d{1,2}\/)?20\d\d(?!\d)/)
  return cut >= 8 ? `${heading.slice(0, cut).trimEnd()}*` : heading
}
