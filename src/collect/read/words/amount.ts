import { coinDigits, currencyAbbreviations } from '../../../domain/currency.ts'
import {
  canonicalDecimal,
  compareDecimals,
  decimalOf,
  mostPlaces,
  parseDecimal,
  scaleOf,
  unitsOf,
  type Decimal,
} from '../../../domain/decimal.ts'
import currencies from './currencies.json' with { type: 'json' }
import { scaleFigure, type DecimalMark } from './figure.ts'
import { cellLength, comparableText, foldedText } from './folded-text.ts'
import { languageTags, languages, type Language } from './languages.ts'
import { lexiconOf, tokensOf, type Lexicon, type Token } from './lexicon.ts'
import {
  listed,
  meaningsOf,
  rangeSymbols,
  rangeWords,
  readingsAt,
  skipped,
  words,
  type RangeWord,
  type Read,
  type Said,
} from './range-grammar.ts'

/** A meaning of a word of an amount. A scale is a power of ten: 5 for a lakh. */
type AmountWord =
  | RangeWord
  | { readonly is: 'scale'; readonly zeros: number }
  | { readonly is: 'currency' | 'end' }

/** A number with its power of ten, before these are multiplied. */
type Amount = { readonly number: Decimal; readonly zeros: number }

type AmountOptions = {
  readonly decimal: DecimalMark
  readonly currency: string
  /** The language of the page. Without it, the language of the country of the currency goes before the others. */
  readonly language?: string | undefined
  /** True for a number of a program, which may print more zeros than the currency has decimals. */
  readonly isNumber?: boolean | undefined
}

/** Reads an amount of money, such as a minimum deposit; `undefined` for a text that may mean several amounts. */
export function parseAmount(text: string, options: AmountOptions): Decimal | undefined {
  const [amount, other] = parseAmounts(text, options)
  return other === undefined ? amount : undefined
}

/**
 * The amounts of money that a text can mean: `25000`, `Rs. 250,000/-`, `₹ 5 lakh`. Of a band it is the lower bound, and 0 if
 * the band has none; above a bound it is one unit of the smallest coin more.
 */
export function parseAmounts(
  text: string,
  { decimal, currency, language = languageOf(currency), isNumber }: AmountOptions,
): readonly Decimal[] {
  if (text.length > cellLength) return []
  const coins = coinDigits(currency)
  const lexicons = lexiconsOf(currency)
  // Pages print two zeros also in a currency without coins.
  const marks = { decimal, places: Math.max(2, coins), isNumber }
  const own = lexicons[languageTags.indexOf(language)]
  const amountsBy = (some: readonly Lexicon<AmountWord>[]): readonly Decimal[] =>
    saidBy(text, marks, some, (tokens) => tokens).flatMap((one) => lowerBound(one, coins) ?? [])
  const amounts = own === undefined ? [] : amountsBy([own])
  return [...new Set(amounts.length > 0 ? amounts : amountsBy(lexicons))]
}

/** The language that most people of the country of a currency speak, by CLDR; empty for a currency of several countries. */
function languageOf(currency: string): string {
  if (/^(?:EU|X)/.test(currency)) return ''
  return new Intl.Locale('und', { region: currency.slice(0, 2) }).maximize().language
}

/**
 * The amounts that a text can mean in any currency, for the evidence check: those that `parseAmount` gives, whatever other words stand
 * in the text; of a text that is no amount each number.
 */
export function amountsIn(text: string, decimal: DecimalMark): readonly Decimal[] {
  const isKnown = ({ kind }: Token<AmountWord>) => kind !== 'other'
  const plain = text.slice(0, cellLength)
  const marks = { decimal, places: mostPlaces }
  const said = saidBy(plain, marks, lexiconsOf(undefined), (tokens) => tokens.filter(isKnown))
  const wholes = said.flatMap((one) =>
    [0, 2, 3, 4].flatMap((digits) => lowerBound(one, digits) ?? []),
  )
  if (wholes.length > 0) return [...new Set(wholes)]
  return [...lexiconsOf(undefined)].flatMap((lexicon) => {
    const tokens = tokensOf(amountText(plain), lexicon, numbers)
    return tokens.flatMap((_, at) =>
      [...amountsAt(tokens, at, marks)].flatMap(({ value }) => valueOf(value) ?? []),
    )
  })
}

