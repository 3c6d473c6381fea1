import { compareDecimals } from '../../domain/decimal.ts'
import type { Finding } from '../../domain/finding.ts'
import { basisPointsBetween } from '../../domain/yield.ts'
import type { ComparedRow, SheetComparison } from '../comparison.ts'
import type { GateLimits } from '../limits.ts'
import { rateFinding, describeTier } from '../rate-finding.ts'

/** Finds rates that move far at once. A very large move gives one finding, not also that of a large one. */
export function moves({ rows }: SheetComparison, limits: GateLimits): readonly Finding[] {
  return rows.flatMap((row) => moveFinding(row, limits) ?? [])
}

function moveFinding({ offer, before }: ComparedRow, limits: GateLimits): Finding | undefined {
  const { moveFromWithAer, moveFromWithoutAer, largestMove } = limits
  const points = basisPointsBetween(offer.rate, before.rate)
  const hasAer = offer.annualEffectiveRate !== undefined
  const from = hasAer ? moveFromWithAer : moveFromWithoutAer
  const isVeryLarge = compareDecimals(points, largestMove) > 0
  if (!isVeryLarge && compareDecimals(points, from) < 0) return undefined
  const limit = isVeryLarge
    ? `two people should see a move of more than ${largestMove}`
    : `${hasAer ? 'with' : 'without'} a printed AER, less than ${from} is expected`
  return rateFinding({
    rule: isVeryLarge ? 'very-large-move' : 'large-move',
    tier: offer,
    was: before.rate,
    now: offer.rate,
    message: `The rate of ${describeTier(offer)} moves from ${before.rate} % to ${offer.rate} %, by ${points} basis points; ${limit}.`,
  })
}
