import { canonicalDecimal } from '../../src/domain/decimal.ts'
import type { TermsFilter, Variant } from '../../src/domain/offer.ts'
import type { EvidenceRow, PageClient } from '../api/api.ts'
import { loadEvidence } from '../api/background.ts'
import { byRate, toDecimal } from './format.ts'
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
    return ofVariant.toSorted(([a], [b]) => compareHeadlines(a, b))[0] ?? []
  })
}

function compareHeadlines(a: EvidenceRow, b: EvidenceRow): number {
  if (a.is_stale !== b.is_stale) return a.is_stale ? 1 : -1
  return byRate(a, b)
}
