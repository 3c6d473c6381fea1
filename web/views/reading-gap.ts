import type { RateChangeRow } from '../api.ts'
import type { Messages } from '../messages/messages.ts'
import { formatRate } from '../parts/figures.tsx'

/** After more days without a reading, nobody knows on which day a rate moved. */
export const longGapDays = 31

const dayMilliseconds = 86_400_000

type ReadTimes = Pick<RateChangeRow, 'changed_at' | 'prev_changed_at' | 'prev_seen_at'>

/** Whether the previous rate had not been read for long when the change was published. */
export function hasLongGap({ changed_at: changedAt, prev_seen_at: seenAt }: ReadTimes): boolean {
  return (
    seenAt !== null && Date.parse(changedAt) - Date.parse(seenAt) > longGapDays * dayMilliseconds
  )
}

/** How long the previous rate of a change had stood, when it was last seen, and how long nobody looked if that was long. */
export function previousRateTexts(
  change: ReadTimes & Pick<RateChangeRow, 'prev_rate_pa'>,
  messages: Messages,
): { readonly stood: string; readonly gap: string } {
  const { prev_changed_at: enteredAt, prev_seen_at: seenAt, changed_at: changedAt } = change
  if (enteredAt === null || seenAt === null) return { stood: '', gap: '' }
  const { changes, words } = messages
  const rate = formatRate(change.prev_rate_pa)
  const lastSeen = words.shortDay(seenAt)
  if (hasLongGap(change)) {
    const known = daysBetween(enteredAt, seenAt)
    return {
      stood: changes.stoodBeforeGap(rate, known === 0 ? '' : words.duration(known), lastSeen),
      gap: changes.gap(words.duration(daysBetween(seenAt, changedAt))),
    }
  }
  const days = daysBetween(enteredAt, changedAt)
  const duration = days === 0 ? changes.lessThanADay : words.duration(days)
  return { stood: changes.stood(rate, duration, lastSeen), gap: '' }
}

/** Whole days; none if the second time is not the later one, as a page is read before its rates are published. */
function daysBetween(first: string, second: string): number {
  return Math.max(0, Math.floor((Date.parse(second) - Date.parse(first)) / dayMilliseconds))
}
