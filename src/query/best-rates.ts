import { compareDecimals } from '../domain/decimal.ts'
import type { Institution, InstitutionType } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { payouts, variants, type Offer } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import { lastRecord, trendOf, type Trend } from '../market/series.ts'
import { compareByRate, standingOffers, type StandingOffer } from './standing-offers.ts'

/** The highest headline offer of an institution, and how its rate last moved. */
export type BestRate = {
  readonly institution: Institution
  readonly headline: Offer
  readonly lastChangedAt: Instant
  readonly trend: Trend
}

/** The best rate of each active institution, highest first, then institution id; at most `limit` of them. */
export function bestRates(
  market: Market,
  { type, limit }: { readonly type?: InstitutionType | undefined; readonly limit: number },
): BestRate[] {
  const best = new Map<string, StandingOffer>()
  for (const offer of standingOffers(market, { type })) {
    const known = best.get(offer.institution.id)
    if (known !== undefined && compareBest(known.headline, offer.headline) <= 0) continue
    best.set(offer.institution.id, offer)
  }
  return [...best.values()].toSorted(compareByRate).slice(0, limit).map(bestRateOf)
}

function bestRateOf({ book, institution, headline }: StandingOffer): BestRate {
  const last = lastRecord(book, headline)
  if (last === undefined) throw new Error(`An offer of ${institution.id} has no history.`)
  return { institution, headline, lastChangedAt: last.entry.at, trend: trendOf(book, headline) }
}

/** The better offer first: higher rate, then shorter tenure, payout order, variant order. */
function compareBest(a: Offer, b: Offer): number {
  return (
    compareDecimals(b.rate, a.rate) ||
    compareDecimals(a.tenure, b.tenure) ||
    payouts.indexOf(a.payout) - payouts.indexOf(b.payout) ||
    variants.indexOf(a.variant) - variants.indexOf(b.variant)
  )
}
