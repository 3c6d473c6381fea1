import type { Finding } from '../../domain/finding.ts'
import type { Variant } from '../../domain/offer.ts'
import { goneVariants, type SheetComparison } from '../comparison.ts'

/** Finds a complete sheet without offers, unless it leaves all alone. The other rules about withdrawals are then silent. */
export function noOffers({ sheet, covered }: SheetComparison): readonly Finding[] {
  if (!sheet.complete || sheet.offers.length > 0) return []
  if (sheet.leaves !== undefined && covered.length === 0) return []
  const message = `The sheet is complete and lists no offers; publishing it would withdraw every standing offer that it covers (${covered.length}).`
  return [{ rule: 'no-offers', message }]
}

/** Finds whole variants and large parts of a sheet that it withdraws and that were probably only not read. */
export function withdrawals(comparison: SheetComparison): readonly Finding[] {
  if (noOffers(comparison).length > 0) return []
  return [
    ...goneVariants(comparison).map((variant) => variantFinding(variant, comparison)),
    ...halfWithdrawn(comparison),
  ]
}

function variantFinding(variant: Variant, { covered }: SheetComparison): Finding {
  const count = covered.filter((offer) => offer.variant === variant).length
  const message = `The sheet covers ${variant} and lists none of its offers; ${count === 1 ? 'its standing offer' : `its ${count} standing offers`} would be withdrawn.`
  return { rule: 'variant-withdrawn', message }
}

function halfWithdrawn({ covered, withdrawn }: SheetComparison): readonly Finding[] {
  if (withdrawn.length === 0 || withdrawn.length * 2 < covered.length) return []
  const message = `The sheet withdraws ${withdrawn.length} of the ${covered.length} standing offers that it covers; less than half is expected.`
  return [{ rule: 'half-withdrawn', message }]
}
