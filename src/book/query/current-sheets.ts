import { compareText } from '../../domain/decimal.ts'
import { variants, type Sheet } from '../../domain/offer.ts'
import type { Market } from '../market/market.ts'
import { offersIn } from '../market/standing.ts'
import { standingOffers, type OfferFilter, type StandingOffer } from './current-offers.ts'

/** Restricts sheets to some institutions and terms. Not to a deposit: a sheet that lists some terms lists all their tiers. */
export type SheetFilter = Omit<OfferFilter, 'deposit'>

/**
 * The current offers as rate sheets, one for each institution and sheet that listed them last. It is complete only if it has
 * all offers of the institution, so that publishing it never withdraws an offer.
 */
export function currentSheets(market: Market, filter: SheetFilter): Sheet[] {
  const offers = Map.groupBy(standingOffers(market, filter), ({ standing, institution }) =>
    JSON.stringify([institution.id, standing.scrapedAt, standing.sourceUrl]),
  )
  return Array.from(offers.values(), (listed) => sheetOf(market, listed)).toSorted(
    (a, b) => compareText(a.institutionId, b.institutionId) || a.scrapedAt - b.scrapedAt,
  )
}

function sheetOf({ currency = '' }: Market, listed: readonly StandingOffer[]): Sheet {
  const [{ book, institution, standing }] = listed as [StandingOffer]
  const standingCount = offersIn(book.standing).length
  return {
    institutionId: institution.id,
    sourceUrl: standing.sourceUrl,
    scrapedAt: standing.scrapedAt,
    currency,
    complete: listed.length === standingCount,
    covers: variants,
    offers: listed.map(({ offer }) => offer),
  }
}
