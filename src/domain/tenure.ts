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
import type { Terms, Tier } from './offer.ts'

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
