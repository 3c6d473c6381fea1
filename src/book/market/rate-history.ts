import type { Change, Direction } from '../../domain/change.ts'
import type { Day } from '../../domain/day.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  depositOf,
  keyOf,
  termsOf,
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
type PreviousRate = {
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

/** Whether a step is a record of the rate history, not a withdrawal. */
export function isRecord(step: SeriesStep): step is RateRecord {
  return step.direction !== 'withdrawn'
}

/** Whether a step is a raise or cut. */
export function isMove(step: SeriesStep): step is RateRecord {
  return step.direction === 'up' || step.direction === 'down'
}

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

/** A rate history to which changes are added. No market holds its arrays yet. */
export type RateHistoryDraft = {
  readonly records: RateRecord[]
  readonly series: Map<TierKey, SeriesStep[]>
  readonly terms: Map<TermsKey, InstitutionTerms>
}

/** A rate history without changes. */
export function newRateHistory(): RateHistoryDraft {
  return { records: [], series: new Map(), terms: new Map() }
}

/** Copies everything that `addChanges` may append to. */
export function copyRateHistory({ records, series, terms }: RateHistory): RateHistoryDraft {
  return {
    records: [...records],
    series: new Map(Array.from(series, ([key, steps]) => [key, [...steps]])),
    terms: new Map(terms),
  }
}

/** Adds the changes that an entry makes. `seenAt` says when a standing tier was last seen. Returns the raises and cuts among them. */
export function addChanges(
  history: RateHistoryDraft,
  institutionId: string,
  changes: readonly Change[],
  entry: EntryRef,
  seenAt: (tier: Tier) => Instant | undefined,
): readonly RateRecord[] {
  const moves: RateRecord[] = []
  for (const change of changes) {
    const { direction, previous } = change
    const tierBefore = tierBeforeOf(change)
    const steps = stepsOf(history, change, tierBefore)
    const terms = steps[0]?.terms ?? firstTerms(history, institutionId, change)
    const minimumDeposit = depositOf(change)
    const before = previousRate(steps, tierBefore, seenAt)
    if (direction === 'withdrawn') {
      steps.push({ terms, minimumDeposit, previous, direction, entry, ...before })
      continue
    }
    const { rate, previousMinimumDeposit = minimumDeposit } = change
    const deposits = { minimumDeposit, previousMinimumDeposit }
    const record = { terms, ...deposits, previous, rate, direction, entry, ...before }
    steps.push(record)
    history.records.push(record)
    if (direction === 'up' || direction === 'down') moves.push(record)
  }
  return moves
}

/** The tier that the series of a change had before it. */
function tierBeforeOf(change: Change): Tier {
  if (change.direction === 'withdrawn' || change.previousMinimumDeposit === undefined) return change
  return { ...change, minimumDeposit: change.previousMinimumDeposit }
}

/** The one object that all steps of some terms share. */
function firstTerms(
  { terms }: RateHistoryDraft,
  institutionId: string,
  change: Change,
): InstitutionTerms {
  const key = keyOf(change)
  const known = terms.get(key) ?? { institutionId, ...termsOf(change) }
  terms.set(key, known)
  return known
}

/** The steps of the series that a change belongs to. A new series has none yet; a series that moves gets a new key. */
function stepsOf({ series }: RateHistoryDraft, change: Change, tierBefore: Tier): SeriesStep[] {
  const keyBefore = tierKeyOf(tierBefore)
  const steps = series.get(keyBefore)
  if ((change.direction === 'initial') !== (steps === undefined))
    throw new Error(`The change of ${keyBefore} does not follow from the changes before it.`)
  if (steps !== undefined && change === tierBefore) return steps
  // Another series, all of whose figures were wrong, may have had this tier. Its steps were published, so they stay.
  const key = tierKeyOf(change)
  const continued = [...(series.get(key) ?? []), ...(steps ?? [])]
  series.delete(keyBefore)
  series.set(key, continued)
  return continued
}

/** The first rate of a series has none before it. */
const firstRate: PreviousRate = {
  previousEntry: undefined,
  previousSeenAt: undefined,
  previousWithdrawnAt: undefined,
}

/** When the last rate of a series was entered, last seen and withdrawn. A withdrawn one was last seen before the withdrawal. */
function previousRate(
  steps: readonly SeriesStep[],
  tier: Tier,
  seenAt: (tier: Tier) => Instant | undefined,
): PreviousRate {
  const index = steps.findLastIndex(({ direction }) => direction !== 'withdrawn')
  const record = steps[index]
  if (record === undefined) return firstRate
  const withdrawal = steps[index + 1]
  return {
    previousEntry: record.entry,
    previousSeenAt: withdrawal === undefined ? seenAt(tier) : withdrawal.previousSeenAt,
    previousWithdrawnAt: withdrawal?.entry.at,
  }
}
