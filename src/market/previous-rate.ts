import { sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { RateRecord, SeriesStep } from './market.ts'
import type { Standing } from './standing.ts'

type PreviousRate = Pick<RateRecord, 'previousEntry' | 'previousSeenAt' | 'previousWithdrawnAt'>

/** The first rate of a series has none before it. */
export const firstRate: PreviousRate = {
  previousEntry: undefined,
  previousSeenAt: undefined,
  previousWithdrawnAt: undefined,
}

/**
 * When the previous rate of the next step of a series was entered, last seen and withdrawn. `standing` has the offers for its
 * terms before the step. A rate that no longer stood was last seen before the step that ended it.
 */
export function previousRate(
  steps: readonly SeriesStep[],
  previous: Decimal,
  standing: Standing | undefined,
): PreviousRate {
  const found = steps.findLastIndex(
    (step) => step.direction !== 'withdrawn' && sameDecimal(step.rate, previous),
  )
  // Without such a record, a correction has replaced the rate of the last one.
  const index =
    found === -1 ? steps.findLastIndex(({ direction }) => direction !== 'withdrawn') : found
  const record = steps[index]
  if (record === undefined) return firstRate
  const next = steps[index + 1]
  return {
    previousEntry: record.entry,
    previousSeenAt: next === undefined ? standing?.confirmedAt : next.previousSeenAt,
    previousWithdrawnAt: steps.slice(index + 1).find(({ direction }) => direction === 'withdrawn')
      ?.entry.at,
  }
}
