import type { Direction } from '../../domain/change.ts'
import type { Day } from '../../domain/day.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  tierKeyOf,
  type Terms,
  type TermsKey,
  type Tier,
  type TierKey,
} from '../../domain/offer.ts'

/** The changes of all tiers of an institution. */
export type RateHistory = {
  /** Every change but withdrawals, oldest first. */
  readonly records: readonly RateRecord[]
  /** Every change of each series, oldest first, by the tier under which it goes on now. */
  readonly series: ReadonlyMap<TierKey, readonly SeriesStep[]>
  readonly terms: ReadonlyMap<TermsKey, InstitutionTerms>
}

/** One change of a series. */
export type SeriesStep = RateRecord | WithdrawalStep

/** A record of the rate history. */
export type RateRecord = PreviousRate & {
  readonly terms: InstitutionTerms
  /** The minimum deposit after and before the change. They differ only if the change moved the series to another one. */
  readonly minimumDeposit: Decimal
  readonly previousMinimumDeposit: Decimal
  readonly previous: Decimal
  readonly rate: Decimal
  readonly direction: Direction
  readonly entry: EntryRef
}

/** The end of an offer: a step of its series, but not a record of the rate history. */
type WithdrawalStep = PreviousRate & {
  readonly terms: InstitutionTerms
  readonly minimumDeposit: Decimal
  readonly previous: Decimal
  readonly direction: 'withdrawn'
  readonly entry: EntryRef
}

/** Terms in their first printing, and the institution. All its steps of these terms share one object, so it can be compared. */
export type InstitutionTerms = Terms & { readonly institutionId: string }

/** When the rate before a step was entered, last seen and withdrawn. */
export type PreviousRate = {
  /** The entry of the last record of the series that has the previous rate; `undefined` for the first rate. */
  readonly previousEntry: EntryRef | undefined
  /** The last confirmation of the previous rate before the step; a withdrawal keeps it. `undefined` for the first rate. */
  readonly previousSeenAt: Instant | undefined
  /** When the offer was first withdrawn after the previous rate; `undefined` if it was not withdrawn before the step. */
  readonly previousWithdrawnAt: Instant | undefined
}

/** The entry that a step comes from. All steps of an entry share one object. */
export type EntryRef = {
  readonly position: number
  readonly at: Instant
  /** The position of the corrected sheet, if the entry is a correction. */
  readonly correctionOf?: number
  /** When the figures were read, if the entry is a rate sheet. */
  readonly readAt?: Instant
  /** The page that was read, if the entry is a rate sheet. */
  readonly sourceUrl?: string
  /** The day that the page prints, if the source definition names one. */
  readonly printedDay?: Day | undefined
}

/** The direction of the last change of a rate; `flat` if it never changed. */
export type Trend = 'up' | 'down' | 'flat'

/** The last rate of a tier, withdrawn or not; `undefined` if no series has it. */
export function lastRate({ series }: RateHistory, tier: Tier): Decimal | undefined {
  const last = series.get(tierKeyOf(tier))?.at(-1)
  if (last === undefined) return undefined
  return isRecord(last) ? last.rate : last.previous
}

/** The last record of a tier; `undefined` if no series has it. */
export function lastChange({ series }: RateHistory, tier: Tier): RateRecord | undefined {
  return series.get(tierKeyOf(tier))?.findLast(isRecord)
}

/** The last raise or cut of a tier, or its first record if its rate never changed; `undefined` if no series has it. */
export function lastMove({ series }: RateHistory, tier: Tier): RateRecord | undefined {
  const steps = series.get(tierKeyOf(tier))
  return steps?.findLast(isMove) ?? steps?.find(isRecord)
}

/** The direction of the last raise or cut of a tier; `flat` if there was none. */
export function trendOf(history: RateHistory, tier: Tier): Trend {
  const { direction = 'flat' } = lastMove(history, tier) ?? {}
  return direction === 'initial' ? 'flat' : direction
}

/** Whether a step is a record of the rate history, not a withdrawal. */
export function isRecord(step: SeriesStep): step is RateRecord {
  return step.direction !== 'withdrawn'
}

/** Whether a step is a raise or cut. */
export function isMove(step: SeriesStep): step is RateRecord {
  return step.direction === 'up' || step.direction === 'down'
}
