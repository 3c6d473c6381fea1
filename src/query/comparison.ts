import type { Decimal } from '../domain/decimal.ts'
import type { InstitutionType } from '../domain/institution.ts'
import type { Payout, Variant } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import { compareByRate, standingOffers, type StandingOffer } from './standing-offers.ts'

/** One set of terms, for one type of institution or all types. */
export type MarketTerms = {
  readonly variant: Variant
  readonly tenure: Decimal
  readonly payout: Payout
  readonly type?: InstitutionType | undefined
}

/** The headline offers for one set of terms: highest rate first, then institution id. */
export function comparison(market: Market, terms: MarketTerms): StandingOffer[] {
  return standingOffers(market, terms).toSorted(compareByRate)
}
