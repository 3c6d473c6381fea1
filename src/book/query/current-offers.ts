import { compareApplying, termsApplyingTo } from '../../domain/applies-to.ts'
import { compareDecimals, compareText, type Decimal } from '../../domain/decimal.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Institution } from '../../domain/institution.ts'
import {
  compareTerms,
  compareTiers,
  depositOf,
  keyOf,
  variants,
  type Offer,
  type Sheet,
  type Terms,
  type TermsFilter,
} from '../../domain/offer.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import { offersIn, type Standing } from '../market/standing.ts'
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

/** Restricts a query to what somebody with an amount can have: of each institution, the offer with the highest rate that it reaches. */
export type DepositFilter = { readonly deposit?: Decimal | undefined }

/** Restricts a query to institutions whose rates are not stale at an instant. */
export type FreshFilter = { readonly freshAt?: Instant | undefined }

/** A tenure, variant and payout, for one type of institution or all types. */
export type TermsAndType = Omit<Terms, 'tenureTo'> & Pick<InstitutionFilter, 'type'>

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
  const { institution } = book
  const { deposit, freshAt } = filter
  if (!institution.active || !isInstitution(institution, filter)) return []
  if (freshAt !== undefined && freshnessOf(book, freshAt)?.isStale !== false) return []
  const applies = termsApplyingTo(filter)
  const offers = [...book.standing.values()]
    .filter((standing) => applies(standing.offers[0]))
    .toSorted((a, b) => compareTerms(a.offers[0], b.offers[0]))
    .flatMap((standing) => standing.offers.map((offer) => ({ book, institution, standing, offer })))
  return deposit === undefined ? offers : bestWithin(offers, filter, deposit)
}

/** Of the offers that an amount reaches, that with the highest rate for each terms, or for each variant and payout at a tenure. */
function bestWithin(
  offers: readonly StandingOffer[],
  { tenure }: OfferFilter,
  deposit: Decimal,
): StandingOffer[] {
  const reached = offers.filter(({ offer }) => compareDecimals(depositOf(offer), deposit) <= 0)
  const choices = Map.groupBy(reached, ({ offer }) =>
    tenure === undefined ? keyOf(offer) : `${offer.variant} ${offer.payout}`,
  )
  return [...choices.values()]
    .flatMap((some) => firstOf(some, compareBest))
    .toSorted((a, b) => compareTiers(a.offer, b.offer))
}

function compareBest(a: StandingOffer, b: StandingOffer): number {
  return compareDecimals(b.offer.rate, a.offer.rate) || compareApplying(a.offer, b.offer)
}

/** Of the offers of an institution that apply to a tenure, the headline offer. */
export function headlineOf(offers: readonly StandingOffer[]): StandingOffer[] {
  return firstOf(offers, (a, b) => compareApplying(a.offer, b.offer))
}

/** The first of some offers in an order, as a list; empty if there are none. */
export function firstOf(
  offers: readonly StandingOffer[],
  compare: (a: StandingOffer, b: StandingOffer) => number,
): StandingOffer[] {
  return offers.toSorted(compare).slice(0, 1)
}

/** Highest rate first, then institution id: the order of a comparison and of best rates. */
export function compareByRate(a: StandingOffer, b: StandingOffer): number {
  return (
    compareDecimals(b.offer.rate, a.offer.rate) || compareText(a.institution.id, b.institution.id)
  )
}

/**
 * One offer of each institution for a tenure, variant and payout, highest rate first, then institution id: the headline offer,
 * or with an amount the best that it reaches.
 */
export function comparison(
  market: Market,
  filter: TermsAndType & DepositFilter & FreshFilter,
): StandingOffer[] {
  return market.institutions
    .values()
    .flatMap((book) => headlineOf(standingOffersOf(book, filter)))
    .toArray()
    .toSorted(compareByRate)
}

/** Restricts sheets to some institutions and terms. Not to a deposit: a sheet that lists some terms lists all their tiers. */
type SheetFilter = Omit<OfferFilter, 'deposit'>

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
