import { compareDecimals, type Decimal } from '../../../domain/decimal.ts'
import type { Offer } from '../../../domain/offer.ts'
import { effectiveRateDifference } from '../../../domain/yield.ts'

/** How often a year the printed yields are compounded; `undefined` if with each payment, or if no other way fits more of them. */
export function periodsPerYear(offers: readonly Offer[]): number | undefined {
  const fitting = (periods?: number) =>
    offers.filter(({ annualEffectiveRate: printed, ...terms }) => {
      if (printed === undefined) return false
      const difference = effectiveRateDifference({ ...terms, periodsPerYear: periods }, printed)
      return compareDecimals(difference, '0.06' as Decimal) <= 0
    }).length
  const ways = [undefined, 4, 12, 365, 2].map((periods) => ({ periods, count: fitting(periods) }))
  return ways.reduce((best, way) => (way.count > best.count ? way : best)).periods
}
