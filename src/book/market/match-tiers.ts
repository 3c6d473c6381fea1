import type { Offer, Tier } from '../../domain/offer.ts'

/** A tier and its last known rate. */
export type KnownRate = Tier & Pick<Offer, 'rate'>

/** A listed offer, and what is known of the series that it continues; without that, it begins a new series. */
export type MatchedOffer = { readonly offer: Offer; readonly known: KnownRate | undefined }

/**
 * Matches the offers that a sheet lists for some terms to series (design, section 5, "Tiers"). Both lists have one offer for
 * each minimum deposit, rising.
 */
export function matchTiers(
  listed: readonly Offer[],
  standing: readonly Offer[],
  lastKnown: (tier: Tier) => KnownRate | undefined,
): readonly MatchedOffer[] {
  const exact = listed.map((offer) => ({ offer, known: lastKnown(offer) }))
  if (listed.length === standing.length && exact.every(({ known }) => known === undefined))
    return listed.map((offer, index) => ({ offer, known: standing[index] }))
  const unstated = standing.find(({ minimumDeposit }) => minimumDeposit === undefined)
  if (unstated === undefined || exact.some(({ known }) => known === unstated)) return exact
  const lowestNew = exact.findIndex(({ known }) => known === undefined)
  return exact.map((match, index) => (index === lowestNew ? { ...match, known: unstated } : match))
}