const numbers = /\d+(?:[.,'٫٬]\d+| \d{3}(?!\d))*/y

function amountText(text: string): string {
  return comparableText(text).replace(/[ .*†‡#^¹²³⁰⁴-⁹]+$/u, '')
}

/** The decimal mark of numbers, and how many digits may stand after it. */
type Marks = Pick<AmountOptions, 'decimal' | 'isNumber'> & { readonly places: number }

/** The amounts and bands that a whole text says, in some languages. */
function saidBy(
  text: string,
  marks: Marks,
  lexicons: readonly Lexicon<AmountWord>[],
  choose: (tokens: readonly Token<AmountWord>[]) => readonly Token<AmountWord>[],
): readonly Said<Amount>[] {
  return lexicons.flatMap((lexicon) => {
    const tokens = choose(tokensOf(amountText(text), lexicon, numbers))
    if (tokens.length > mostTokens || tokens.some(({ kind }) => kind === 'other')) return []
    const readings = [...readingsAt(tokens, 0, (at) => amountsAt(tokens, at, marks))]
    return readings.filter(({ next }) => next === tokens.length).map(({ value }) => value)
  })
}

const mostTokens = 24

function* amountsAt(
  tokens: readonly Token<AmountWord>[],
  at: number,
  marks: Marks,
): Generator<Read<Amount>> {
  const start = skipped(tokens, at, 'currency')
  const token = tokens[start]
  const number = token?.kind === 'number' ? amountNumber(token.text, marks) : undefined
  if (number === undefined) return
  const scales = meaningsOf(tokens[start + 1]).filter((meaning) => meaning.is === 'scale')
  for (const zeros of scales.length > 0 ? scales.map((scale) => scale.zeros) : [0]) {
    const next = skipped(tokens, scales.length > 0 ? start + 2 : start + 1, 'end')
    const end = start === at ? skipped(tokens, next, 'currency') : next
    yield { value: { number, zeros }, next: skipped(tokens, end, 'end') }
  }
}

const groups: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^(?:\d+|\d{1,3}(?:([, '٬])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})*,\d{3})(?:[.٫]\d+)?$/u,
  ',': /^(?:\d+|\d{1,3}(?:([. '٬])\d{3})(?:\1\d{3})*)(?:[,٫]\d+)?$/u,
}

/**
 * A printed number with thousands in whole groups, and no more decimals than the currency has: three digits are thousands in euros
 * and fils in dinars.
 */
function amountNumber(text: string, { decimal, places, isNumber }: Marks): Decimal | undefined {
  if (!groups[decimal].test(text)) return undefined
  const thousands = decimal === '.' ? /[, '٬]/gu : /[. '٬]/gu
  const number = parseDecimal(text.replace(thousands, '').replace(/[,٫]/u, '.'))
  if (number === undefined || scaleOf(number) <= places) return number
  const short = canonicalDecimal(number)
  return isNumber === true && scaleOf(short) <= places ? short : undefined
}

/** The amount with its zeros: the point moves. */
function valueOf({ number, zeros }: Amount): Decimal | undefined {
  return parseDecimal(scaleFigure(number, `1${'0'.repeat(zeros)}` as Decimal))
}

/** The lowest amount of what a text says; `undefined` if the band does not exist or its first number may share the scale of the second. */
function lowerBound(said: Said<Amount>, digits: number): Decimal | undefined {
  if ('one' in said) return valueOf(said.one)
  const { lower, upper } = said
  if (lower === undefined) return '0' as Decimal
  const from = valueOf(lower.quantity)
  const to = upper && valueOf(upper.quantity)
  if (from === undefined || (upper !== undefined && to === undefined)) return undefined
  if (to !== undefined) {
    if (compareDecimals(from, to) >= 0) return undefined
    const scaled = valueOf({ ...lower.quantity, zeros: upper?.quantity.zeros ?? 0 })
    const mayShare = lower.quantity.zeros === 0 && scaled !== from && !/^0+$/.test(from)
    if (mayShare && scaled !== undefined && compareDecimals(scaled, to) < 0) return undefined
  }
  return lower.isExcluded ? oneMore(from, digits) : from
}

/** The amount and one unit of the smallest coin. */
function oneMore(amount: Decimal, coin: number): Decimal {
  const places = Math.max(scaleOf(amount), coin)
  const units = unitsOf(amount, places) + 10n ** BigInt(places - coin)
  return decimalOf(units, places)
}

const known = new Map<string, readonly Lexicon<AmountWord>[]>()

/** The words of amounts in each language, and the names of a currency; without one the abbreviations of all: the K of K.D. is no thousand. */
function lexiconsOf(currency: string | undefined): readonly Lexicon<AmountWord>[] {
  return known.getOrInsertComputed(currency ?? '', () =>
    Object.values(languages).map((data) => makeLexicon(data, currency)),
  )
}

function makeLexicon(data: Language, currency: string | undefined): Lexicon<AmountWord> {
  return lexiconOf<AmountWord>([
    ...rangeSymbols,
    ...rangeWords(data),
    ...listed(data.scales, (key) => ({ is: 'scale', zeros: key.length - 1 })),
    ...listed(languages['en']?.scales, (key) => ({ is: 'scale', zeros: key.length - 1 })),
    ...words(
      currency === undefined
        ? Object.values(currencyAbbreviations).flat()
        : currencyWords(currency),
      { is: 'currency' },
    ),
    ...words(
      ['/', ',', '.', ':'].flatMap((mark) => [`${mark}-`, `${mark}--`, `${mark}=`]),
      {
        is: 'end',
      },
    ),
  ])
}

/** A code, a sign or a word, with the currencies that it can mean. */
type CurrencyName = { readonly word: string; readonly means: readonly string[] }

/** The names of the data file in lower case, with the currencies that each can mean. */
const meanings = new Map(
  currencies.names.flatMap(({ currencies: means, names }) =>
    names.map((name) => [name.toLowerCase(), means] as const),
  ),
)

/** Longer names first, so that `US$` is not read as `$`. Letters around a word make another word of it. */
const names = new RegExp(
  [...meanings.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => {
      const text = name.replaceAll('$', String.raw`\$`)
      const before = /^\p{L}/u.test(name) ? String.raw`(?<!\p{L})` : ''
      const after = /[\p{L}\p{M}]$/u.test(name) ? String.raw`(?!\p{L})` : ''
      return before + text + after
    })
    .join('|'),
  'giu',
)

/** Codes that pages print in headings. Codes that are words too, such as ALL and TOP, are not among them. */
const codes = new RegExp(`(?<![A-Za-z])(?:${currencies.codes.join('|')})(?![A-Za-z])`, 'g')

/**
 * The first word of a text that names another currency than the given one; `undefined` if no word does, or if the text also
 * names the given one.
 */
export function otherCurrency(text: string, currency: string): string | undefined {
  const named = currenciesIn(foldedText(text))
  if (named.some(({ means }) => means.includes(currency))) return undefined
  return named[0]?.word
}

function currenciesIn(text: string): readonly CurrencyName[] {
  const namesIn = (pattern: RegExp, meansOf: (word: string) => readonly string[]) =>
    Array.from(text.matchAll(pattern), ([word]) => ({ word, means: meansOf(word) }))
  return [
    ...namesIn(codes, (word) => [word]),
    ...namesIn(names, (word) => meanings.get(word.toLowerCase()) ?? []),
  ]
}

const wordsOf = new Map<string, readonly string[]>()

/** The code, the signs, the names and the abbreviations of a currency, by CLDR in all languages and by the data files. */
function currencyWords(currency: string): readonly string[] {
  return wordsOf.getOrInsertComputed(currency, makeWords)
}

function makeWords(currency: string): readonly string[] {
  const named = [...meanings].flatMap(([name, means]) => (means.includes(currency) ? [name] : []))
  const printed = languageTags.flatMap((tag) =>
    (['symbol', 'narrowSymbol', 'name'] as const).flatMap((currencyDisplay) => {
      const format = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay })
      return [1, 2, 5].flatMap(
        (count) => format.formatToParts(count).find(({ type }) => type === 'currency')?.value ?? [],
      )
    }),
  )
  return [...new Set([currency, ...named, ...printed, ...(currencyAbbreviations[currency] ?? [])])]
}
