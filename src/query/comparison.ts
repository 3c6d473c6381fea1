import type { Market } from '../market/market.ts'
import {
  compareByRate,
  standingOffers,
  type StandingOffer,
  type TermsAndType,
} from './standing-offers.ts'

/** The headline offers for one set of terms: highest rate first, then institution id. */
export function comparison(market: Market, filter: TermsAndType): StandingOffer[] {
  return standingOffers(market, filter).toSorted(compareByRate)
}
