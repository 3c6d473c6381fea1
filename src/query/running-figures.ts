import { countBefore } from '../market/rows.ts'
import type { Figures } from './figures.ts'
import { figuresOfRanks, type RankedRates } from './rates.ts'

/** The figures of a group whose rates come and go: the same as `figuresOf` them, without sorting or adding them up anew. */
export type RunningFigures = {
  readonly add: (rank: number) => void
  /** Takes out a rate that was added. */
  readonly remove: (rank: number) => void
  /** `undefined` where there is no rate. */
  readonly figures: () => Figures | undefined
}

/** The figures of no rates yet; those that will come are among the ranked. */
export function runningFigures(ranked: RankedRates): RunningFigures {
  const { rates, digits } = ranked
  const rising: number[] = []
  const withScale = Array.from({ length: digits + 1 }, () => 0)
  let sum = 0n
  const placeOf = (rank: number): number =>
    countBefore(rising.length, (index) => (rising[index] ?? rank) < rank)
  const count = (rank: number, more: 1 | -1): void => {
    const { units = 0n, scale = 0 } = rates[rank] ?? {}
    withScale[scale] = (withScale[scale] ?? 0) + more
    sum += more === 1 ? units : -units
  }
  return {
    add(rank) {
      rising.splice(placeOf(rank), 0, rank)
      count(rank, 1)
    },
    remove(rank) {
      rising.splice(placeOf(rank), 1)
      count(rank, -1)
    },
    figures() {
      if (rising.length === 0) return undefined
      const finest = withScale.findLastIndex((many) => many > 0)
      return figuresOfRanks(ranked, rising, { sum, finest })
    },
  }
}
