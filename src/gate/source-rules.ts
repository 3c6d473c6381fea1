import type { Day } from '../domain/day.ts'
import type { Decimal } from '../domain/decimal.ts'
import type { Payout, Tier, Variant } from '../domain/offer.ts'

/** The rules for plausible sheets in a source definition. */
export type SourceRules = {
  readonly expects: readonly ExpectedTenures[]
  /** The largest difference between a printed and a computed AER, in percent; absent for that of the limits. */
  readonly effectiveRateTolerance?: Decimal
  readonly misprints: readonly Misprint[]
}

/** The tenures that the page lists for a variant at a payout. */
export type ExpectedTenures = {
  readonly variant: Variant
  readonly payout: Payout
  /** In months. */
  readonly tenures: readonly Decimal[]
}

/** A printed AER that is known to be wrong. */
export type Misprint = {
  /** The minimum deposit may be absent where the sheet has one tier of these terms. */
  readonly tier: Tier
  readonly annualEffectiveRate: Decimal
  /** The last day on which it is excused. */
  readonly until: Day
}
