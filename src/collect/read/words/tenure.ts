import { lengthOf } from '../../../domain/applies-to.ts'
import {
  monthsOfBound,
  monthsOfDays,
  sameDecimal,
  sameOptional,
  type Decimal,
} from '../../../domain/decimal.ts'
import { tenureWords } from '../../../domain/tenure.ts'
import { wholeNumber } from './figure.ts'
import { cellLength, comparableText } from './folded-text.ts'
import { languageTags } from './languages.ts'
import { tokensOf, type Token } from './lexicon.ts'
import { readingsAt, type Read, type Said, type Side } from './range-grammar.ts'
import {
  tenureLanguage,
  tenuresAt,
  type Part,
  type Quantity,
  type TenureLanguage,
  type TenureWord,
  type Unit,
} from './tenure-grammar.ts'

/** The units that a source can name for bare numbers. */
export const tenureUnits = ['months', 'days', 'years', 'weeks', 'quarters', 'half_years'] as const
export type TenureUnit = (typeof tenureUnits)[number]

type TenureOptions = {
  readonly unit?: TenureUnit | undefined
  readonly language?: string | undefined
}

/**
 * Reads a printed tenure or range: `12 Months`, `1 Y`, `මාස 3ක්`, `三个月`, `P1Y6M`, `15 to 30 days`; a bare number only with a unit. A
 * doubt says why a text that has the words of a tenure is none, as the end of a sentence about the cell.
 */
export function parseTenure(
  text: string,
  { unit, language }: TenureOptions = {},
): PrintedTenure | { readonly doubt: string } | undefined {
  if (text.length > cellLength) return undefined
  const plain = tenureText(text)
  const bareUnit = unit && unitOf[unit]
  const own = language === undefined ? [] : wholeReadings(plain, bareUnit, [language])
  const [first, ...others] = own.length > 0 ? own : wholeReadings(plain, bareUnit, languageTags)
  if (first === undefined) return restated(plain, { unit, language })
  if (others.length > 0) {
    const all = [first, ...others].map((one) =>
      'months' in one ? tenureInWords(one) : 'one bound',
    )
    return { doubt: `may mean ${all.join(' or ')}; give the \`language\` of the pages` }
  }
  return 'months' in first ? first : { doubt: oneBoundOnly }
}

/** The units that the words of a heading name, such as `Term (months)`. */
export function unitsNamed(heading: string, language?: string): readonly TenureUnit[] {
  const words = heading.match(/[\p{L}\p{M}]{2,}|[\p{Script=Han}]/gu) ?? []
  const tenures = words.flatMap((word) => [parseTenure(`7 ${word}`, { language }) ?? []].flat())
  return tenureUnits.filter((unit) => {
    const seven = parseTenure('7', { unit })
    return tenures.some(
      (one) =>
        'months' in one && seven !== undefined && 'months' in seven && sameTenure(one, seven),
    )
  })
}

/** The tenure that a source definition states: months, or English words. */
export function statedTenure(stated: number | string): PrintedTenure | undefined {
  const found = parseTenure(String(stated), { unit: 'months', language: 'en' })
  return found === undefined || 'doubt' in found ? undefined : found
}

/** Whether a whole text says a tenure in some language, and no other one, with the same days. For checks without a source definition. */
export function saysTenure(text: string, tenure: PrintedTenure): boolean {
  const said = parseTenure(text)
  return said !== undefined && 'months' in said && equalTenures(said, tenure)
}

/**
 * The tenures of a text in any language, for a draft, which has no source definition. `whole`: the whole text, unless languages
 * differ. `stated`: each tenure or range that a part with a unit can mean. `bare`: numbers without a unit, in each unit.
 */
export function tenuresIn(text: string): {
  readonly whole?: PrintedTenure
  readonly stated: readonly PrintedTenure[]
  readonly bare: readonly PrintedTenure[]
} {
  const whole = parseTenure(text)
  const { tenures, loose } = partsOf(text)
  const isWhole = whole !== undefined && 'months' in whole
  return {
    ...(isWhole && { whole }),
    stated: tenures.filter((part) => 'months' in part),
    bare: tenures.length > 0 && loose.length === 0 ? [] : bareTenures(text, loose),
  }
}

