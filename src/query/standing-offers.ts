import { compareDecimals, compareText } from '../domain/decimal.ts'
import {
  compareTerms,
  hasTerms,
  keyOf,
  type Offer,
  type Terms,
  type TermsFilter,
  type TermsKey,
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
  const key = keyOfAll(filter)
  const found: StandingOffer[] = []
  for (const book of market.institutions.values()) {
    const { institution } = book
    if (!institution.active || !isInstitution(institution, filter)) continue
    const own = key === undefined ? passing(book, filter) : [book.standing.get(key)]
    for (const standing of own) {
      if (standing === undefined) continue
      found.push({ book, institution, standing, headline: standing.offers[0] })
    }
  }
  return found
}

/** Highest rate first, then institution id: the order of a comparison and of best rates. */
export function compareByRate(a: StandingOffer, b: StandingOffer): number {
  return (
    compareDecimals(b.headline.rate, a.headline.rate) ||
    compareText(a.institution.id, b.institution.id)
  )
}

/** The key of the terms if the filter names all of them. */
function keyOfAll({ variant, tenure, payout }: TermsFilter): TermsKey | undefined {
  if (variant === undefined || tenure === undefined || payout === undefined) return undefined
  return keyOf({ variant, tenure, payout })
}

/** The offers for the terms that pass a filter, in terms order. */
function passing({ standing }: InstitutionBook, filter: TermsFilter): readonly Standing[] {
  return [...standing.values()]
    .filter(({ offers }) => hasTerms(offers[0], filter))
    .toSorted((a, b) => compareTerms(a.offers[0], b.offers[0]))
}
