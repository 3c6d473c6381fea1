import { compareDecimals } from '../../domain/decimal.ts'
import type { Finding } from '../../domain/finding.ts'
import type { SheetComparison } from '../comparison.ts'
import type { GateLimits } from '../limits.ts'
import { rateFinding, describeTier } from '../rate-finding.ts'

/** Finds rates that no deposit pays: a lost decimal point, or a fraction in place of a percentage. */
export function rateRange(
  { sheet, rows }: SheetComparison,
  { lowestRate, highestRate }: GateLimits,
): readonly Finding[] {
  return sheet.offers
    .filter(
      ({ rate }) => compareDecimals(rate, lowestRate) < 0 || compareDecimals(rate, highestRate) > 0,
    )
    .map((offer) =>
      rateFinding({
        rule: 'rate-out-of-range',
        tier: offer,
        was: rows.find((row) => row.offer === offer)?.before.rate,
        now: offer.rate,
        message: `The rate of ${describeTier(offer)} is ${offer.rate} %; rates from ${lowestRate} % to ${highestRate} % are expected.`,
      }),
    )
}
