import type { RateChangeRow } from '../api.ts'
import { daysBetween, isLongGap } from '../chart/readings.ts'
import type { Messages } from '../messages/messages.ts'
import { formatRate } from '../parts/figures.tsx'

type ReadTimes = Pick<RateChangeRow, 'changed_at' | 'prev_changed_at' | 'prev_seen_at'>

/** Whether the previous rate had not been read for long when the change was published. */
export function hasLongGap({ changed_at: changedAt, prev_seen_at: seenAt }: ReadTimes): boolean {
  return seenAt !== null && isLongGap(Date.parse(seenAt), Date.parse(changedAt))
}

/** How long the previous rate of a change had stood, when it was last seen, and how long nobody looked if that was long. */
export function previousRateTexts(
  change: ReadTimes & Pick<RateChangeRow, 'prev_rate_pa'>,
  messages: Messages,
): { readonly stood: string; readonly gap: string } {
  const { prev_changed_at: enteredAt, prev_seen_at: seenAt, changed_at: changedAt } = change
  if (enteredAt === null || seenAt === null) return { stood: '', gap: '' }
  const { changes, words } = messages
  const [entered, seen, changed] = [
    Date.parse(enteredAt),
    Date.parse(seenAt),
    Date.parse(changedAt),
  ]
  const rate = formatRate(change.prev_rate_pa)
  const lastSeen = words.shortDay(seenAt)
  if (hasLongGap(change)) {
    const known = daysBetween(entered, seen)
    return {
      stood: changes.stoodBeforeGap(rate, known === 0 ? '' : words.duration(known), lastSeen),
      gap: changes.gap(words.duration(daysBetween(seen, changed))),
    }
  }
  const days = daysBetween(entered, changed)
  const duration = days === 0 ? changes.lessThanADay : words.duration(days)
  return { stood: changes.stood(rate, duration, lastSeen), gap: '' }
}
