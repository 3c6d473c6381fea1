import type { Market } from '../market/market.ts'
import {
  compareByRate,
  headlineOffers,
  type DepositFilter,
  type FreshFilter,
  type StandingOffer,
  type TermsAndType,
} from './standing-offers.ts'

/**
 * One offer of each institution for one set of terms, highest rate first, then institution id: the headline offer, or with an
 * amount the best that it reaches.
 */
export function comparison(
  market: Market,
  filter: TermsAndType & DepositFilter & FreshFilter,
): StandingOffer[] {
  return headlineOffers(market, filter).toSorted(compareByRate)
}
