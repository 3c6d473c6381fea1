import {
  canonicalDecimal,
  compareDecimals,
  meanOf,
  medianOf,
  scaleOf,
  type Decimal,
} from '../../domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../../domain/institution.ts'
import { compareTerms, keyOf, type Terms } from '../../domain/offer.ts'
import type { Market } from '../../market/market.ts'
import { headlineOffers, type OfferFilter } from '../current-offers.ts'

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

/** The digits after the point that a median or average has at least. */
export const leastPlaces = 3

/** The statistics of a group's rates, in percent per annum. */
export type Figures = {
  /** The number of institutions: each has one headline offer for some terms. */
  readonly count: number
  readonly least: Decimal
  readonly median: Decimal
  readonly most: Decimal
  readonly average: Decimal
}

/**
 * The figures of some rates, `undefined` if there are none. Median and average have the finest scale of the group.
 * Of several printings of the least rate it gives the shortest, of the highest the longest.
 */
export function figuresOf(rates: readonly Decimal[]): Figures | undefined {
  const rising = rates.toSorted((a, b) => compareDecimals(a, b) || scaleOf(a) - scaleOf(b))
  const [least, most] = [rising.at(0), rising.at(-1)]
  if (least === undefined || most === undefined) return undefined
  const places = Math.max(leastPlaces, ...rising.map(scaleOf))
  return {
    count: rising.length,
    least,
    median: medianOf(rising, places),
    most,
    average: meanOf(rising, places),
  }
}
