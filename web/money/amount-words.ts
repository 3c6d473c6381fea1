import type { AmountWords } from '../../src/domain/book-settings.ts'
import { currencyAbbreviations } from '../../src/domain/currency.ts'

/** The words that may stand beside the digits of an amount, each with its powers of ten; a name of the currency has 0. */
export type WordMeanings = ReadonlyMap<string, ReadonlySet<number>>

type WordSources = {
  readonly locales: readonly string[]
  readonly country: string
  readonly currency: string
  readonly amountWords: readonly AmountWords[]
}

/** The units of some locales and the names of a currency there, by `Intl` and by the data files. */
export function wordMeanings({
  locales,
  country,
  currency,
  amountWords,
}: WordSources): WordMeanings {
  const here = amountWords.filter(({ countries }) => countries?.includes(country) ?? true)
  const names = [
    ...locales.flatMap((locale) => currencyNames(currency, locale)),
    ...here.flatMap(({ currencies }) => currencies?.[currency] ?? []),
    ...(currencyAbbreviations[currency] ?? []),
  ]
  const units = [
    ...locales.flatMap(compactUnits),
    ...here.flatMap(({ units = {} }) => Object.entries(units)),
    ...names.flatMap((name) => wordsOf(name).map((word) => [word, 0] as const)),
  ]
  const meanings = new Map<string, Set<number>>()
  for (const [text, power] of units) {
    // A unit of two words, such as a thousand billion, is longer than any deposit.
    const [word = '', ...others] = wordsOf(text)
    if (others.length === 0) meanings.set(word, (meanings.get(word) ?? new Set()).add(power))
  }
  return meanings
}

/** Enough numbers for each plural form that a language has for whole numbers and for one decimal. */
const multipliers = [1, 1.5, 2, 5, 20]

/** The words for powers of ten that a locale uses in compact numbers: `Mio.` and `Millionen` are 6, `triệu` too. */
function compactUnits(locale: string): readonly (readonly [string, number])[] {
  return (['short', 'long'] as const).flatMap((compactDisplay) => {
    const format = new Intl.NumberFormat(locale, {
      notation: 'compact',
      compactDisplay,
      maximumFractionDigits: 1,
    })
    return [3, 4, 5, 6, 7, 8, 9, 10, 11, 12].flatMap((power) =>
      multipliers.flatMap((multiplier) => {
        const parts = format.formatToParts(multiplier * 10 ** power)
        const digits = parts
          .filter(({ type }) => type === 'integer')
          .map(({ value }) => value)
          .join('')
        const unit = parts
          .filter(({ type }) => type === 'compact')
          .map(({ value }) => value)
          .join('')
        const shown = String(Math.floor(multiplier)).length
        // Italian and French write a thousand as the word alone, which then is one of it.
        const printed = digits === '' ? 1 : digits.length
        return unit === '' ? [] : [[unit, power - (printed - shown)] as const]
      }),
    )
  })
}

/** The code of a currency, its signs in a locale, and its name there in each plural form; none without a currency. */
function currencyNames(currency: string, locale: string): readonly string[] {
  return currency === ''
    ? []
    : printedAs(currency, locale, ['code', 'symbol', 'narrowSymbol', 'name'])
}

function printedAs(
  currency: string,
  locale: string,
  displays: readonly ('code' | 'symbol' | 'narrowSymbol' | 'name')[],
): readonly string[] {
  return displays.flatMap((currencyDisplay) => {
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay,
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    })
    return (currencyDisplay === 'name' ? multipliers : [1]).flatMap((amount) =>
      format
        .formatToParts(amount)
        .filter(({ type }) => type === 'currency')
        .map(({ value }) => value),
    )
  })
}

/** The words of the codes and signs of all currencies in some locales. */
export function currencyWords(locales: readonly string[]): ReadonlySet<string> {
  const names = Intl.supportedValuesOf('currency').flatMap((currency) =>
    locales.flatMap((locale) => printedAs(currency, locale, ['code', 'symbol', 'narrowSymbol'])),
  )
  return new Set(names.flatMap(wordsOf))
}

/**
 * The words of a text in one spelling: lower case, without the dots of abbreviations and without invisible characters. Turkish has
 * two letters for i, and Greek capitals have no accents.
 */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/i\u0307|ı/gu, 'i')
    .replaceAll(/(?<=\p{Script=Greek})\u0301/gu, '')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
    .replaceAll(/[.॰\p{Cf}]/gu, '')
    .split(/\s+/)
    .filter(Boolean)
}
