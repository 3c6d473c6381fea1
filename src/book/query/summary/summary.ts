import { includes, lengthOf, rangeOf } from '../../../domain/applies-to.ts'
import { canonicalDecimal, type CanonicalDecimal, type Decimal } from '../../../domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../../../domain/institution.ts'
import { compareTerms, type Terms } from '../../../domain/offer.ts'
import type { Market } from '../../market/market.ts'
import {
  headlineOf,
  standingOffers,
  type OfferFilter,
  type StandingOffer,
} from '../current-offers.ts'
import { figuresOf, type Figures } from './rising-rates.ts'

/** The statistics of the headline offers of one type of institution for one set of terms. */
export type SummaryGroup = {
  readonly type: InstitutionType
  /** The tenure is in canonical form. */
  readonly terms: Terms
  readonly figures: Figures
}

/**
 * The groups at the tenure of a filter, or at every tenure at which an offer or a range begins: type, then terms order. A group
 * measures all offers that apply to its tenure.
 */
export function summary(market: Market, filter: Omit<OfferFilter, 'deposit'>): SummaryGroup[] {
  const { tenure } = filter
  const groups = Map.groupBy(
    standingOffers(market, filter),
    ({ institution: { type }, offer: { variant, payout } }) => `${type} ${variant} ${payout}`,
  )
  return [...groups.values()]
    .flatMap((offers) => {
      const [{ institution, offer }] = offers as [StandingOffer, ...StandingOffer[]]
      return [...offersByTenure(offers, tenure)].flatMap(([at, applying]) => {
        const figures = figuresOf(headlineRates(applying))
        const terms = { variant: offer.variant, tenure: at, payout: offer.payout }
        return figures === undefined ? [] : [{ type: institution.type, terms, figures }]
      })
    })
    .toSorted(compareGroups)
}

/** The offers that apply to each tenure: to one, or to all at which one of them begins. */
function offersByTenure(
  offers: readonly StandingOffer[],
  tenure: Decimal | undefined,
): ReadonlyMap<CanonicalDecimal, readonly StandingOffer[]> {
  if (tenure !== undefined) return new Map([[canonicalDecimal(tenure), offers]])
  const beginning = Map.groupBy(offers, ({ offer }) => canonicalDecimal(offer.tenure))
  const ranges = offers
    .filter(({ offer }) => offer.tenureTo !== undefined)
    .map((one) => ({ one, range: rangeOf(one.offer) }))
  if (ranges.length === 0) return beginning
  return new Map(
    Array.from(beginning, ([at, some]) => {
      const length = lengthOf(at)
      const single = some.filter(({ offer }) => offer.tenureTo === undefined)
      const applying = ranges.filter(({ range }) => includes(range, length))
      return [at, [...single, ...applying.map(({ one }) => one)]]
    }),
  )
}

/** The rate of the headline offer of each institution. */
function headlineRates(offers: readonly StandingOffer[]): readonly Decimal[] {
  const ofInstitution = Map.groupBy(offers, ({ institution }) => institution.id)
  return [...ofInstitution.values()].flatMap(headlineOf).map(({ offer }) => offer.rate)
}

/** A tenure, variant and payout, with the tenure in canonical form. */
export function canonicalTerms({ variant, tenure, payout }: Terms): Terms {
  return { variant, tenure: canonicalDecimal(tenure), payout }
}

function compareGroups(a: SummaryGroup, b: SummaryGroup): number {
  return (
    institutionTypes.indexOf(a.type) - institutionTypes.indexOf(b.type) ||
    compareTerms(a.terms, b.terms)
  )
}
