import {
  canonicalDecimal,
  compareDecimals,
  meanOfUnits,
  monthsOfBound,
  monthsOfDays,
  mostPlaces,
  parseWhole,
  sameDecimal,
  unitsOf,
  type Decimal,
} from './decimal.ts'
import { depositOf, hasTerms, type Terms, type TermsFilter, type Tier } from './offer.ts'

/** A tenure as people count it. */
export type CountedTenure = { readonly count: Decimal; readonly unit: 'day' | 'month' }

/** The months of a tenure, or its days if whole days give it and whole months do not. */
export function countedTenure(tenure: Decimal): CountedTenure {
  const months = canonicalDecimal(tenure)
  if (!months.includes('.')) return { count: months, unit: 'month' }
  const days = daysOf(months)
  const isOfDays = sameDecimal(monthsOfBound(parseWhole(days) ?? 0), months)
  return isOfDays ? { count: days, unit: 'day' } : { count: months, unit: 'month' }
}

function daysOf(months: Decimal): Decimal {
  return meanOfUnits(unitsOf(months, mostPlaces) * 365n, 12, mostPlaces, 0)
}

/**
 * The length of a tenure, so that lengths compare exactly: days, or months of 365/12 days. The months of a tenure that was
 * printed in days are rounded, so its days count (decision 047).
 */
export function lengthOf(tenure: Decimal): bigint {
  const { count, unit } = countedTenure(tenure)
  return unitsOf(count, mostPlaces) * (unit === 'day' ? 12n : 365n)
}

/** Whether a range includes a length, bounds included. */
export function includes({ from, to }: LengthRange, length: bigint): boolean {
  return from <= length && length <= to
}

/** The lengths of the bounds of a range. */
export type LengthRange = { readonly from: bigint; readonly to: bigint }

/** The bounds of terms; equal if they hold for one tenure. */
export function rangeOf({ tenure, tenureTo = tenure }: Terms): LengthRange {
  return { from: lengthOf(tenure), to: lengthOf(tenureTo) }
}

/** A test of terms: whether they pass a filter, where a tenure must be that of the terms, or one in their range. */
export function termsApplyingTo(filter: TermsFilter): (terms: Terms) => boolean {
  const { tenure, ...others } = filter
  if (tenure === undefined) return (terms) => hasTerms(terms, filter)
  const length = lengthOf(tenure)
  return (terms) =>
    terms.tenureTo === undefined
      ? hasTerms(terms, filter)
      : hasTerms(terms, others) && includes(rangeOf(terms), length)
}

/** Which of the tiers that apply to a tenure comes first: lowest minimum deposit, one tenure, narrower range, lower start. */
export function compareApplying(a: Tier, b: Tier): number {
  const byDeposit = compareDecimals(depositOf(a), depositOf(b))
  if (byDeposit !== 0 || (a.tenureTo ?? b.tenureTo) === undefined) return byDeposit
  if (a.tenureTo === undefined || b.tenureTo === undefined) return a.tenureTo === undefined ? -1 : 1
  const [one, other] = [rangeOf(a), rangeOf(b)]
  const difference = one.to - one.from - (other.to - other.from) || one.from - other.from
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** A bound of a range as people say it: `above 24 months` for 731 days, `under 24 months` for 729. */
export type CountedBound = CountedTenure & { readonly isExcluded: boolean }

/**
 * The bounds of a range as people say them. A sheet has inclusive bounds only, so a day more or less than whole months
 * stands for an excluded bound; but a range in days of less than a year is said in days.
 */
export function countedRange(
  tenure: Decimal,
  tenureTo: Decimal,
): { readonly from: CountedBound; readonly to: CountedBound } {
  const [from, to] = [countedTenure(tenure), countedTenure(tenureTo)]
  const isOfDays = from.unit === 'day' && to.unit === 'day'
  const above = monthsBeside(from, -1)
  const under = monthsBeside(to, 1)
  const isLong = !isOfDays || compareDecimals(tenureTo, monthsOfDays(yearLength - 1)) >= 0
  if (above === undefined || under === undefined || !isLong)
    return { from: { ...from, isExcluded: false }, to: { ...to, isExcluded: false } }
  return { from: above, to: under }
}

const yearLength = 365

/** Whole months as an inclusive bound, or days as the excluded bound of whole months; `undefined` for other days. */
function monthsBeside({ count, unit }: CountedTenure, step: 1 | -1): CountedBound | undefined {
  if (unit === 'month') return { count, unit, isExcluded: false }
  const days = parseWhole(count) ?? 0
  const nearest = Math.round(((days + step) * 12) / yearLength)
  const exact = nearest * yearLength
  const bound = step === -1 ? Math.floor(exact / 12) + 1 : Math.ceil(exact / 12) - 1
  return bound === days && nearest > 0
    ? { count: String(nearest) as Decimal, unit: 'month', isExcluded: true }
    : undefined
}

/** Tenures in words: `12 months`, `100 days`, `12 to under 24 months`, `46 to 90 days`. */
export function tenureWords({ tenure, tenureTo }: Pick<Terms, 'tenure' | 'tenureTo'>): string {
  if (tenureTo === undefined) return wordsOf(countedTenure(tenure))
  const { from, to } = countedRange(tenure, tenureTo)
  const start = from.unit === to.unit ? from.count : wordsOf(from)
  return `${from.isExcluded ? 'above ' : ''}${start} to ${to.isExcluded ? 'under ' : ''}${wordsOf(to)}`
}

function wordsOf({ count, unit }: CountedTenure): string {
  return `${count} ${unit}${count === '1' ? '' : 's'}`
}

/** The words for a tier in a message, such as `general 12 months maturity from 5000`. */
export function describeTier(tier: Tier): string {
  const { variant, payout, minimumDeposit } = tier
  const minimum = minimumDeposit === undefined ? '' : ` from ${canonicalDecimal(minimumDeposit)}`
  return `${variant} ${tenureWords(tier)} ${payout}${minimum}`
}

/**
 * The words of a tier as people write it: `general 12 maturity 5000`. Tenures such as `360 days`, `360d`, `46-90 days`, `12 months` or
 * `12m` become the months that sheets have.
 */
export function tierWords(text: string): readonly string[] {
  const [variant = '', tenures = '', ...others] = text
    .trim()
    .replace(/(\d)-(\d+) days\b/i, '$1d-$2d')
    .replaceAll(/(\d) days?\b/gi, '$1d')
    .replaceAll(/(\d) ?m(?:onths?)?\b/gi, '$1')
    .split(/\s+/)
  const monthsOf = tenures.includes('-') ? monthsOfBound : monthsOfDays
  const inMonths = tenures.replaceAll(/\b([1-9]\d{0,5})d\b/gi, (_, days: string) =>
    monthsOf(parseWhole(days) ?? 0),
  )
  return [variant, inMonths, ...others]
}
