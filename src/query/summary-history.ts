import { dayNumber, dayNumbered, startOf, type Day } from '../domain/day.ts'
import { institutionTypes, type InstitutionType } from '../domain/institution.ts'
import { dayLength, type Instant } from '../domain/instant.ts'
import type { Terms } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import type { Span } from './span.ts'
import type { TermsAndType } from './standing-offers.ts'
import { summaryTimeline, type TimelineInterval } from './summary-timeline.ts'
import { canonicalTerms, type SummaryGroup } from './summary.ts'

/** A group at the end of a UTC day. */
export type Snapshot = SummaryGroup & { readonly day: Day }

/** One snapshot for each day and type, and the UTC day in which the answer holds. Equal days share one `figures` object. */
export function summaryHistory(
  market: Market,
  filter: TermsAndType,
  since: Day | undefined,
  now: Instant,
): { readonly snapshots: readonly Snapshot[]; readonly span: Span } {
  const terms = canonicalTerms(filter)
  const snapshots: Snapshot[] = []
  for (const { from, until, figures } of intervalsOf(market, terms, since, now)) {
    for (let number = from; number < until; number++) {
      const day = dayNumbered(number)
      for (const type of requestedTypes(filter)) {
        const ofType = figures[type]
        if (ofType !== undefined) snapshots.push({ day, type, terms, figures: ofType })
      }
    }
  }
  const today = dayNumber(now) * dayLength
  return {
    snapshots,
    span: { since: today as Instant, until: (today + dayLength) as Instant },
  }
}

/** The types of institution that pass a filter. */
export function requestedTypes({ type }: TermsAndType): readonly InstitutionType[] {
  return type === undefined ? institutionTypes : [type]
}

/** The part of a timeline from its first day, or from `since`, to today. */
export function intervalsOf(
  market: Market,
  terms: Terms,
  since: Day | undefined,
  now: Instant,
): readonly TimelineInterval[] {
  // The clock may be behind the last entry. The figures of that entry are then those of today.
  const tomorrow = dayNumber(now > market.at ? now : market.at) + 1
  const first = since === undefined ? -Infinity : dayNumber(startOf(since))
  return summaryTimeline(market, terms)
    .map(({ from, until, figures }) => ({
      from: Math.max(from, first),
      until: Math.min(until, tomorrow),
      figures,
    }))
    .filter(({ from, until }) => from < until)
}
