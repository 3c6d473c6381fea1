import type { AmountWords } from '../../src/domain/book-settings.ts'
import { coinDigits } from '../../src/domain/currency.ts'
import {
  canonicalDecimal,
  mostPlaces,
  sameDecimal,
  withPlaces,
  type Decimal,
} from '../../src/domain/decimal.ts'
import { lazily } from '../../src/domain/lazily.ts'
import { currencyWords, wordMeanings } from './amount-words.ts'
import { marksOf } from './marks.ts'
import { parseAmount, type AmountGrammar, type AmountResult } from './parse-amount.ts'

/** The currency, language and country that decide how a page writes and reads amounts. */
type MoneySettings = {
  /** The language of the page. */
  readonly language: string
  /** The languages of the book, in which readers may write. */
  readonly languages: readonly string[]
  /** ISO 3166; empty if the operator has not set it. */
  readonly country: string
  /** ISO 4217; empty while nothing is published. */
  readonly currency: string
  readonly amountWords: readonly AmountWords[]
}

/** How the page writes and reads numbers and amounts in the language of the reader. Values stay exact. */
export type Money = {
  readonly locale: string
  readonly currency: string
  /** The decimals of the currency. */
  readonly places: number
  /** `1,000,000`: without the currency, and with decimals only if the amount has some. */
  readonly amount: (value: string) => string
  /** `₹10,00,000`, `50.000.000 ₫`: with the sign of the currency. */
  readonly withCurrency: (value: string) => string
  /** `1,000,000.00`: with all decimals of the currency, for columns. */
  readonly withDecimals: (value: string) => string
  /** `1000.500`: a plain decimal with all decimals of the currency, for files. */
  readonly inCoins: (value: string) => string
  /** An amount as the field shows it, which reads it as the same amount. */
  readonly typed: (value: string) => string
  readonly parse: (text: string) => AmountResult
}

export function createMoney(settings: MoneySettings): Money {
  const { language, languages, currency, amountWords } = settings
  const country = settings.country === '' ? countryOf(currency) : settings.country
  const locale = localeOf(language, country)
  const places = coinDigits(currency)
  const grammar = lazily((): AmountGrammar => {
    const all = [...languages, ...languagesOf(country)].map((one) => localeOf(one, country))
    const locales = [...new Set(all)]
    const meanings = lazily(() => wordMeanings({ locales, country, currency, amountWords }))
    // Those who write English use its marks in countries with others, too.
    const written = languages.includes('en') ? [...locales, localeOf('en', '')] : locales
    const marks = marksOf(written, currency)
    return { marks, meanings, currencies: lazily(() => currencyWords(locales)), currency, places }
  })
  const digits = { minimumFractionDigits: places, maximumFractionDigits: mostPlaces } as const
  const short = { ...digits, trailingZeroDisplay: 'stripIfInteger' } as const
  const amount = formatter(locale, short)
  // Three decimals may look like thousands: a book in French and English reads `500,250` twice, and `500,25` or `500,1250` once.
  const forms = [places, 0, places + 1].map((least) =>
    formatter(locale, { ...short, minimumFractionDigits: least, useGrouping: false }),
  )
  const parse = (text: string): AmountResult => parseAmount(text, grammar())
  return {
    locale,
    currency,
    places,
    amount,
    withCurrency:
      currency === '' ? amount : formatter(locale, { ...short, style: 'currency', currency }),
    withDecimals: formatter(locale, { ...digits, maximumFractionDigits: places }),
    inCoins: (value) => {
      const plain = canonicalDecimal(value as Decimal)
      return places === 0 ? plain : withPlaces(plain, places)
    },
    typed: (value) => {
      const texts = [amount, ...forms].map((form) => form(value))
      const isRead = (text: string): boolean => {
        const read = parse(text)
        return 'value' in read && sameDecimal(read.value, value as Decimal)
      }
      return texts.find(isRead) ?? amount(value)
    },
    parse,
  }
}

/** A format of `Intl`, which takes decimals exactly, as text. */
function formatter(locale: string, options: Intl.NumberFormatOptions): (value: string) => string {
  const format = lazily(() => new Intl.NumberFormat(locale, options))
  return (value) => format().format(value as Intl.StringNumericLiteral)
}

/**
 * The locale of a language in a country, such as `sw-KE`. Browsers lack some: the language alone comes next, then the English
 * of the world. Digits are those of rates, 0 to 9, and days those of the API, in every language.
 */
function localeOf(language: string, country: string): string {
  const own = new Intl.Locale(language)
  const inCountry = country === '' ? own : new Intl.Locale(own, { region: own.region ?? country })
  const candidates = own.language === 'en' ? [inCountry] : [inCountry, own]
  const found = candidates.find(isSupported)
  // Plain `en` is the English of the United States, which few books are about.
  return `${found === undefined || found.toString() === 'en' ? 'en-001' : found.toString()}-u-ca-gregory-nu-latn`
}

/** Whether the browser has the locale itself. For a locale that it lacks, `Intl` takes another one. */
function isSupported(locale: Intl.Locale): boolean {
  return new Intl.NumberFormat(locale).resolvedOptions().locale === locale.toString()
}

/** The language that most people of a country speak, by CLDR; none without a country. */
function languagesOf(country: string): readonly string[] {
  return country === '' ? [] : [new Intl.Locale('und', { region: country }).maximize().language]
}

/** The country of a currency, with whose code the currency begins; none for a currency of several countries. */
function countryOf(currency: string): string {
  return /^(?:EU|X)/.test(currency) ? '' : currency.slice(0, 2)
}
