import { compareDecimals } from '../../domain/decimal.ts'
import type { Finding } from '../../domain/finding.ts'
import { annualEffectiveRateText, effectiveRateDifference } from '../../domain/yield.ts'
import type { SheetComparison } from '../comparison.ts'
import type { GateLimits } from '../limits.ts'
import { rateFinding, describeTier } from '../rate-finding.ts'

/** Finds rates that do not give the AER printed next to them: one of the two figures, the tenure or the payout is wrong. */
export function effectiveRate(
  { sheet, rows }: SheetComparison,
  { effectiveRateTolerance }: GateLimits,
): readonly Finding[] {
  return sheet.offers.flatMap((offer) => {
    const { annualEffectiveRate: printed, rate } = offer
    if (printed === undefined) return []
    const difference = effectiveRateDifference(offer, printed)
    if (compareDecimals(difference, effectiveRateTolerance) <= 0) return []
    const finding = rateFinding({
      rule: 'effective-rate',
      tier: offer,
      was: rows.find((row) => row.offer === offer)?.before.rate,
      now: rate,
      message: `The AER of ${describeTier(offer)} is printed as ${printed} %, but the rate ${rate} % gives ${annualEffectiveRateText(offer)} %; a difference of ${effectiveRateTolerance} is allowed.`,
    })
    return [finding]
  })
}
