import {
  compareDecimals,
  compareProducts,
  meanOf,
  medianOf,
  scaleOf,
  type Decimal,
} from '../../src/domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../../src/domain/institution.ts'
import type { SummaryRow } from '../api/api.ts'
import type { MarketOffer } from './best-offers.ts'
import { toDecimal } from './format.ts'

/** The figures of the headline rates that a view counts. `/summary` has the same of all institutions. */
export type RateFigures = Pick<
  SummaryRow,
  | 'institution_type'
  | 'institution_count'
  | 'min_rate_pa'
  | 'median_rate_pa'
  | 'avg_rate_pa'
  | 'max_rate_pa'
>

/** The places after the point of a median or an average, as in `/summary`. */
const leastPlaces = 3

/** The figures of banks and of finance companies; a type without offers has none. */
export function rateFigures(offers: readonly MarketOffer[]): readonly RateFigures[] {
  return institutionTypes.flatMap((type) =>
    figuresOfType(
      type,
      offers
        .filter((offer) => offer.institution_type === type)
        .map((offer) => toDecimal(offer.rate_pa)),
    ),
  )
}

/** The figures of some rates of one type, as a list of one; without rates it is empty. */
export function figuresOfType(
  type: InstitutionType,
  rates: readonly Decimal[],
): readonly RateFigures[] {
  const rising = rates.toSorted(compareDecimals)
  const [lowest, highest] = [rising.at(0), rising.at(-1)]
  if (lowest === undefined || highest === undefined) return []
  const places = Math.max(leastPlaces, ...rising.map(scaleOf))
  return [
    {
      institution_type: type,
      institution_count: rising.length,
      min_rate_pa: lowest,
      median_rate_pa: medianOf(rising, places),
      avg_rate_pa: meanOf(rising, places),
      max_rate_pa: highest,
    },
  ]
}

/** Whether a rate is more than twice the median of its type. A misprint should not be believed silently. */
export function isFarAbove(rate: Decimal, median: Decimal): boolean {
  return compareProducts([rate], [two, median]) > 0
}

const two = '2' as Decimal
