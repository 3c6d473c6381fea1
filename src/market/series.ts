import type { Decimal } from '../domain/decimal.ts'
import { tierKeyOf, type Tier } from '../domain/offer.ts'
import type { RateRecord, SeriesStep, Timeline } from './market.ts'

/** The direction of the last change of a rate; `flat` if it never changed. */
export type Trend = 'up' | 'down' | 'flat'

/** The last rate of a tier, withdrawn or not; `undefined` if no series has it. */
export function lastRate({ series }: Timeline, tier: Tier): Decimal | undefined {
  const last = series.get(tierKeyOf(tier))?.at(-1)
  if (last === undefined) return undefined
  return isRecord(last) ? last.rate : last.previous
}

/** The last record of a tier; `undefined` if no series has it. */
export function lastChange({ series }: Timeline, tier: Tier): RateRecord | undefined {
  return series.get(tierKeyOf(tier))?.findLast(isRecord)
}

/** The direction of the last raise or cut of a tier; `flat` if there was none. */
export function trendOf({ series }: Timeline, tier: Tier): Trend {
  const last = series.get(tierKeyOf(tier))?.findLast(isMove)
  return last === undefined ? 'flat' : (last.direction as Trend)
}

/** Whether a step is a record of the rate history, not a withdrawal. */
export function isRecord(step: SeriesStep): step is RateRecord {
  return step.direction !== 'withdrawn'
}

/** Whether a step is a raise or cut. */
export function isMove(step: SeriesStep): step is RateRecord {
  return step.direction === 'up' || step.direction === 'down'
}
