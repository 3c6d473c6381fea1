import type { Finding } from '../domain/finding.ts'
import type { Sheet } from '../domain/sheet.ts'
import type { InstitutionBook } from '../market/market.ts'
import { compareWithStanding, type SheetComparison } from './comparison.ts'
import { defaultLimits, type GateLimits } from './limits.ts'
import { effectiveRate } from './rules/effective-rate.ts'
import { manyMoves, oneFactor } from './rules/all-moves.ts'
import { moves } from './rules/moves.ts'
import { rateRange } from './rules/rate-range.ts'
import { seniorRates } from './rules/senior-rates.ts'
import { withdrawals } from './rules/withdrawals.ts'

type GateRule = (comparison: SheetComparison, limits: GateLimits) => readonly Finding[]

/** First the rules about the sheet's own figures, then those that compare it with the standing offers. */
const rules: readonly GateRule[] = [
  rateRange,
  effectiveRate,
  seniorRates,
  moves,
  oneFactor,
  manyMoves,
  withdrawals,
]

/**
 * Checks whether a sheet is plausible. Returns the findings of all rules, in the order of `docs/gate.md`, those of one rule in
 * terms order. `book` is the institution's book before the sheet, or `undefined` if nothing is known.
 */
export function checkSheet({
  sheet,
  book,
  limits = defaultLimits,
}: {
  readonly sheet: Sheet
  readonly book: Pick<InstitutionBook, 'standing'> | undefined
  readonly limits?: GateLimits
}): readonly Finding[] {
  const comparison = compareWithStanding(sheet, book?.standing ?? new Map())
  return rules.flatMap((rule) => rule(comparison, limits))
}
