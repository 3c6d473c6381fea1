import { compareDecimals, sameDecimal } from '../../domain/decimal.ts'
import type { Finding } from '../../domain/finding.ts'
import { depositOf, keyOf, type Offer } from '../../domain/offer.ts'
import { basisPointsBetween } from '../../domain/yield.ts'
import type { SheetComparison } from '../comparison.ts'
import type { GateLimits } from '../limits.ts'
import { rateFinding, describeTier } from '../rate-finding.ts'

/** Finds senior rates below the general rate of the sheet, or too far above it. */
export function seniorRates(
  { sheet, rows }: SheetComparison,
  { seniorExcess }: GateLimits,
): readonly Finding[] {
  return pairs(sheet.offers).flatMap(({ senior, general }) => {
    const points = basisPointsBetween(senior.rate, general.rate)
    const isBelow = compareDecimals(senior.rate, general.rate) < 0
    if (!isBelow && compareDecimals(points, seniorExcess) <= 0) return []
    const limit = isBelow ? 'it should not be below' : `at most ${seniorExcess} above are expected`
    const finding = rateFinding({
      rule: isBelow ? 'senior-below-general' : 'senior-far-above-general',
      tier: senior,
      was: rows.find(({ offer }) => offer === senior)?.before.rate,
      now: senior.rate,
      message: `The rate of ${describeTier(senior)} is ${senior.rate} %, ${points} basis points ${isBelow ? 'below' : 'above'} the general rate of ${general.rate} %; ${limit}.`,
    })
    return [finding]
  })
}

type SeniorPair = { readonly senior: Offer; readonly general: Offer }

/** Senior offers with the general offer of the same minimum deposit; if none has the same, the two headline offers. */
function pairs(offers: readonly Offer[]): readonly SeniorPair[] {
  const tiersOf = Map.groupBy(offers, keyOf)
  return [...tiersOf.values()].flatMap((seniors) => {
    const [headline] = seniors
    if (headline?.variant !== 'senior_citizen') return []
    const generals = tiersOf.get(keyOf({ ...headline, variant: 'general' })) ?? []
    const same = seniors.flatMap((senior) => {
      const general = generals.find((one) => sameDecimal(depositOf(one), depositOf(senior)))
      return general === undefined ? [] : [{ senior, general }]
    })
    if (same.length > 0 || generals[0] === undefined) return same
    return [{ senior: headline, general: generals[0] }]
  })
}
