import type { Decimal as Exact } from 'decimal.js'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Offer } from '../../../src/domain/offer.ts'
import { compareExact, exact } from './exact.ts'
import { isSame, leastDeposit } from './slow.ts'

// Which offers apply to a tenure, and which of them comes first. This was written from the design alone, before the code; it
// shares nothing with src/domain/tenure.ts. Lengths are counted in twelfths of a day, so that those of months are whole.

/** The tenure of an offer as its sheet states it: one, or a range with inclusive bounds. */
type StatedTenure = Pick<Offer, 'tenure' | 'tenureDays' | 'tenureTo' | 'tenureToDays'>

const twelfths = (days: number): Exact => exact('12' as Decimal).times(days)

/** Months × 365 / 12 days. */
const exactLength = (months: Decimal): Exact => exact(months).times(365)

/** The two-decimal months of a tenure in days. */
export function monthsOf(days: number): Decimal {
  return twelfths(days).div(365).toFixed(2) as Decimal
}

/** The months of a bound in days: three decimals where two are whole months that the days are not. */
export function monthsOfBoundIn(days: number): Decimal {
  const months = monthsOf(days)
  const isExact = exactLength(months).eq(twelfths(days))
  const isWhole = exact(months).isInteger()
  return isWhole && !isExact ? (twelfths(days).div(365).toFixed(3) as Decimal) : months
}

/**
 * The length of a tenure in months. One that is no whole number of months, and that whole days give to two decimals, is these
 * days (decision 047); the design alone takes every requested tenure as exact months.
 */
function lengthOf(months: Decimal): Exact {
  if (exact(months).isInteger()) return exactLength(months)
  const near = exactLength(months).div(12).round().toNumber()
  const days = [near - 1, near, near + 1].find((one) => isSame(monthsOfBoundIn(one), months))
  return days === undefined ? exactLength(months) : twelfths(days)
}

const isRange = ({ tenureTo }: StatedTenure): boolean => tenureTo !== undefined

/** Days that a sheet states are exact; the months that the book has for them are rounded. */
const lowerBound = ({ tenure, tenureDays }: StatedTenure): Exact =>
  tenureDays === undefined ? lengthOf(tenure) : twelfths(tenureDays)

function upperBound({ tenureTo, tenureToDays }: StatedTenure): Exact {
  if (tenureTo === undefined) throw new Error('A single tenure has no upper bound.')
  return tenureToDays === undefined ? lengthOf(tenureTo) : twelfths(tenureToDays)
}

/** Whether an offer applies to a tenure. A single tenure is matched by its months, a range by its days. */
export function applies(offer: StatedTenure, tenure: Decimal): boolean {
  if (offer.tenureTo === undefined) return isSame(offer.tenure, tenure)
  const length = lengthOf(tenure)
  return lowerBound(offer).lte(length) && length.lte(upperBound(offer))
}

/** The parts of an offer that rank it among those of an institution that apply to one tenure. */
type RankedOffer = StatedTenure & Pick<Offer, 'minimumDeposit' | 'rate'>

/**
 * Negative when `a` goes before `b`: "the lowest minimum deposit; then a point goes before a range, the narrower before the wider,
 * the lower start before the higher, the higher rate first."
 */
export function headlineOrder(a: RankedOffer, b: RankedOffer): number {
  const byDeposit = compareExact(leastDeposit(a), leastDeposit(b))
  if (byDeposit !== 0) return byDeposit
  if (isRange(a) !== isRange(b)) return isRange(a) ? 1 : -1
  if (isRange(a)) {
    const widthOfA = upperBound(a).minus(lowerBound(a))
    const widthOfB = upperBound(b).minus(lowerBound(b))
    const byWidth = widthOfA.cmp(widthOfB)
    if (byWidth !== 0) return byWidth
    const byStart = lowerBound(a).cmp(lowerBound(b))
    if (byStart !== 0) return byStart
  }
  return compareExact(b.rate, a.rate)
}
