import { canonicalDecimal, compareDecimals, sameDecimal, scaleOf } from '../../domain/decimal.ts'
import type { Finding } from '../../domain/finding.ts'
import { basisPointsBetween } from '../../domain/yield.ts'
import type { SheetComparison } from '../comparison.ts'
import type { GateLimits } from '../limits.ts'
import { describeTier, rateFinding } from '../rate-finding.ts'

/** Finds rates with more decimals than pages print, such as 8.290000000000001: the tail of binary arithmetic. */
export function decimalTails(
  { sheet, rows }: SheetComparison,
  { mostDecimals }: GateLimits,
): readonly Finding[] {
  return sheet.offers
    .filter(({ rate }) => scaleOf(canonicalDecimal(rate)) > mostDecimals)
    .map((offer) =>
      rateFinding({
        rule: 'decimal-tail',
        tier: offer,
        was: rows.find((row) => row.offer === offer)?.before.rate,
        now: offer.rate,
        message: `The rate of ${describeTier(offer)} is ${offer.rate} %; at most ${mostDecimals} decimals are expected.`,
      }),
    )
}

/** Finds moves that are too small for an institution to have made them. */
export function tinyMoves(
  { rows }: SheetComparison,
  { smallestMove }: GateLimits,
): readonly Finding[] {
  return rows
    .filter(
      ({ offer: { rate }, before }) =>
        !sameDecimal(rate, before.rate) &&
        compareDecimals(basisPointsBetween(rate, before.rate), smallestMove) < 0,
    )
    .map(({ offer, before }) =>
      rateFinding({
        rule: 'tiny-move',
        tier: offer,
        was: before.rate,
        now: offer.rate,
        message: `The rate of ${describeTier(offer)} moves from ${before.rate} % to ${offer.rate} %, by less than ${smallestMove} basis points.`,
      }),
    )
}
