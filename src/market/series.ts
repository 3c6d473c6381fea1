import { tierKeyOf, type Tier } from '../domain/offer.ts'
import type { InstitutionBook, RateRecord, SeriesStep } from './market.ts'

/** The direction of the last change of a rate; `flat` if it never changed. */
export type Trend = 'up' | 'down' | 'flat'

/** The last record of a tier, withdrawn or not; `undefined` if it was never offered. */
export function lastRecord({ series }: InstitutionBook, tier: Tier): RateRecord | undefined {
  return series.get(tierKeyOf(tier))?.findLast(isRecord)
}

/** The direction of the last raise or cut of a tier; `flat` if there was none. */
export function trendOf({ series }: InstitutionBook, tier: Tier): Trend {
  const steps = series.get(tierKeyOf(tier)) ?? []
  for (const { direction } of steps.toReversed()) {
    if (direction === 'up' || direction === 'down') return direction
  }
  return 'flat'
}

/** Whether a step is a record of the rate history, not a withdrawal. */
function isRecord(step: SeriesStep): step is RateRecord {
  return step.direction !== 'withdrawn'
}
