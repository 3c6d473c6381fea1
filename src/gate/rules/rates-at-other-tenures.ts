import { sameDecimal } from '../../domain/decimal.ts'
import type { Finding } from '../../domain/finding.ts'
import { payouts, variants } from '../../domain/offer.ts'
import type { ComparedRow, SheetComparison } from '../comparison.ts'

/** How many rates must move before the rule applies: two rates may change places by chance. */
const leastMoved = 3

/**
 * Finds rates that stood at other tenures: three quarters or more of those that move at one payout. The labels of the rows have then
 * probably shifted. For interest at maturity the AER shows that, so the rule is for the other payouts.
 */
export function ratesAtOtherTenures({ rows }: SheetComparison): readonly Finding[] {
  return variants.flatMap((variant) =>
    payouts.flatMap((payout) => {
      if (payout === 'maturity') return []
      const column = rows.filter(
        ({ offer }) => offer.variant === variant && offer.payout === payout,
      )
      const moved = column.filter(({ offer, before }) => !sameDecimal(offer.rate, before.rate))
      const elsewhere = moved.filter((row) => column.some((other) => stoodAt(other, row)))
      if (moved.length < leastMoved || elsewhere.length * 4 < moved.length * 3) return []
      const message = `Of ${moved.length} ${variant} rates with payout ${payout} that move, ${elsewhere.length} stood at another tenure; the labels of the rows have probably shifted.`
      return [{ rule: 'rates-at-other-tenures', message }]
    }),
  )
}

/** Whether the new rate of a row is the one that stood at the tenure of another row. */
function stoodAt({ before }: ComparedRow, { offer }: ComparedRow): boolean {
  return !sameDecimal(before.tenure, offer.tenure) && sameDecimal(before.rate, offer.rate)
}
