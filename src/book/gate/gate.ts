import type { Finding, GateLimits } from '../../domain/gate-limits.ts'
import type { Sheet } from '../../domain/offer.ts'
import type { InstitutionBook } from '../market/market.ts'
import { compareWithStanding, type SheetComparison } from './comparison.ts'
import { decimalTails, tinyMoves, rateRange, effectiveRate, seniorRates } from './rules/rates.ts'
import { manyMoves, oneFactor, moves } from './rules/moves.ts'
import { standingTenuresGone, noOffers, withdrawals } from './rules/withdrawals.ts'

type GateRule = (
  comparison: SheetComparison,
  limits: GateLimits,
  periodsPerYear?: number,
) => readonly Finding[]

/** The rules for all sheets: first those about the sheet's own figures, then those that compare it with the standing offers. */
export const figureRules: readonly GateRule[] = [
  rateRange,
  decimalTails,
  effectiveRate,
  seniorRates,
  moves,
  tinyMoves,
  oneFactor,
  manyMoves,
  noOffers,
  withdrawals,
]

/** The names of the rules for typed sheets. Findings of other rules are about a source, its pages or an earlier run. */
export const typedRules: ReadonlySet<string> = new Set([
  'rate-out-of-range',
  'decimal-tail',
  'effective-rate',
  'senior-below-general',
  'senior-far-above-general',
  'large-move',
  'very-large-move',
  'tiny-move',
  'one-factor',
  'many-moves',
  'no-offers',
  'variant-withdrawn',
  'half-withdrawn',
  'tenure-gone',
])

/**
 * Checks whether a typed sheet is plausible. Returns the findings of all rules, in the order of `docs/gate.md`, those of one rule in
 * terms order. `book` is the institution's book before the sheet, or `undefined` if nothing is known.
 */
export function checkSheet({
  sheet,
  book,
  limits,
}: {
  readonly sheet: Sheet
  readonly book: Pick<InstitutionBook, 'standing'> | undefined
  readonly limits: GateLimits
}): readonly Finding[] {
  const comparison = compareWithStanding(sheet, book?.standing ?? new Map())
  return [
    ...figureRules.flatMap((rule) => rule(comparison, limits)),
    ...standingTenuresGone(comparison),
  ]
}
