import { keyOf, type Terms } from '../domain/offer.ts'
import type { InstitutionBook, RateRecord, SeriesStep } from './market.ts'

/** The direction of the last change of a rate; `flat` if it never changed. */
export type Trend = 'up' | 'down' | 'flat'

/** The last record of some terms, withdrawn or not; `undefined` if they were never offered. */
export function lastRecord({ series }: InstitutionBook, terms: Terms): RateRecord | undefined {
  return series.get(keyOf(terms))?.findLast(isRecord)
}

/** The direction of the last raise or cut of some terms; `flat` if there was none. */
export function trendOf({ series }: InstitutionBook, terms: Terms): Trend {
  const steps = series.get(keyOf(terms)) ?? []
  for (const { direction } of steps.toReversed()) {
    if (direction === 'up' || direction === 'down') return direction
  }
  return 'flat'
}

/** Whether a step is a record of the rate history, not a withdrawal. */
function isRecord(step: SeriesStep): step is RateRecord {
  return step.direction !== 'withdrawn'
}
