import { compareApplying } from '../../domain/applies-to.ts'
import { compareDecimals } from '../../domain/decimal.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Institution, InstitutionType } from '../../domain/institution.ts'
import { payouts, variants, type Offer } from '../../domain/offer.ts'
import type { Market } from '../market/market.ts'
import { lastMove, trendOf, type Trend } from '../market/rate-history.ts'
import {
  compareByRate,
  firstOf,
  standingOffers,
  type DepositFilter,
  type FreshFilter,
  type StandingOffer,
} from './current-offers.ts'

/** The highest offer of an institution, and how its rate last moved. */
export type BestRate = {
  readonly institution: Institution
  readonly offer: Offer
  readonly lastChangedAt: Instant
  readonly trend: Trend
}

/** The best rate of each active institution, highest first, then institution id; at most `limit` of them. */
export function bestRates(
  market: Market,
  {
    limit,
    ...filter
  }: DepositFilter &
    FreshFilter & { readonly type?: InstitutionType | undefined; readonly limit: number },
): BestRate[] {
  const offers = Map.groupBy(standingOffers(market, filter), ({ institution }) => institution.id)
  return [...offers.values()]
    .flatMap((own) => firstOf(own, compareBest))
    .toSorted(compareByRate)
    .slice(0, limit)
    .map(bestRateOf)
}

function bestRateOf({ book, institution, offer }: StandingOffer): BestRate {
  const last = lastMove(book.believed, offer)
  if (last === undefined) throw new Error(`An offer of ${institution.id} has no history.`)
  return { institution, offer, lastChangedAt: last.entry.at, trend: trendOf(book.believed, offer) }
}

/** The better offer first: higher rate, shorter tenure, payout order, variant order, lower minimum, one tenure before ranges. */
function compareBest({ offer: a }: StandingOffer, { offer: b }: StandingOffer): number {
  return (
    compareDecimals(b.rate, a.rate) ||
    compareDecimals(a.tenure, b.tenure) ||
    payouts.indexOf(a.payout) - payouts.indexOf(b.payout) ||
    variants.indexOf(a.variant) - variants.indexOf(b.variant) ||
    compareApplying(a, b)
  )
}
