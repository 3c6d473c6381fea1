import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import {
  compareTerms,
  depositOf,
  hasTerms,
  type Offer,
  type Terms,
  type TermsFilter,
} from '../domain/offer.ts'
import type { Market, InstitutionBook } from '../market/market.ts'
import { compareDecimals, compareText, type Decimal } from '../domain/decimal.ts'
import type { Standing } from '../market/standing.ts'
import { freshnessOf } from './freshness.ts'
import { isInstitution, type InstitutionFilter } from './institutions.ts'

/** An offer, with the source of the latest sheet that listed it. */
export type CurrentOffer = Offer & {
  readonly institution: Institution
  readonly currency: string
  readonly scrapedAt: Instant
  readonly sourceUrl: string
}

/** The offers of active institutions, by institution id, terms order and minimum deposit. Each institution is read when the list reaches it. */
export function currentOffers(market: Market, filter: OfferFilter): IteratorObject<CurrentOffer> {
  const currency = market.currency ?? ''
  return standingOffers(market, filter).map(({ institution, standing, offer }) => {
    const { scrapedAt, sourceUrl } = standing
    return { ...offer, institution, currency, scrapedAt, sourceUrl }
  })
}

/** Restricts a query to some offers; a property that is absent or undefined does not restrict. */
export type OfferFilter = InstitutionFilter & TermsFilter & DepositFilter & FreshFilter

/** Restricts a query to what somebody with an amount can have: for some terms, the tier with the highest rate that it reaches. */
export type DepositFilter = { readonly deposit?: Decimal | undefined }

/** Restricts a query to institutions whose rates are not stale at an instant. */
export type FreshFilter = { readonly freshAt?: Instant | undefined }

/** One set of terms, for one type of institution or all types. */
export type TermsAndType = Terms & Pick<InstitutionFilter, 'type'>

/** An offer of an active institution, and the offers for the same terms among which it stands. */
export type StandingOffer = {
  readonly book: InstitutionBook
  readonly institution: Institution
  readonly standing: Standing
  readonly offer: Offer
}

/** The offers of active institutions that pass a filter, by institution id, terms order and minimum deposit. */
export function standingOffers(market: Market, filter: OfferFilter): IteratorObject<StandingOffer> {
  return market.institutions.values().flatMap((book) => standingOffersOf(book, filter))
}

/** Those of one institution. */
export function standingOffersOf(book: InstitutionBook, filter: OfferFilter): StandingOffer[] {
  return offersWith(book, filter, ({ offers }) => offers)
}

/** At most one offer for each institution and terms: the headline offer, or with an amount the best that it reaches. */
export function headlineOffers(market: Market, filter: OfferFilter): IteratorObject<StandingOffer> {
  return market.institutions
    .values()
    .flatMap((book) => offersWith(book, filter, ({ offers }) => [offers[0]]))
}

function offersWith(
  book: InstitutionBook,
  filter: OfferFilter,
  withoutDeposit: (standing: Standing) => readonly Offer[],
): StandingOffer[] {
  const { institution } = book
  const { deposit, freshAt } = filter
  if (!institution.active || !isInstitution(institution, filter)) return []
  if (freshAt !== undefined && freshnessOf(book, freshAt)?.isStale !== false) return []
  const choose =
    deposit === undefined
      ? withoutDeposit
      : (standing: Standing) => bestWithin(standing.offers, deposit)
  return [...book.standing.values()]
    .filter(({ offers }) => hasTerms(offers[0], filter))
    .toSorted((a, b) => compareTerms(a.offers[0], b.offers[0]))
    .flatMap((standing) =>
      choose(standing).map((offer) => ({ book, institution, standing, offer })),
    )
}

/** The tier with the highest rate whose minimum deposit an amount reaches; of equal rates, the lowest minimum. */
function bestWithin(offers: readonly Offer[], deposit: Decimal): readonly Offer[] {
  let best: Offer | undefined
  for (const offer of offers) {
    if (compareDecimals(depositOf(offer), deposit) > 0) continue
    if (best === undefined || compareDecimals(offer.rate, best.rate) > 0) best = offer
  }
  return best === undefined ? [] : [best]
}

/** Highest rate first, then institution id: the order of a comparison and of best rates. */
export function compareByRate(a: StandingOffer, b: StandingOffer): number {
  return (
    compareDecimals(b.offer.rate, a.offer.rate) || compareText(a.institution.id, b.institution.id)
  )
}

/**
 * One offer of each institution for one set of terms, highest rate first, then institution id: the headline offer, or with an
 * amount the best that it reaches.
 */
export function comparison(
  market: Market,
  filter: TermsAndType & DepositFilter & FreshFilter,
): StandingOffer[] {
  return headlineOffers(market, filter).toArray().toSorted(compareByRate)
}
