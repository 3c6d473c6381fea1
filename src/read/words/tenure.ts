import { monthsOfDays, parseDecimal, parseWhole, type Decimal } from '../../domain/decimal.ts'
import { cellLength, comparableText } from './folded-text.ts'

/** The units of printed tenures. */
export const tenureUnits = ['months', 'days', 'years', 'weeks', 'quarters', 'half_years'] as const
export type TenureUnit = (typeof tenureUnits)[number]

/** A tenure in months, and in days if it was printed in days. */
export type Tenure = { readonly months: Decimal; readonly days?: number }

/** The words for each unit: English, Sinhala, Tamil, and ISO 8601. */
const unitWords: Readonly<Record<TenureUnit, string>> = {
  months: 'months?|mths?|mts?|mon|m|මාස|මාසය|මස|மாதம்|மாதங்கள்|மாத',
  days: 'days?|d|දින|දිනය|நாள்|நாட்கள்',
  weeks: 'weeks?|wks?',
  quarters: 'quarters?',
  half_years: 'half[- ]years?',
  years: 'years?|yrs?|y|වසර|අවුරුදු|වර්ෂ|வருடம்|வருடங்கள்|வருட|ஆண்டு|ஆண்டுகள்',
}

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const moreWords = ['eleven', 'twelve']
const numbers: ReadonlyMap<string, string> = new Map(
  [...words, ...moreWords].map((word, index) => [word, String(index + 1)]),
)

const number = String.raw`\d{1,5}|${[...numbers.keys()].join('|')}`
const afterNumber = new RegExp(`^(${number})[ -]?(?:${unitGroups()})\\.?$`, 'iu')
const beforeNumber = new RegExp(`^(?:${unitGroups()}) (\\d{1,5})(?:ක්|ක|යි)?$`, 'iu')
const iso = /^P(\d{1,5})([MDY])$/u

function unitGroups(): string {
  return tenureUnits.map((unit) => `(?<${unit}>${wordsOf(unit)})`).join('|')
}

function wordsOf(unit: TenureUnit): string {
  return unitWords[unit]
    .split('|')
    .map((word) => comparableText(word))
    .join('|')
}

/** Marks of footnotes after a tenure or a figure. */
const footnoteMarks = /[ *†‡#^]+$/u

/**
 * Reads a printed tenure: `12 Months`, `01 MONTH`, `30days`, `1 Y`, `මාස 3ක්`, `P12M`; a bare number only with a unit.
 * Returns `undefined` for everything else, such as a range.
 */
export function parseTenure(text: string, unit?: TenureUnit): Tenure | undefined {
  if (text.length > cellLength) return undefined
  const plain = comparableText(text).replace(footnoteMarks, '')
  if (unit !== undefined && /^\d{1,5}$/.test(plain)) return tenureOf(plain, unit)
  const [, digits = '', letter] = iso.exec(plain) ?? []
  if (letter !== undefined)
    return tenureOf(digits, letter === 'M' ? 'months' : letter === 'D' ? 'days' : 'years')
  const match = afterNumber.exec(plain) ?? beforeNumber.exec(plain)
  const found = tenureUnits.find((one) => match?.groups?.[one] !== undefined)
  const count = match?.slice(1).find((group) => group !== undefined && isNumber(group))
  return found === undefined || count === undefined ? undefined : tenureOf(count, found)
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text) || numbers.has(text.toLowerCase())
}

/** The tenure of a number of units; `undefined` for zero and for more than 100 years. */
function tenureOf(count: string, unit: TenureUnit): Tenure | undefined {
  const digits = (numbers.get(count.toLowerCase()) ?? count).replace(/^0+/, '')
  const whole = digits === '' ? undefined : parseWhole(digits)
  if (whole === undefined) return undefined
  if (unit === 'days')
    return whole > 36_500 ? undefined : { months: monthsOfDays(whole), days: whole }
  const months = unit === 'years' ? whole * 12 : whole
  return months > 1200 ? undefined : { months: String(months) as Decimal }
}

/** The tenure that a source definition states: whole or decimal months, or `100 days`. */
export function statedTenure(stated: number | string): Tenure | undefined {
  const days = /^([1-9]\d{0,4}) days$/.exec(String(stated))?.[1]
  if (days !== undefined) return tenureOf(days, 'days')
  const months = parseDecimal(String(stated))
  return months === undefined ? undefined : { months }
}

/**
 * Every tenure that a text can mean, for the evidence check, which has no source definition: each number of the text with the
 * unit that stands beside it, or with each unit if none does.
 */
export function tenuresIn(text: string): readonly Tenure[] {
  const pieces = comparableText(text).match(/\d+|[^\d\s.,;:()[\]/&+*-]+/gu) ?? []
  const tenures = pieces.flatMap((piece, index) => {
    if (!isNumber(piece)) return []
    const [before, after] = [pieces[index - 1] ?? '', pieces[index + 1] ?? '']
    const stated = [`${piece} ${after}`, `${before} ${piece}`, `${before}${piece}${after}`]
    const withUnit = stated.flatMap((one) => parseTenure(one) ?? [])
    return withUnit.length > 0
      ? withUnit
      : tenureUnits.flatMap((unit) => parseTenure(piece, unit) ?? [])
  })
  return [...new Map(tenures.map((tenure) => [JSON.stringify(tenure), tenure])).values()]
}