/**
 * Whether the source may say that a text means a tenure: the text says so, names it with other words around it, or names no number
 * with a unit. A text with one bound of a range may mean each range with this bound.
 */
export function canMean(text: string, tenure: PrintedTenure): boolean {
  const all = wholeReadings(tenureText(text), undefined, languageTags)
  const named = all.length > 0 ? all : partsOf(text).tenures
  return named.length === 0 || named.some((one) => sameTenure(one, tenure))
}

/** Marks of footnotes, points and colons after a tenure. */
const endMarks = /[ .:*†‡#^¹²³⁰⁴-⁹]+$/u

/** A text of a tenure in its plain form: `month(s)` as `months`, `P_3_MONTHS` as `3 MONTHS`. */
function tenureText(text: string): string {
  return comparableText(text)
    .replace(endMarks, '')
    .replace(/(?<=\p{sc=Latn})\((\p{sc=Latn}{1,3})\)/gu, '$1')
    .replace(/^P_(?=\d)/u, '')
    .replaceAll('_', ' ')
    .replace(/: /g, ' ')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
}

const iso =
  /^P(?:(?<year>\d{1,4})Y)?(?:(?<month>\d{1,4})M)?(?:(?<week>\d{1,4})W)?(?:(?<day>\d{1,5})D)?$/u

/** The tenures, ranges and bounds that a whole text can mean in some languages. */
function wholeReadings(
  plain: string,
  unit: Unit | undefined,
  tags: readonly string[],
): readonly (PrintedTenure | OneBound)[] {
  // Without a unit of its own a number needs digits: `on` is ten in Turkish, and `一` may be a dash.
  const bareUnit = /\d/.test(plain) ? unit : undefined
  const duration = iso.exec(plain)?.groups
  if (duration !== undefined) return distinct([durationOf(duration) ?? []].flat())
  return distinct(
    tags.flatMap((tag) => {
      const language = tenureLanguage(tag)
      const tokens = tokensOf(plain, language.lexicon)
      const isOther = tokens.some(({ kind }) => kind === 'other')
      if (isOther || tokens.length > mostTokens) return []
      const readings = [...readingsAt(tokens, 0, (at) => tenuresAt(tokens, at, language))]
      const whole = readings.filter(({ next }) => next === tokens.length)
      return whole.flatMap(({ value }) => printedTenure(value, bareUnit) ?? [])
    }),
  )
}

/** No tenure has more words and numbers. It bounds the work of the grammar. */
const mostTokens = 24

function durationOf(
  groups: Readonly<Record<string, string | undefined>>,
): PrintedTenure | undefined {
  const parts = (['year', 'month', 'week', 'day'] as const).flatMap((unit) => {
    const count = groups[unit]
    return count === undefined ? [] : [{ hundredths: wholeNumber(count) * 100, unit }]
  })
  const tenure = parts.length === 0 ? undefined : printedTenure({ one: parts })
  return tenure !== undefined && 'months' in tenure ? tenure : undefined
}

const unitOf: Readonly<Record<TenureUnit, Unit>> = {
  months: 'month',
  days: 'day',
  years: 'year',
  weeks: 'week',
  quarters: 'quarter',
  half_years: 'half-year',
}

function distinct<T extends PrintedTenure | OneBound>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

/** A tenure and the same one again: `12 months (1 year)`, `1 year / 12 months`. */
function restated(plain: string, options: TenureOptions): PrintedTenure | undefined {
  const [, one = '', again = ''] =
    /^([^()/=]+)\(([^()]+)\)$/u.exec(plain) ?? /^([^()/=]+)[/=]([^()/=]+)$/u.exec(plain) ?? []
  if (one === '') return undefined
  const [first, second] = [parseTenure(one, options), parseTenure(again, options)]
  if (first === undefined || second === undefined || 'doubt' in first || 'doubt' in second)
    return undefined
  return sameTenure(first, second) ? first : undefined
}

const oneBoundOnly = 'has one bound only; name both in `rows`, or ignore the row'

/** The tenures that parts of a text state in some language, and the numbers in digits that belong to none. */
function partsOf(text: string): {
  readonly tenures: readonly (PrintedTenure | OneBound)[]
  readonly loose: readonly string[]
} {
  const plain = tenureText(text.slice(0, cellLength))
  const tenures: (PrintedTenure | OneBound)[] = []
  const used = new Set<number>()
  for (const tag of languageTags) {
    const language = tenureLanguage(tag)
    const tokens = tokensOf(plain, language.lexicon)
    let at = 0
    while (at < tokens.length) {
      const readings = readingsWithUnit(tokens, at, language)
      const end = Math.max(at, ...readings.map(({ next }) => next))
      const longest = readings.filter(({ next }) => next === end)
      tenures.push(...longest.flatMap(({ value }) => printedTenure(value) ?? []))
      for (const token of tokens.slice(at, end)) if (token.kind === 'number') used.add(token.at)
      at = Math.max(at + 1, end)
    }
  }
  const numbers = [...plain.matchAll(/\d+(?:[.,]\d+)*/g)]
  const loose = numbers.filter(({ index }) => !used.has(index)).map(([number]) => number)
  return { tenures: distinct(tenures), loose }
}

/** The readings that begin at a token and have a unit. A number right after another one may be a piece of it. */
function readingsWithUnit(
  tokens: readonly Token<TenureWord>[],
  at: number,
  language: TenureLanguage,
): readonly Read<Said<Quantity>>[] {
  if (tokens[at]?.kind === 'number' && tokens[at - 1]?.kind === 'number') return []
  return [...readingsAt(tokens, at, (start) => tenuresAt(tokens, start, language))].filter(hasUnit)
}

/** Whether a reading has a unit; a bare number has none. */
function hasUnit({ value }: { readonly value: Said<Quantity> }): boolean {
  const quantities =
    'one' in value ? [value.one] : [value.lower?.quantity ?? [], value.upper?.quantity ?? []]
  return quantities.flat().some(({ unit }) => unit !== undefined)
}

function bareTenures(text: string, loose: readonly string[]): readonly PrintedTenure[] {
  const ofText = tenureUnits.flatMap((unit) =>
    wholeReadings(tenureText(text), unitOf[unit], languageTags),
  )
  const all =
    ofText.length > 0
      ? ofText
      : loose.flatMap((number) =>
          tenureUnits.flatMap((unit) => wholeReadings(number, unitOf[unit], ['en'])),
        )
  return all.filter((one) => 'months' in one)
}

/** A tenure in months, and in days if it was printed in days. */
export type Tenure = { readonly months: Decimal; readonly days?: number }

/** A tenure, or a range with both bounds included. */
export type PrintedTenure = Tenure & { readonly to?: Tenure }

/** A range of which the text names one bound only. */
export type OneBound = { readonly from: Tenure } | { readonly upTo: Tenure }

/** The tenure, the range or the bound that a text says; `undefined` if it is none that exists. */
function printedTenure(said: Said<Quantity>, unit?: Unit): PrintedTenure | OneBound | undefined {
  if ('one' in said) return tenureOf(withUnits(said.one, unit))
  const { lower, upper } = said
  const from = lower && boundOf(lower, 'lower', sharedUnit(upper) ?? unit)
  const to = upper && boundOf(upper, 'upper', sharedUnit(lower) ?? unit)
  if (from !== undefined && to !== undefined)
    return lengthOf(from.months) < lengthOf(to.months) ? { ...from, to } : undefined
  if (from !== undefined && upper === undefined) return { from }
  return to !== undefined && lower === undefined ? { upTo: to } : undefined
}

/** The unit of one side, which the other side shares if it has none: `15 to 30 days`. */
function sharedUnit(side: Side<Quantity> | undefined): Unit | undefined {
  const [part, other] = side?.quantity ?? []
  return other === undefined ? part?.unit : undefined
}

type CountedPart = Part & { readonly unit: Unit }

function withUnits(quantity: Quantity, unit: Unit | undefined): readonly CountedPart[] {
  const all = quantity.map((part) => ({ ...part, unit: part.unit ?? unit }))
  return all.every((part): part is CountedPart => part.unit !== undefined) ? all : []
}

const monthsIn = { year: 12, 'half-year': 6, quarter: 3, month: 1, week: 0, day: 0 } as const
const daysIn = { year: 0, 'half-year': 0, quarter: 0, month: 0, week: 7, day: 1 } as const

/** Months and days of a quantity, in hundredths. */
function sumOf(parts: readonly CountedPart[]) {
  const sum = (sizes: Readonly<Record<Unit, number>>) =>
    parts.reduce((total, { hundredths, unit }) => total + hundredths * sizes[unit], 0)
  return { months: sum(monthsIn), days: sum(daysIn) }
}

/** Months and days together must be whole days, months of 365/12: `2 years 1 day`, but not `1 month 1 day`. */
function tenureOf(parts: readonly CountedPart[]): Tenure | undefined {
  const { months, days } = sumOf(parts)
  if (days === 0) return tenureOfMonths(months)
  const length = lengthInDays(months, days)
  return Number.isInteger(length) ? tenureOfDays(length, monthsOfDays) : undefined
}

/** A bound as one that is included. Between two whole days, a bound is the day inside the range. */
function boundOf(
  { quantity, isExcluded }: Side<Quantity>,
  side: 'lower' | 'upper',
  unit?: Unit,
): Tenure | undefined {
  const { months, days } = sumOf(withUnits(quantity, unit))
  if (days === 0 && !isExcluded) return tenureOfMonths(months)
  const length = lengthInDays(months, days)
  if (length === 0) return undefined
  const [lowest, highest] = [Math.ceil(length), Math.floor(length)]
  if (side === 'lower') return tenureOfDays(isExcluded ? highest + 1 : lowest, monthsOfBound)
  return tenureOfDays(isExcluded ? lowest - 1 : highest, monthsOfBound)
}

/** Exact where it is whole: both products are whole numbers. */
function lengthInDays(monthHundredths: number, dayHundredths: number): number {
  return (monthHundredths * 365 + dayHundredths * 12) / 1200
}

const mostMonths = 1200
const mostDays = 36_500

function tenureOfMonths(hundredths: number): Tenure | undefined {
  if (hundredths === 0 || hundredths > mostMonths * 100) return undefined
  return { months: String(hundredths / 100) as Decimal }
}

function tenureOfDays(days: number, monthsOf: (days: number) => Decimal): Tenure | undefined {
  if (days < 1 || days > mostDays) return undefined
  return { months: monthsOf(days), days }
}

/** A tenure or range in canonical words, such as `12 to under 24 months`. */
export function tenureInWords({ months, to }: PrintedTenure): string {
  return tenureWords({ tenure: months, ...(to !== undefined && { tenureTo: to.months }) })
}

/** Whether a tenure is the one that a text says, or a range with the bound that it says. */
export function sameTenure(said: PrintedTenure | OneBound, tenure: PrintedTenure): boolean {
  const isSame = (a: Tenure | undefined, b: Tenure | undefined) =>
    a === undefined || b === undefined ? a === b : lengthOf(a.months) === lengthOf(b.months)
  if ('from' in said) return tenure.to !== undefined && isSame(said.from, tenure)
  if ('upTo' in said) return isSame(said.upTo, tenure.to)
  return isSame(said, tenure) && isSame(said.to, tenure.to)
}

/** Whether two tenures or ranges have the same months and the same days. */
function equalTenures(a: PrintedTenure, b: PrintedTenure): boolean {
  return (
    sameDecimal(a.months, b.months) &&
    a.days === b.days &&
    sameOptional(a.to?.months, b.to?.months) &&
    a.to?.days === b.to?.days
  )
}
