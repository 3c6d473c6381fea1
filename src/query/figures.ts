import { meanOfUnits, mostPlaces, scaleOf, unitsOf, type Decimal } from '../domain/decimal.ts'

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

/** A rate that is parsed once and then compared and added many times. */
export type ParsedRate = {
  readonly text: Decimal
  /** The value in units of 10^-`mostPlaces`, so it is exact for every decimal. */
  readonly units: bigint
  readonly scale: number
}

/** Parses a rate. */
export function parseRate(text: Decimal): ParsedRate {
  return { text, units: unitsOf(text, mostPlaces), scale: scaleOf(text) }
}

/** A function that parses rates and keeps the result for each text. */
export function rateParser(): (text: Decimal) => ParsedRate {
  const parsed = new Map<Decimal, ParsedRate>()
  return (text) => {
    let rate = parsed.get(text)
    if (rate === undefined) parsed.set(text, (rate = parseRate(text)))
    return rate
  }
}

/**
 * The figures of some rates, `undefined` if there are none. Median and average have the finest scale of the group.
 * Of several printings of the least rate it gives the shortest, of the highest the longest.
 */
export function figuresOf(rates: readonly ParsedRate[]): Figures | undefined {
  const rising = rates.toSorted(compareRates)
  const count = rising.length
  const [least, most] = [rising[0], rising[count - 1]]
  const [low, high] = [rising[(count - 1) >> 1], rising[count >> 1]]
  if (!least || !most || !low || !high) return undefined
  const places = rising.reduce((finest, { scale }) => Math.max(finest, scale), leastPlaces)
  const sum = rising.reduce((total, { units }) => total + units, 0n)
  return {
    count,
    least: least.text,
    median: meanOfUnits(low.units + high.units, 2, mostPlaces, places),
    most: most.text,
    average: meanOfUnits(sum, count, mostPlaces, places),
  }
}

function compareRates(a: ParsedRate, b: ParsedRate): number {
  if (a.units === b.units) return a.scale - b.scale
  return a.units < b.units ? -1 : 1
}
