import { compareDecimals, compareText } from '../domain/decimal.ts'
import {
  compareTerms,
  hasTerms,
  type Offer,
  type Terms,
  type TermsFilter,
} from '../domain/offer.ts'
import type { Institution } from '../domain/institution.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import type { Standing } from '../market/standing.ts'
import { isInstitution, type InstitutionFilter } from './institutions.ts'

/** Restricts a query to some offers; a property that is absent or undefined does not restrict. */
export type OfferFilter = InstitutionFilter & TermsFilter

/** One set of terms, for one type of institution or all types. */
export type TermsAndType = Terms & Pick<InstitutionFilter, 'type'>

/** The offers of an active institution for some terms, and the headline offer among them. */
export type StandingOffer = {
  readonly book: InstitutionBook
  readonly institution: Institution
  readonly standing: Standing
  readonly headline: Offer
}

/** The offers of active institutions that pass a filter, by institution id, then terms order. */
export function standingOffers(market: Market, filter: OfferFilter): StandingOffer[] {
  return [...market.institutions.values()]
    .filter(({ institution }) => institution.active && isInstitution(institution, filter))
    .flatMap((book) =>
      [...book.standing.values()]
        .map((standing) => ({
          book,
          institution: book.institution,
          standing,
          headline: standing.offers[0],
        }))
        .filter(({ headline }) => hasTerms(headline, filter))
        .toSorted((a, b) => compareTerms(a.headline, b.headline)),
    )
}

/** Highest rate first, then institution id: the order of a comparison and of best rates. */
export function compareByRate(a: StandingOffer, b: StandingOffer): number {
  return (
    compareDecimals(b.headline.rate, a.headline.rate) ||
    compareText(a.institution.id, b.institution.id)
  )
}
