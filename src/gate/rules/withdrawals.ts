import type { Finding } from '../../domain/finding.ts'
import { keyOf, type Offer, type Variant } from '../../domain/offer.ts'
import type { SheetComparison } from '../comparison.ts'
import { rateFinding, describeTier } from '../rate-finding.ts'

/** Finds offers that a sheet withdraws and that were probably only not read. */
export function withdrawals(comparison: SheetComparison): readonly Finding[] {
  const { sheet, covered } = comparison
  if (sheet.complete && sheet.offers.length === 0) {
    const message = `The sheet is complete and lists no offers; publishing it would withdraw every standing offer that it covers (${covered.length}).`
    return [{ rule: 'no-offers', message }]
  }
  const gone = goneVariants(comparison)
  return [
    ...gone.map((variant) => variantFinding(variant, covered)),
    ...halfWithdrawn(comparison),
    ...tenuresGone(comparison, gone),
  ]
}

/** The variants that the sheet withdraws whole. */
function goneVariants({ sheet, covered, withdrawn }: SheetComparison): readonly Variant[] {
  return sheet.covers.filter((variant) => {
    const stood = covered.filter((offer) => offer.variant === variant)
    return stood.length > 0 && stood.every((offer) => withdrawn.includes(offer))
  })
}

function variantFinding(variant: Variant, covered: readonly Offer[]): Finding {
  const count = covered.filter((offer) => offer.variant === variant).length
  const message = `The sheet covers ${variant} and lists none of its offers; ${count === 1 ? 'its standing offer' : `its ${count} standing offers`} would be withdrawn.`
  return { rule: 'variant-withdrawn', message }
}

function halfWithdrawn({ covered, withdrawn }: SheetComparison): readonly Finding[] {
  if (withdrawn.length === 0 || withdrawn.length * 2 < covered.length) return []
  const message = `The sheet withdraws ${withdrawn.length} of the ${covered.length} standing offers that it covers; less than half is expected.`
  return [{ rule: 'half-withdrawn', message }]
}

/** Terms that stood and have no offer on a complete sheet. Those of a variant that is gone have one finding already. */
function tenuresGone(
  { sheet, withdrawn }: SheetComparison,
  goneVariants: readonly Variant[],
): readonly Finding[] {
  if (!sheet.complete) return []
  const listed = new Set(sheet.offers.map(keyOf))
  const tiersOf = Map.groupBy(withdrawn, keyOf)
  return [...tiersOf].flatMap(([key, [headline]]) => {
    if (headline === undefined || listed.has(key) || goneVariants.includes(headline.variant))
      return []
    const finding = rateFinding({
      rule: 'tenure-gone',
      tier: headline,
      was: headline.rate,
      message: `The sheet does not list ${describeTier(headline)}, which stands at ${headline.rate} %; a complete sheet is expected to list every tenure that stands.`,
    })
    return [finding]
  })
}
