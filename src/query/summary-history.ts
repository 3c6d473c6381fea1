import { dayNumber, dayNumbered, type Day } from '../domain/day.ts'
import { institutionTypes, type InstitutionType } from '../domain/institution.ts'
import { dayLength, type Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import type { Span } from './span.ts'
import type { TermsAndType } from './standing-offers.ts'
import { summaryTimeline, type TimelineRange } from './summary-timeline.ts'
import { canonicalTerms, type SummaryGroup } from './summary.ts'

/** A group at the end of a UTC day. */
export type Snapshot = SummaryGroup & { readonly day: Day }

/** One snapshot for each day and type, and the UTC day in which the answer holds. Equal days share one `figures` object. */
export function summaryHistory(
  market: Market,
  filter: TermsAndType,
  range: TimelineRange,
  now: Instant,
): { readonly snapshots: readonly Snapshot[]; readonly span: Span } {
  const terms = canonicalTerms(filter)
  const snapshots: Snapshot[] = []
  const { intervals } = summaryTimeline(market, terms, range, now)
  for (const { from, until, figures } of intervals) {
    for (let number = from; number < until; number++) {
      const day = dayNumbered(number)
      for (const type of requestedTypes(filter)) {
        const ofType = figures[type]
        if (ofType !== undefined) snapshots.push({ day, type, terms, figures: ofType })
      }
    }
  }
  return { snapshots, span: spanOfDay(now) }
}

/** The UTC day of an instant: tomorrow the history has one more day. */
export function spanOfDay(now: Instant): Span {
  const today = dayNumber(now) * dayLength
  return { since: today as Instant, until: (today + dayLength) as Instant }
}

/** The types of institution that pass a filter. */
export function requestedTypes({ type }: TermsAndType): readonly InstitutionType[] {
  return type === undefined ? institutionTypes : [type]
}
