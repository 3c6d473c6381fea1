import { parseDecimal, type Decimal } from '../src/domain/decimal.ts'

/** A parsed value, or the name of an error of the catalogue of messages. */
export type ParseResult<T> = { readonly value: T } | { readonly error: ParseError }
export type ParseError =
  | 'notNumber'
  | 'tooFine'
  | 'tooLong'
  | 'otherCurrency'
  | 'notTenure'
  | 'notDay'

/** Digits without separators, or in groups of two or three: `10,00,000`, `1,000,000`, `1 000 000`. */
const number = String.raw`(?:\d+|\d{1,3}(?:[,\s]\d{2,3})*[,\s]\d{3})(?:\.\d+)?`

/** A currency, a number, a unit or a currency, and what people write so that nobody adds digits: `/-`. */
const grammar = new RegExp(
  String.raw`^(?:(?<sign>rs\.?|රු\.?|ரூ\.?|[₨₹$€£])|(?<code>[a-z]{3}))?\s*(?<digits>${number})\s*(?<word>[a-z]*)\s*(?:\/[-=])?$`,
  'i',
)

/** By how many places a unit moves the decimal point. */
const units: ReadonlyMap<string, number> = new Map([
  ['', 0],
  ...['k', 'thousand'].map((unit) => [unit, 3] as const),
  ...['lakh', 'lakhs', 'lac', 'lacs'].map((unit) => [unit, 5] as const),
  ...['m', 'mn', 'mio', 'million', 'millions'].map((unit) => [unit, 6] as const),
  ...['cr', 'crore', 'crores'].map((unit) => [unit, 7] as const),
  ...['b', 'bn', 'billion', 'billions'].map((unit) => [unit, 9] as const),
])

/**
 * Parses an amount of money as people write it: `LKR 500,000`, `Rs. 500,000/-`, `5 lakhs`, `1.5 million`, `500k`.
 * A code of another currency than `currency` is an error; any code passes while the currency is not known.
 */
export function parseAmount(text: string, currency = ''): ParseResult<Decimal> {
  const found = grammar.exec(text.trim())?.groups
  if (found === undefined) return { error: 'notNumber' }
  const { digits = '', code = '', word = '' } = found
  const places = units.get(word.toLowerCase())
  const codes = [code, places === undefined ? word : ''].filter(Boolean)
  if (codes.some((one) => one.length !== 3)) return { error: 'notNumber' }
  if (currency !== '' && codes.some((one) => one.toUpperCase() !== currency))
    return { error: 'otherCurrency' }
  return scaled(digits.replaceAll(/[,\s]/g, '').replace(/^0+(?=\d)/, ''), places ?? 0)
}

/** A number with its decimal point moved to the right by some places; at most two digits may follow the point. */
function scaled(digits: string, places: number): ParseResult<Decimal> {
  if (!/[1-9]/.test(digits)) return { error: 'notNumber' }
  const [whole = '', fraction = ''] = digits.split('.')
  const cents = fraction.slice(places)
  if (cents.length > 2) return { error: 'tooFine' }
  const moved = (whole + fraction.slice(0, places).padEnd(places, '0')).replace(/^0+(?=\d)/, '')
  const value = parseDecimal(cents === '' ? moved : `${moved}.${cents}`)
  return value === undefined ? { error: 'tooLong' } : { value }
}
