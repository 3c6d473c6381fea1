import type { Day } from '../domain/day.ts'
import { sameDecimal } from '../domain/decimal.ts'
import { depositOf, keyOf, type Offer } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import type { Misprint } from './source-rules.ts'

/**
 * The sheet without the printed AERs that a misprint line of the source excuses on that day. A wrong AER confirms no rate, so
 * the rules must not see it.
 */
export function withoutMisprints(sheet: Sheet, misprints: readonly Misprint[], day: Day): Sheet {
  const current = misprints.filter(({ until }) => day <= until)
  if (current.length === 0) return sheet
  const offers = sheet.offers.map((offer) => {
    const { annualEffectiveRate: _, ...rest } = offer
    return current.some((misprint) => excuses(misprint, offer, sheet)) ? rest : offer
  })
  return { ...sheet, offers }
}

/** Whether a line means this very offer: the same printed figure, and the same tier. */
function excuses(
  { tier, annualEffectiveRate }: Misprint,
  offer: Offer,
  { offers }: Sheet,
): boolean {
  const { annualEffectiveRate: printed } = offer
  if (printed === undefined || !sameDecimal(printed, annualEffectiveRate)) return false
  if (keyOf(tier) !== keyOf(offer)) return false
  return tier.minimumDeposit === undefined
    ? offers.filter((one) => keyOf(one) === keyOf(tier)).length === 1
    : sameDecimal(tier.minimumDeposit, depositOf(offer))
}
