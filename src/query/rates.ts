import { meanOfUnits, scaleOf, unitsOf, type Decimal } from '../domain/decimal.ts'
import { leastPlaces, type Figures } from './figures.ts'

/** A rate, as a whole number of units of which one is `digits` digits after the point: exact for all that are beside it. */
export type Rate = { readonly text: Decimal; readonly units: bigint; readonly scale: number }

/** Different rates, rising; of several printings of a value the shorter first. A rate's rank is its place among them. */
export type RankedRates = {
  readonly rates: readonly Rate[]
  readonly digits: number
  readonly rankOf: (text: Decimal) => number
}

/** Ranks some rates: each text is read once, however often it is among them. */
export function rankRates(texts: Iterable<Decimal>): RankedRates {
  const different = [...new Set(texts)]
  const digits = different.reduce((most, text) => Math.max(most, scaleOf(text)), leastPlaces)
  const rates = different
    .map((text) => ({ text, units: unitsOf(text, digits), scale: scaleOf(text) }))
    .toSorted((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : a.scale - b.scale))
  const ranks = new Map(rates.map(({ text }, rank) => [text, rank]))
  return { rates, digits, rankOf: (text) => ranks.get(text) ?? -1 }
}

/** The figures of one or more rates, given by their ranks in rising order: the same as `figuresOf` says of them. */
export function figuresOfRanks(
  { rates, digits }: RankedRates,
  rising: ArrayLike<number>,
  { sum, finest }: { readonly sum: bigint; readonly finest: number },
): Figures {
  const count = rising.length
  const rateAt = (index: number): Rate => {
    const rate = rates[rising[index] ?? -1]
    if (rate === undefined) throw new Error('There are no figures of no rates.')
    return rate
  }
  const places = Math.max(leastPlaces, finest)
  const middle = rateAt((count - 1) >>> 1).units + rateAt(count >>> 1).units
  return {
    count,
    least: rateAt(0).text,
    median: meanOfUnits(middle, 2, digits, places),
    most: rateAt(count - 1).text,
    average: meanOfUnits(sum, count, digits, places),
  }
}
