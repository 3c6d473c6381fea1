import { canonicalDecimal } from '../../domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../../domain/institution.ts'
import { compareTerms, keyOf, type Terms } from '../../domain/offer.ts'
import type { Market } from '../../market/market.ts'
import { headlineOffers, type OfferFilter } from '../current-offers.ts'
import { figuresOf, type Figures } from './rising-rates.ts'

/** The statistics of the headline offers of one type of institution for one set of terms. */
export type SummaryGroup = {
  readonly type: InstitutionType
  /** The tenure is in canonical form. */
  readonly terms: Terms
  readonly figures: Figures
}

/** The groups of the offers that pass a filter: type, then terms order. */
export function summary(market: Market, filter: Omit<OfferFilter, 'deposit'>): SummaryGroup[] {
  const groups = Map.groupBy(
    headlineOffers(market, filter),
    ({ institution, offer }) => `${institution.type} ${keyOf(offer)}`,
  )
  const summaries: SummaryGroup[] = []
  for (const offers of groups.values()) {
    const [first] = offers
    const figures = figuresOf(offers.map(({ offer }) => offer.rate))
    if (first === undefined || figures === undefined) continue
    const { institution, offer } = first
    summaries.push({ type: institution.type, terms: canonicalTerms(offer), figures })
  }
  return summaries.toSorted(compareGroups)
}

/** The terms with the tenure in canonical form. */
export function canonicalTerms({ variant, tenure, payout }: Terms): Terms {
  return { variant, tenure: canonicalDecimal(tenure), payout }
}

function compareGroups(a: SummaryGroup, b: SummaryGroup): number {
  return (
    institutionTypes.indexOf(a.type) - institutionTypes.indexOf(b.type) ||
    compareTerms(a.terms, b.terms)
  )
}
