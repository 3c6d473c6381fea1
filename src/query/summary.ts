import { canonicalDecimal } from '../domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../domain/institution.ts'
import {
  compareTerms,
  hasTerms,
  type Offer,
  type Terms,
  type TermsFilter,
  type TermsKey,
} from '../domain/offer.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import { figuresOf, rateParser, type Figures } from './figures.ts'

/** The statistics of the headline offers of one type of institution for one set of terms. */
export type SummaryGroup = {
  readonly type: InstitutionType
  /** The tenure is in canonical form. */
  readonly terms: Terms
  readonly figures: Figures
}

/** Restricts the summary to some groups. */
export type SummaryFilter = TermsFilter & { readonly type?: InstitutionType | undefined }

/** The groups that pass a filter: type, then terms order. */
export function summary({ institutions }: Market, filter: SummaryFilter): SummaryGroup[] {
  const types = filter.type === undefined ? institutionTypes : [filter.type]
  const books = [...institutions.values()].filter(({ institution }) => institution.active)
  return types.flatMap((type) => {
    const ofType = books.filter(({ institution }) => institution.type === type)
    return groupsOf(headlinesOf(ofType, filter), type)
  })
}

function headlinesOf(
  books: readonly InstitutionBook[],
  filter: TermsFilter,
): ReadonlyMap<TermsKey, readonly Offer[]> {
  const headlines = new Map<TermsKey, Offer[]>()
  for (const { standing } of books) {
    for (const [key, { offers }] of standing) {
      if (!hasTerms(offers[0], filter)) continue
      const group = headlines.get(key)
      if (group === undefined) headlines.set(key, [offers[0]])
      else group.push(offers[0])
    }
  }
  return headlines
}

function groupsOf(
  headlines: ReadonlyMap<TermsKey, readonly Offer[]>,
  type: InstitutionType,
): SummaryGroup[] {
  const parse = rateParser()
  const groups: SummaryGroup[] = []
  for (const offers of headlines.values()) {
    const [first] = offers
    const figures = figuresOf(offers.map(({ rate }) => parse(rate)))
    if (first === undefined || figures === undefined) continue
    const { variant, tenure, payout } = first
    groups.push({ type, terms: { variant, tenure: canonicalDecimal(tenure), payout }, figures })
  }
  return groups.toSorted((a, b) => compareTerms(a.terms, b.terms))
}
