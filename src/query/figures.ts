import { compareDecimals, meanOf, medianOf, scaleOf, type Decimal } from '../domain/decimal.ts'

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
