import { parseDecimal, type Decimal } from '../../src/domain/decimal.ts'

/** A parsed value, or the name of an error of the catalogue of messages. */
export type ParseResult<T> = { readonly value: T } | { readonly error: ParseError }
export type ParseError =
  | 'notNumber'
  | 'tooFine'
  | 'tooLong'
  | 'otherCurrency'
  | 'notTenure'
  | 'notDay'
  | 'notInstant'

/** Digits without separators, or in groups of two or three: `10,00,000`, `1,000,000`, `1 000 000`; or `.5`, after a space. */
const number = String.raw`(?:\d+|\d{1,3}(?:[,\s]\d{2,3})*[,\s]\d{3})(?:\.\d+)?|(?<!\S)\.\d+`
/** A number between words. */
const grammar = new RegExp(String.raw`^(?<before>\D*?)(?<digits>${number})(?<after>\D*)$`)
/** People end an amount with this so that nobody adds digits: `500/-`. */
const endMark = /\/[-=]$/

/** By how many places a unit moves the decimal point; in English, Sinhala and Tamil. */
const units: ReadonlyMap<string, number> = new Map(
  (
    [
      [3, 'k thousand දහස දහස් දාහ ஆயிரம்'],
      [5, 'l lakh lakhs lac lacs ලක්ෂ ලක්ෂය ලක්ෂයක් லட்சம் இலட்சம் லட்சங்கள்'],
      [6, 'm mn mio million millions මිලියන මිලියනය மில்லியன்'],
      [7, 'cr crore crores කෝටි කෝටිය கோடி'],
      [9, 'b bn billion billions බිලියන பில்லியன்'],
    ] as const
  ).flatMap(([places, names]) => names.split(' ').map((name) => [name, places] as const)),
)

/** Names of every rupee; `Intl` knows only one of them. */
const rupees = ['rs', '₨', 'රු', 'රුපියල්', 'ரூ', 'ரூபாய்', 'rupees']

/**
 * Parses an amount of money as people write it: `LKR 500,000`, `Rs. 500,000/-`, `5 lakhs`, `ලක්ෂ 5`, `1.5 million`, `500k`.
 * A name of another currency than `currency` is an error; any passes while the currency is not known.
 */
export function parseAmount(text: string, currency = ''): ParseResult<Decimal> {
  const found = grammar.exec(text.trim().replace(endMark, ''))?.groups
  if (found === undefined) return { error: 'notNumber' }
  const { before = '', digits = '', after = '' } = found
  const words = wordsOf(`${before} ${after}`)
  const [places = 0, ...otherPlaces] = words.flatMap((word) => units.get(word) ?? [])
  const names = words.filter((word) => !units.has(word) && !isNameOf(word, currency))
  if (otherPlaces.length > 0 || !names.every(isAnyCurrency)) return { error: 'notNumber' }
  if (currency !== '' && names.length > 0) return { error: 'otherCurrency' }
  return scaled(digits.replaceAll(/[,\s]/g, '').replace(/^(?=\.)/, '0'), places)
}

/** The words of a text in lower case, without the dots of abbreviations and without joiners, which do not change a word. */
function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll('\u200D', '')
    .split(/\s+/)
    .map((word) => word.replace(/\.$/, ''))
    .filter(Boolean)
}

/** Whether a word is the code of a currency, or a sign for it. */
function isNameOf(word: string, currency: string): boolean {
  if (currency === '') return false
  const sign = signOf(currency)
  const isRupee = sign === 'rs' || sign === '₹'
  return word === currency.toLowerCase() || word === sign || (isRupee && rupees.includes(word))
}

function signOf(currency: string): string | undefined {
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const parts = new Intl.NumberFormat('en', format).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value.toLowerCase()
}

function isAnyCurrency(word: string): boolean {
  return /^[a-z]{3}$|\p{Sc}/u.test(word) || rupees.includes(word)
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
