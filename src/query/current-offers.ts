import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import type { Offer } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import { standingOffers, type OfferFilter } from './standing-offers.ts'

/** An offer, with the source of the latest sheet that listed it. */
export type CurrentOffer = Offer & {
  readonly institution: Institution
  readonly currency: string
  readonly scrapedAt: Instant
  readonly sourceUrl: string
}

/** The offers of active institutions, by institution id, terms order and minimum deposit. */
export function currentOffers(market: Market, filter: OfferFilter): CurrentOffer[] {
  const currency = market.currency ?? ''
  return standingOffers(market, filter).map(({ institution, standing, offer }) => {
    const { scrapedAt, sourceUrl } = standing
    return { ...offer, institution, currency, scrapedAt, sourceUrl }
  })
}
