import { parseDecimal, type Decimal } from '../../domain/decimal.ts'
import { cellLength, comparableText } from './folded-text.ts'

const millions = String.raw`(?<millions> ?(?:mn|mio|million))?`
const grammar = new RegExp(
  String.raw`^(?:[A-Z]{3}|Rs\.?|රු\.?|ரூ\.?|[A-Z]{0,2}\$|€|£)? ?(?<digits>\d[\d,]*(?:\.\d{1,2})?)${millions}(?: ?\/[=-])?(?: (?:and|or) (?:above|more))?[ *†‡#^]*$`,
  'iu',
)
/** Thousands, or the groups of two digits that are usual in South Asia. */
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d{1,2}(?:,\d{2})*,\d{3}(?:\.\d+)?$/

/** Reads an amount of money, such as a minimum deposit: `25000`, `Rs. 250,000/-`, `1 Mn`. */
export function parseAmount(text: string): Decimal | undefined {
  if (text.length > cellLength) return undefined
  const { digits = '', millions } = grammar.exec(comparableText(text))?.groups ?? {}
  if (digits.includes(',') && !grouped.test(digits)) return undefined
  const amount = digits.replaceAll(',', '')
  return parseDecimal(millions === undefined ? amount : inMillions(amount))
}

/** Moves the point by six places. */
function inMillions(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  return `${whole}${fraction.padEnd(6, '0')}`.replace(/^0+(?=\d)/, '')
}

/** The amounts that stand in a text, for the evidence check: each number, with the word for millions after it. */
export function amountsIn(text: string): readonly Decimal[] {
  const number = /\d[\d,]*(?:\.\d+)?(?: ?(?:mn|mio|million))?/giu
  return (comparableText(text).match(number) ?? []).flatMap((amount) => parseAmount(amount) ?? [])
}
