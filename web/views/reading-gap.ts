import type { RateChangeRow } from '../api.ts'
import { daysBetween, isLongGap } from '../chart/readings.ts'
import type { Messages } from '../messages/messages.ts'
import { formatRate } from '../parts/figures.tsx'

type ReadTimes = Pick<RateChangeRow, 'changed_at' | 'prev_changed_at' | 'prev_seen_at'>

/** Whether the previous rate had not been read for long when the change was published. */
export function hasLongGap({ changed_at: changedAt, prev_seen_at: seenAt }: ReadTimes): boolean {
  return seenAt !== null && isLongGap(Date.parse(seenAt), Date.parse(changedAt))
}

/** Whole days before a change: for how many the previous rate had stood, and for how many nobody read it, if those were many. */
type TimesBefore = {
  readonly stood: number
  readonly seenAt: string
  readonly unread: number | undefined
}

/** `undefined` for the first rate. */
export function timesBefore(change: ReadTimes): TimesBefore | undefined {
  const { prev_changed_at: enteredAt, prev_seen_at: seenAt, changed_at: changedAt } = change
  if (enteredAt === null || seenAt === null) return undefined
  const isUnread = hasLongGap(change)
  const [entered, seen, changed] = [enteredAt, seenAt, changedAt].map((at) => Date.parse(at)) as [
    number,
    number,
    number,
  ]
  return {
    stood: daysBetween(entered, isUnread ? seen : changed),
    seenAt,
    unread: isUnread ? daysBetween(seen, changed) : undefined,
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
  if (times.unread === undefined)
    return { stood: changes.stood(rate, duration ?? changes.lessThanADay, lastSeen), gap: '' }
  return {
    stood: changes.stoodBeforeGap(rate, duration ?? '', lastSeen),
    gap: changes.gap(words.duration(times.unread)),
  }
}
