import { keyOf, type Offer, type Sheet, type Tier } from '../../domain/offer.ts'
import type { InstitutionBook } from './market.ts'
import { lastRate } from './rate-history.ts'
import { standingTier, type StandingOffers } from './standing.ts'

/** The standing offers and the true steps of an institution, as its corrections say. */
export type BelievedBook = Pick<InstitutionBook, 'standing' | 'believed'>

/** A tier and its last known rate. */
export type KnownRate = Tier & Pick<Offer, 'rate'>

/** A listed offer, and what is known of the series that it continues; without that, it begins a new series. */
export type MatchedOffer = { readonly offer: Offer; readonly known: KnownRate | undefined }

/** The offers of a sheet, each with the series that it continues, which may have been withdrawn. */
export function continueSeries(book: BelievedBook, sheet: Sheet): readonly MatchedOffer[] {
  return matchOffers(sheet, book.standing, (tier) => knownRate(book, tier))
}

/** Matches the offers of a sheet to the standing ones, and to what is known of other tiers. */
export function matchOffers(
  { offers }: Sheet,
  standing: StandingOffers,
  lastKnown: (tier: Tier) => KnownRate | undefined,
): readonly MatchedOffer[] {
  return [...Map.groupBy(offers, keyOf)].flatMap(([key, listed]) =>
    matchTiers(listed, standing.get(key)?.offers ?? [], lastKnown),
  )
}

/**
 * Matches the offers that a sheet lists for some terms to series (design, section 5, "Tiers"). Both lists have one offer for
 * each minimum deposit, rising.
 */
function matchTiers(
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

/** The standing offer of a tier, or the last known rate of a withdrawn one; `undefined` if no series has this tier. */
function knownRate({ standing, believed }: BelievedBook, tier: Tier): KnownRate | undefined {
  const stands = standingTier(standing, tier)
  if (stands !== undefined) return stands
  const rate = lastRate(believed, tier)
  return rate && { ...tier, rate }
}
