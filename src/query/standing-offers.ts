import { compareTerms, hasTerms, keyOf, type Offer, type TermsFilter } from '../domain/offer.ts'
import type { Institution } from '../domain/institution.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import type { Standing } from '../market/standing.ts'
import { isInstitution, type InstitutionFilter } from './filter.ts'

/** What stands for some terms at an active institution, with its headline offer. */
export type StandingOffer = {
  readonly book: InstitutionBook
  readonly institution: Institution
  readonly standing: Standing
  readonly headline: Offer
}

/** Everything that stands at active institutions, by institution id, then in terms order. */
export function standingOffers(
  market: Market,
  filter: InstitutionFilter & TermsFilter,
): StandingOffer[] {
  const found: StandingOffer[] = []
  for (const book of market.institutions.values()) {
    const { institution } = book
    if (!institution.active || !isInstitution(institution, filter)) continue
    const own = standingOf(book, filter)
    for (const standing of own.toSorted((a, b) => compareTerms(a.offers[0], b.offers[0]))) {
      found.push({ book, institution, standing, headline: standing.offers[0] })
    }
  }
  return found
}

/** What stands for the terms that are asked for: looked up where they are all named, and else gone through. */
function standingOf({ standing }: InstitutionBook, filter: TermsFilter): readonly Standing[] {
  const { variant, tenure, payout } = filter
  if (variant === undefined || tenure === undefined || payout === undefined) {
    return [...standing.values()].filter(({ offers }) => hasTerms(offers[0], filter))
  }
  const found = standing.get(keyOf({ variant, tenure, payout }))
  return found === undefined ? [] : [found]
}
