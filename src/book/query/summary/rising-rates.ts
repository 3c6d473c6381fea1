import {
  compareDecimals,
  meanOfUnits,
  medianOf,
  mostPlaces,
  scaleOf,
  unitsOf,
  type Decimal,
} from '../../../domain/decimal.ts'
import { countWhile } from '../../../domain/text.ts'

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

/** Rates in rising order, and their sum in units of 10^-`mostPlaces`. */
type RisingRates = { readonly rising: Decimal[]; sum: bigint }

/** A group without rates. */
export function noRates(): RisingRates {
  return { rising: [], sum: 0n }
}

/** Adds a rate at its place. */
export function addRate(rates: RisingRates, rate: Decimal): void {
  rates.rising.splice(placeOf(rates, rate), 0, rate)
  rates.sum += unitsOf(rate, mostPlaces)
}

/** Takes out a rate that was added. */
export function removeRate(rates: RisingRates, rate: Decimal): void {
  rates.rising.splice(placeOf(rates, rate), 1)
  rates.sum -= unitsOf(rate, mostPlaces)
}

/** Of several printings of one rate, the shortest comes first. */
function placeOf({ rising }: RisingRates, rate: Decimal): number {
  return countWhile(
    rising,
    (one) => (compareDecimals(one, rate) || scaleOf(one) - scaleOf(rate)) < 0,
  )
}

/**
 * The figures of some rates, `undefined` if there are none. Median and average have the finest scale of the group.
 * Of several printings of one rate, that with the most digits counts.
 */
export function figuresOfRates({ rising, sum }: RisingRates): Figures | undefined {
  const [lowest, most] = [rising.at(0), rising.at(-1)]
  if (lowest === undefined || most === undefined) return undefined
  const least = rising[countWhile(rising, (one) => compareDecimals(one, lowest) <= 0) - 1] ?? lowest
  const places = Math.max(leastPlaces, ...rising.map(scaleOf))
  return {
    count: rising.length,
    least,
    median: medianOf(rising, places),
    most,
    average: meanOfUnits(sum, rising.length, mostPlaces, places),
  }
}

/** The figures of some rates in any order, `undefined` if there are none. */
export function figuresOf(unsorted: readonly Decimal[]): Figures | undefined {
  const rates = noRates()
  for (const rate of unsorted) addRate(rates, rate)
  return figuresOfRates(rates)
}
