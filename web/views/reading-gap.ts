import type { RateChangeRow } from '../api.ts'
import { daysBetween, isLongGap } from '../chart/readings.ts'
import type { Messages } from '../messages/messages.ts'
import { formatRate } from '../parts/figures.tsx'

type ReadTimes = Pick<
  RateChangeRow,
  'changed_at' | 'prev_changed_at' | 'prev_seen_at' | 'prev_withdrawn_at'
>

/** Whether the terms had not been read for long when the change was published. */
export function hasLongGap(change: ReadTimes): boolean {
  const { changed_at: changedAt, prev_seen_at: seenAt, prev_withdrawn_at: withdrawnAt } = change
  // A sheet that withdrew the offer read the terms after the previous rate was last seen.
  return (
    withdrawnAt === null && seenAt !== null && isLongGap(Date.parse(seenAt), Date.parse(changedAt))
  )
}

/** Whether the day of the change is that of a move. An offer that was withdrawn may have returned on an earlier day. */
export function isDayKnown(change: ReadTimes): boolean {
  return change.prev_withdrawn_at === null && !hasLongGap(change)
}

/** What is known about the rate before a change. */
type TimesBefore = {
  /** For how many whole days it stood, as far as it was seen. */
  readonly stood: number
  readonly seenAt: string
  readonly withdrawnAt: string | null
  /** For how many whole days nobody read it then, if those were many. */
  readonly unread: number | undefined
}

/** `undefined` for the first rate. */
export function timesBefore(change: ReadTimes): TimesBefore | undefined {
  const { prev_changed_at: enteredAt, prev_seen_at: seenAt, changed_at: changedAt } = change
  if (enteredAt === null || seenAt === null) return undefined
  const [entered, seen, changed] = [
    Date.parse(enteredAt),
    Date.parse(seenAt),
    Date.parse(changedAt),
  ]
  return {
    stood: daysBetween(entered, isDayKnown(change) ? changed : seen),
    seenAt,
    withdrawnAt: change.prev_withdrawn_at,
    unread: hasLongGap(change) ? daysBetween(seen, changed) : undefined,
  }
}

/** The times before a change in words. */
export function previousRateTexts(
  change: ReadTimes & Pick<RateChangeRow, 'prev_rate_pa'>,
  { changes, words }: Messages,
): { readonly stood: string; readonly gap: string } {
  const times = timesBefore(change)
  if (times === undefined) return { stood: '', gap: '' }
  const rate = formatRate(change.prev_rate_pa)
  const lastSeen = words.shortDay(times.seenAt)
  const duration = times.stood === 0 ? undefined : words.duration(times.stood)
  if (times.withdrawnAt !== null) {
    const withdrawn = words.shortDay(times.withdrawnAt)
    return { stood: changes.stoodUntilWithdrawn(rate, lastSeen, withdrawn), gap: '' }
  }
  if (times.unread === undefined)
    return { stood: changes.stood(rate, duration ?? changes.lessThanADay, lastSeen), gap: '' }
  return {
    stood: changes.stoodBeforeGap(rate, duration ?? '', lastSeen),
    gap: changes.gap(words.duration(times.unread)),
  }
}
