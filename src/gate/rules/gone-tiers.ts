import type { Finding } from '../../domain/finding.ts'
import { keyOf } from '../../domain/offer.ts'
import type { SheetComparison } from '../comparison.ts'
import { describeTier, rateFinding } from '../rate-finding.ts'

/** Finds a tier that stood and is gone while other tiers of its terms are listed: `expects` names tenures and no minimum deposits. */
export function goneTiers({ sheet, withdrawn }: SheetComparison): readonly Finding[] {
  const listed = new Set(sheet.offers.map(keyOf))
  return withdrawn.flatMap((tier) => {
    if (!listed.has(keyOf(tier))) return []
    const message = `The page lists other minimum deposits, but no longer ${describeTier(tier)}, which stands at ${tier.rate} %.`
    return [rateFinding({ rule: 'tier-gone', tier, was: tier.rate, message })]
  })
}
