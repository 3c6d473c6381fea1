import { compareDecimals } from '../domain/decimal.ts'
import type { Institution, InstitutionType } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { payouts, variants, type Offer } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import { seriesOf, type Series } from '../market/series.ts'
import { isInstitution } from './filter.ts'
import { compareByRate, standingOffers, type StandingOffer } from './standing-offers.ts'

/** An institution's highest headline offer, and how its rate last moved. */
export type BestRate = {
  readonly institution: Institution
  readonly headline: Offer
  readonly lastChangedAt: Instant
  readonly trend: Series['trend']
}

/** The best rate of each active institution: highest first, then institution id. */
export function rankBest(market: Market): BestRate[] {
  const best = new Map<string, StandingOffer>()
  for (const offer of standingOffers(market, {})) {
    const known = best.get(offer.institution.id)
    if (known !== undefined && compareBest(known.headline, offer.headline) <= 0) continue
    best.set(offer.institution.id, offer)
  }
  return [...best.values()].toSorted(compareByRate).map(({ institution, headline }) => {
    const series = seriesOf(market.records, institution.id, headline)
    if (series === undefined)
      throw new Error(`An offer of ${institution.id} stands without a history.`)
    const { lastChangedAt, trend } = series
    return { institution, headline, lastChangedAt, trend }
  })
}

/** The first of those that were ranked, of one type of institution or of all. */
export function bestRates(
  ranked: readonly BestRate[],
  { type, limit }: { readonly type?: InstitutionType | undefined; readonly limit: number },
): BestRate[] {
  return ranked.filter(({ institution }) => isInstitution(institution, { type })).slice(0, limit)
}

/** The better offer first: higher rate, then shorter tenure, payout order, variant order (design, section 4). */
function compareBest(a: Offer, b: Offer): number {
  return (
    compareDecimals(b.rate, a.rate) ||
    compareDecimals(a.tenure, b.tenure) ||
    payouts.indexOf(a.payout) - payouts.indexOf(b.payout) ||
    variants.indexOf(a.variant) - variants.indexOf(b.variant)
  )
}
