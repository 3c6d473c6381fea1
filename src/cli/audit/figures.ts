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
import { instantText } from '../../domain/instant.ts'
import { compareTerms, keyOf, payouts, variants } from '../../domain/offer.ts'
import type { Rederived } from '../../market/rederive.ts'
import type { Row } from './expected.ts'

/** A headline offer with the record of its institution. */
export type Headline = Rederived['offers'][number] & { readonly institution: Institution }

/** The headline offer for each institution and terms: the one with the lowest minimum deposit. */
export function headlinesOf({ institutions, offers }: Rederived): readonly Headline[] {
  const registered = new Map(institutions.map(({ institution }) => [institution.id, institution]))
  const headlines = new Map<string, Headline>()
  for (const offer of offers) {
    const key = `${offer.institutionId} ${keyOf(offer)}`
    const institution = registered.get(offer.institutionId)
    // The offers of an institution are in rising order of their deposits.
    if (institution !== undefined && !headlines.has(key))
      headlines.set(key, { ...offer, institution })
  }
  return [...headlines.values()]
}

/** The rows that `/compare` should return for the terms that these headline offers share. */
export function expectedComparison(headlines: readonly Headline[]): Row[] {
  return headlines
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

/** The rows that `/summary` should return. */
export function expectedSummary(headlines: readonly Headline[]): Row[] {
  const groups = Map.groupBy(
    headlines.toSorted(
      (a, b) =>
        institutionTypes.indexOf(a.institution.type) -
          institutionTypes.indexOf(b.institution.type) || compareTerms(a, b),
    ),
    (headline) => `${headline.institution.type} ${keyOf(headline)}`,
  )
  return Array.from(groups.values(), (group) => {
    const rates = group.map(({ rate }) => rate).toSorted(compareDecimals)
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

/** The rows that `/reports/best-rates` should return for all institutions. */
export function expectedBestRates(
  headlines: readonly Headline[],
  history: Rederived['history'],
): Row[] {
  const best = headlines.toSorted(
    (a, b) =>
      compareDecimals(b.rate, a.rate) ||
      compareText(a.institutionId, b.institutionId) ||
      compareDecimals(a.tenure, b.tenure) ||
      payouts.indexOf(a.payout) - payouts.indexOf(b.payout) ||
      variants.indexOf(a.variant) - variants.indexOf(b.variant),
  )
  const ofEach = Map.groupBy(best, ({ institutionId }) => institutionId)
  return Array.from(ofEach.values(), ([headline]) => {
    if (headline === undefined) return {}
    const records = history.filter(
      (record) =>
        record.institutionId === headline.institutionId && keyOf(record) === keyOf(headline),
    )
    const last = records.at(-1)
    const move = records.findLast(({ direction }) => direction === 'up' || direction === 'down')
    return {
      position: headline.position,
      institution_id: headline.institutionId,
      name: headline.institution.name,
      type: headline.institution.type,
      best_rate_pa: withPlaces(headline.rate, 3),
      best_tenure_months: withPlaces(headline.tenure, 2),
      best_payout_type: headline.payout,
      last_changed_at: last && instantText(last.at),
      trend: move?.direction ?? 'flat',
    }
  })
}
