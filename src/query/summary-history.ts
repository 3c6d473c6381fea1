import { startOf, type Day } from '../domain/day.ts'
import type { InstitutionType } from '../domain/institution.ts'
import { dayLength, type Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import type { Span } from './span.ts'
import { dayNumber, type Stretch } from './summary-timeline.ts'

/** Days that all have the same groups: from `from` up to, but not at, `until`; they count from 1970-01-01. */
export type Snapshots<G extends OfType> = Stretch<G> & { readonly until: number }

type OfType = { readonly type: InstitutionType }

/**
 * The snapshots of a timeline from its first day, or from `since`, to today, of one type or both; and the UTC day in which
 * they hold.
 */
export function summaryHistory<G extends OfType>(
  { at }: Pick<Market, 'at'>,
  timeline: readonly Stretch<G>[],
  {
    type,
    since,
  }: { readonly type?: InstitutionType | undefined; readonly since?: Day | undefined },
  now: Instant,
): { readonly snapshots: Snapshots<G>[]; readonly span: Span } {
  // An entry may carry an instant after `now` where clocks differ: what stands now is then the market as it is.
  const tomorrow = dayNumber(now > at ? now : at) + 1
  const first = since === undefined ? -Infinity : dayNumber(startOf(since))
  const snapshots: Snapshots<G>[] = []
  for (const [index, stretch] of timeline.entries()) {
    const from = Math.max(first, stretch.from)
    const until = timeline[index + 1]?.from ?? tomorrow
    const groups = stretch.groups.filter((group) => type === undefined || group.type === type)
    if (from < until && groups.length > 0) snapshots.push({ from, until, groups })
  }
  const today = dayNumber(now) * dayLength
  return { snapshots, span: { since: today as Instant, until: (today + dayLength) as Instant } }
}
