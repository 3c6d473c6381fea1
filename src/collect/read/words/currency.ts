import { currencyAbbreviations } from '../../../domain/currency.ts'
import currencies from './currencies.json' with { type: 'json' }
import { foldedText } from './folded-text.ts'
import { languageTags } from './languages.ts'

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
export function currencyWords(currency: string): readonly string[] {
  const found = wordsOf.get(currency) ?? makeWords(currency)
  wordsOf.set(currency, found)
  return found
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
