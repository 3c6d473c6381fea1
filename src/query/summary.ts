import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../domain/institution.ts'
import { compareTerms, keyOf, type Terms } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import { figuresOf, type Figures } from './figures.ts'
import type { InstitutionFilter, TermsFilter } from './filter.ts'
import { standingOffers } from './standing-offers.ts'

/** The headline offers of one type of institution for one set of terms, measured. */
export type SummaryGroup = Figures & { readonly type: InstitutionType; readonly terms: Terms }

/** Every group of the market that passes the filter: type, then terms order; its tenure in canonical form. */
export function summary(
  market: Market,
  filter: Omit<InstitutionFilter, 'institutionId'> & TermsFilter,
): SummaryGroup[] {
  const groups = new Map<
    string,
    { type: InstitutionType; terms: Terms; rates: [Decimal, ...Decimal[]] }
  >()
  for (const { institution, headline } of standingOffers(market, filter)) {
    const { type } = institution
    const key = `${type} ${keyOf(headline)}`
    const group = groups.get(key)
    if (group !== undefined) {
      group.rates.push(headline.rate)
      continue
    }
    const { variant, payout } = headline
    const terms = { variant, tenure: canonicalDecimal(headline.tenure), payout }
    groups.set(key, { type, terms, rates: [headline.rate] })
  }
  return Array.from(groups.values(), ({ type, terms, rates }) => ({
    type,
    terms,
    ...figuresOf(rates),
  })).toSorted(
    (a, b) =>
      institutionTypes.indexOf(a.type) - institutionTypes.indexOf(b.type) ||
      compareTerms(a.terms, b.terms),
  )
}
