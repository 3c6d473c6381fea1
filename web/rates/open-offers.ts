import { canonicalDecimal, compareDecimals } from '../../src/domain/decimal.ts'
import type { TermsFilter, Variant } from '../../src/domain/offer.ts'
import type { EvidenceRow, PageClient } from '../api/api.ts'
import { loadEvidence } from '../api/background.ts'
import { toDecimal } from './format.ts'
import { groupBy } from './group-by.ts'

/** The variants whose offers a saver may take: that of the saver first, then the one for everyone. */
export function openVariants(saver: Variant): readonly Variant[] {
  return saver === 'general' ? [saver] : [saver, 'general']
}

/** The current offers that a saver of the variant may take. */
export async function loadOpenOffers(
  client: PageClient,
  { variant, ...filter }: TermsFilter & { readonly variant: Variant },
  signal: AbortSignal,
): Promise<readonly EvidenceRow[]> {
  const offers = openVariants(variant).map((open) =>
    loadEvidence(client, { ...filter, variant: open }, signal),
  )
  return (await Promise.all(offers)).flat()
}

/**
 * Of each institution, tenure and payout the tiers of one variant: the one whose lowest tier has the higher rate. A confirmed
 * rate goes before an older one. Among equals the first variant of the list wins. The tiers keep their order.
 */
export function betterVariants(offers: readonly EvidenceRow[]): readonly EvidenceRow[] {
  const ofTerms = groupBy(offers, ({ institution_id: id, tenure_months, payout_type }) =>
    [id, canonicalDecimal(toDecimal(tenure_months)), payout_type].join(' '),
  )
  return [...ofTerms.values()].flatMap((tiers) => {
    const ofVariant = [...groupBy(tiers, (tier) => tier.product_variant).values()]
    return ofVariant.toSorted(([a], [b]) => compareHeadlines(a, b)).at(0) ?? []
  })
}

function compareHeadlines(a: EvidenceRow | undefined, b: EvidenceRow | undefined): number {
  if (a === undefined || b === undefined) return 0
  if (a.is_stale !== b.is_stale) return a.is_stale ? 1 : -1
  return compareDecimals(toDecimal(b.rate_pa), toDecimal(a.rate_pa))
}
