import type { Change } from '../../domain/change.ts'
import type { Instant } from '../../domain/instant.ts'
import {
  depositOf,
  keyOf,
  termsOf,
  tierKeyOf,
  type TermsKey,
  type Tier,
  type TierKey,
} from '../../domain/offer.ts'
import type {
  EntryRef,
  InstitutionTerms,
  PreviousRate,
  RateHistory,
  RateRecord,
  SeriesStep,
} from './rate-history.ts'

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
