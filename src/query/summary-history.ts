import { startOf, type Day } from '../domain/day.ts'
import { dayLength, type Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { countBefore } from '../market/rows.ts'
import type { Span } from './span.ts'
import { dayNumber, type Days } from './summary-timeline.ts'

/**
 * The part of a timeline from its first day, or from `since`, to today, whose groups are each a snapshot of each of its days; and
 * the UTC day in which it holds.
 */
export function summaryHistory<S extends Days>(
  { at }: Pick<Market, 'at'>,
  timeline: readonly S[],
  since: Day | undefined,
  now: Instant,
): { readonly stretches: readonly S[]; readonly span: Span } {
  // An entry may carry an instant after `now` where clocks differ: what stands now is then the market as it is.
  const tomorrow = dayNumber(now > at ? now : at) + 1
  const first = since === undefined ? -Infinity : dayNumber(startOf(since))
  const today = dayNumber(now) * dayLength
  const span = { since: today as Instant, until: (today + dayLength) as Instant }
  if (first >= tomorrow) return { stretches: [], span }
  // All but the first and the last are as they are: there may be thousands, and most answers have most of them.
  const isPast = (index: number): boolean => (timeline[index]?.until ?? Infinity) <= first
  const stretches = timeline.slice(countBefore(timeline.length, isPast))
  const [begun] = stretches
  if (begun !== undefined) stretches[0] = { ...begun, from: Math.max(first, begun.from) }
  const last = stretches.at(-1)
  if (last !== undefined) stretches[stretches.length - 1] = { ...last, until: tomorrow }
  return { stretches, span }
}
