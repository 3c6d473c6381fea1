import { compareDecimals, mostPlaces, unitsOf, type Decimal } from './decimal.ts'
import { depositOf, hasTerms, type Terms, type TermsFilter, type Tier } from './offer.ts'
import { countedTenure } from './tenure.ts'

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

/** The lengths of the bounds of a range. */
type LengthRange = { readonly from: bigint; readonly to: bigint }

/** The bounds of terms; equal if they hold for one tenure. */
export function rangeOf({ tenure, tenureTo = tenure }: Terms): LengthRange {
  return { from: lengthOf(tenure), to: lengthOf(tenureTo) }
}

/** Whether a range includes a length, bounds included. */
export function includes({ from, to }: LengthRange, length: bigint): boolean {
  return from <= length && length <= to
}

/**
 * The length of a tenure, so that lengths compare exactly: days, or months of 365/12 days. The months of a tenure that was
 * printed in days are rounded, so its days count (decision 047).
 */
export function lengthOf(tenure: Decimal): bigint {
  const { count, unit } = countedTenure(tenure)
  return unitsOf(count, mostPlaces) * (unit === 'day' ? 12n : 365n)
}
