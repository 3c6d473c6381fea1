import { compareDecimals, meanOf, medianOf, scaleOf, type Decimal } from '../domain/decimal.ts'

/** The digits after the point that a median or average has at least (design, section 4). */
export const leastPlaces = 3

/** What `/summary` says of a group's rates, in percent per annum. */
export type Figures = {
  /** Each institution has one headline offer for some terms, so this counts institutions. */
  readonly count: number
  readonly least: Decimal
  readonly median: Decimal
  readonly most: Decimal
  readonly average: Decimal
}

/**
 * The figures of one or more rates; median and average have three digits, or the group's finest scale if that is finer.
 * Of several printings of the least rate the shortest is given, of the most the longest, in whatever order they come.
 */
export function figuresOf(rates: readonly [Decimal, ...Decimal[]]): Figures {
  const rising = rates.toSorted((a, b) => compareDecimals(a, b) || scaleOf(a) - scaleOf(b))
  const places = Math.max(leastPlaces, ...rising.map(scaleOf))
  return {
    count: rising.length,
    least: rising[0] ?? rates[0],
    median: medianOf(rising, places),
    most: rising.at(-1) ?? rates[0],
    average: meanOf(rising, places),
  }
}
