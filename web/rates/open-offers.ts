import { compareApplying } from '../../src/domain/applies-to.ts'
import type { TermsFilter, Variant } from '../../src/domain/offer.ts'
import type { EvidenceRow, PageClient } from '../api/api.ts'
import { loadEvidence } from '../api/background.ts'
import { byRate, tierOf } from './format.ts'
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
 * The offers of one institution and payout that apply to a tenure, of one variant: the one whose headline offer has the higher
 * rate. A confirmed rate goes before an older one. Among equals the first variant of the list wins. The headline offer stands first.
 */
export function betterVariant(applying: readonly EvidenceRow[]): readonly EvidenceRow[] {
  const ofVariant = [...groupBy(applying, (offer) => offer.product_variant).values()]
  return (
    ofVariant.map(byApplying).toSorted(([a], [b]) => (a && b ? compareHeadlines(a, b) : 0))[0] ?? []
  )
}

/** The offers of one institution, variant and payout that apply to a tenure, the headline offer first. */
export function byApplying(applying: readonly EvidenceRow[]): readonly EvidenceRow[] {
  return applying.toSorted((a, b) => compareApplying(tierOf(a), tierOf(b)))
}

function compareHeadlines(a: EvidenceRow, b: EvidenceRow): number {
  if (a.is_stale !== b.is_stale) return a.is_stale ? 1 : -1
  return byRate(a, b)
}
