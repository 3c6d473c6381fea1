import { wholeNumber } from './whole-number.ts'
import { lexiconOf, type Lexicon } from './lexicon.ts'
import { languages, type Language } from './languages.ts'
import { listed, rangeSymbols, rangeWords, words, type RangeWord } from './range-words.ts'

/** The units of printed tenures, the longest first. */
export const units = ['year', 'half-year', 'quarter', 'month', 'week', 'day'] as const
export type Unit = (typeof units)[number]

/** A meaning of a word of a tenure or a range. */
export type TenureWord =
  | { readonly is: 'number'; readonly hundredths: number }
  | { readonly is: 'fraction'; readonly hundredths: number }
  | { readonly is: 'unit'; readonly unit: Unit }
  | { readonly is: 'whole'; readonly hundredths: number; readonly unit: Unit }
  | { readonly is: 'afterNumber' | 'hyphen' }
  | RangeWord

/** The words of a language for tenures. */
export type TenureLanguage = {
  readonly tag: string
  readonly lexicon: Lexicon<TenureWord>
  readonly decimal: '.' | ','
  /** Whether its units stand before their numbers, as in Swahili. */
  readonly unitFirst: boolean
}

const known = new Map<string, TenureLanguage>()

/** The words of a language, made when they are first needed. */
export function tenureLanguage(tag: string): TenureLanguage {
  const found = known.get(tag) ?? makeLanguage(tag, languages[tag] ?? {})
  known.set(tag, found)
  return found
}

function makeLanguage(tag: string, data: Language): TenureLanguage {
  const fromIntl = intlUnits(tag)
  return {
    tag,
    lexicon: lexiconOf<TenureWord>([
      ...symbols,
      ...fromIntl.words,
      ...rangeWords(data),
      ...listed(data.numbers, (key) => ({ is: 'number', hundredths: wholeNumber(key) * 100 })),
      ...listed(data.units, (key) => ({ is: 'unit', unit: unitNamed(key) })),
      ...listed(data.whole, (key) => {
        const [count, unit = ''] = key.split(' ')
        return { is: 'whole', hundredths: wholeNumber(count ?? '') * 100, unit: unitNamed(unit) }
      }),
      ...words(data.andHalf, { is: 'fraction', hundredths: 50 }),
      ...words(data.afterNumber, { is: 'afterNumber' }),
    ]),
    decimal: decimalMarkOf(tag),
    unitFirst: fromIntl.unitFirst,
  }
}

const symbols: readonly (readonly [string, TenureWord])[] = [
  ...rangeSymbols,
  ['-', { is: 'hyphen' }],
  ['½', { is: 'fraction', hundredths: 50 }],
  ['1/2', { is: 'fraction', hundredths: 50 }],
  ['¼', { is: 'fraction', hundredths: 25 }],
  ['1/4', { is: 'fraction', hundredths: 25 }],
  ['¾', { is: 'fraction', hundredths: 75 }],
  ['3/4', { is: 'fraction', hundredths: 75 }],
]

function unitNamed(name: string): Unit {
  const unit = units.find((one) => one === name.replace(/s$/, ''))
  if (unit === undefined) throw new Error(`${name} is no unit of tenures.`)
  return unit
}

/** Numbers that bring out each plural form of the languages. */
const counts = [1, 2, 3, 5, 11, 20, 1.5]

/** The words for day, week, month and year of a language by CLDR. A single letter of an alphabet is left to the data. */
function intlUnits(tag: string) {
  const found: [string, TenureWord][] = []
  let unitFirst = false
  for (const unit of ['day', 'week', 'month', 'year'] as const)
    for (const unitDisplay of ['long', 'short'] as const) {
      const format = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay })
      for (const count of counts) {
        const parts = format.formatToParts(count)
        const name = parts.find(({ type }) => type === 'unit')?.value ?? ''
        if (/^(?!\p{sc=Han}|\p{sc=Hang})\p{L}\.?$/u.test(name)) continue
        const isCounted = parts.some(({ type }) => type === 'integer')
        if (isCounted) found.push([name, { is: 'unit', unit }])
        else found.push([name, { is: 'whole', hundredths: count * 100, unit }])
        if (isCounted && parts[0]?.type === 'unit') unitFirst = true
      }
    }
  return { words: found, unitFirst }
}

/** The decimal mark of a language. */
function decimalMarkOf(tag: string): '.' | ',' {
  const parts = new Intl.NumberFormat(`${tag}-u-nu-latn`).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.'
}
