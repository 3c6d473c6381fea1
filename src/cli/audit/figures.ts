import {
  canonicalDecimal,
  compareDecimals,
  compareText,
  meanOf,
  medianOf,
  scaleOf,
  withPlaces,
} from '../../domain/decimal.ts'
import { institutionTypes, type Institution } from '../../domain/institution.ts'
import { compareTerms, keyOf } from '../../domain/offer.ts'
import type { StandingRow } from '../../market/rederive.ts'
import type { Row } from './expected.ts'

/** A current offer with the record of its institution. */
export type InstitutionOffer = StandingRow & { readonly institution: Institution }

/** The rows that `/compare` should return: these offers of the same terms, at most one of each institution. */
export function expectedComparison(offers: readonly InstitutionOffer[]): Row[] {
  return offers
    .toSorted(
      (a, b) => compareDecimals(b.rate, a.rate) || compareText(a.institutionId, b.institutionId),
    )
    .map(({ position, institution, tenure, rate, payout }) => ({
      position,
      institution_id: institution.id,
      institution_name: institution.name,
      institution_type: institution.type,
      tenure_months: withPlaces(tenure, 2),
      rate_pa: withPlaces(rate, 3),
      payout_type: payout,
    }))
}

/** The rows that `/summary` should return for all headline offers. */
export function expectedSummary(headlines: readonly InstitutionOffer[]): Row[] {
  const groups = Map.groupBy(
    headlines.toSorted(
      (a, b) =>
        institutionTypes.indexOf(a.institution.type) -
          institutionTypes.indexOf(b.institution.type) || compareTerms(a, b),
    ),
    (headline) => `${headline.institution.type} ${keyOf(headline)}`,
  )
  return Array.from(groups.values(), (group) => {
    // Of several printings of the lowest rate the answer has the shortest, of the highest the longest.
    const rates = group
      .map(({ rate }) => rate)
      .toSorted((a, b) => compareDecimals(a, b) || scaleOf(a) - scaleOf(b))
    const places = Math.max(3, ...rates.map(scaleOf))
    const [first] = group
    return {
      position: group.reduce((most, { position }) => (position > most ? position : most), 0),
      institution_type: first?.institution.type,
      product_variant: first?.variant,
      tenure_months: first && withPlaces(canonicalDecimal(first.tenure), 2),
      payout_type: first?.payout,
      institution_count: rates.length,
      min_rate_pa: withPlaces(rates[0] ?? meanOf(rates, 3), 3),
      median_rate_pa: medianOf(rates, places),
      max_rate_pa: withPlaces(rates.at(-1) ?? meanOf(rates, 3), 3),
      avg_rate_pa: meanOf(rates, places),
    }
  })
}
