import { clockTolerance, isAhead } from '../../domain/entry.ts'
import { after, dayLength, type Instant } from '../../domain/instant.ts'
import type { Institution } from '../../domain/institution.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import { readAt, standingNow } from '../market/standing-now.ts'

/** How long ago a rate was confirmed. */
export type ConfirmationAge = {
  readonly verifiedAt: Instant
  /** Whole days elapsed since `verifiedAt`. */
  readonly daysSinceVerified: number
  /** Whether the time elapsed exceeds the threshold of the institution. */
  readonly isStale: boolean
  readonly staleAfterDays: number
}

/** How recently the rates of an institution were published, checked and confirmed. */
export type Freshness = ConfirmationAge & {
  readonly institution: Institution
  readonly publishedAt: Instant
  readonly checkedAt: Instant
}

/** The institutions that have published, by id, and the span in which only a new entry changes the answer. */
export function freshness(
  market: Market,
  { institutionId }: { readonly institutionId?: string | undefined },
  now: Instant,
): { readonly records: Freshness[]; readonly span: Span } {
  const records: Freshness[] = []
  let span = futureSpan(market, now)
  for (const book of market.institutions.values()) {
    if (institutionId !== undefined && institutionId !== book.institution.id) continue
    const record = freshnessOf(book, now)
    if (record === undefined) continue
    records.push(record)
    span = overlap(span, confirmationAgeSpan(record, record.institution, now))
  }
  return { records, span }
}

/** How recent the rates of one institution are; `undefined` if it has not published. What entries from the future say does not count. */
export function freshnessOf(book: InstitutionBook, now: Instant): Freshness | undefined {
  const { institution, publication } = book
  if (publication === undefined) return undefined
  // A partial sheet confirms only what it lists, so the earliest confirmation counts. Without offers, the last sheet counts.
  const { scrapedAt } = publication.sheet
  const { standing, checkedAt } = standingNow(book, now)
  let earliest: Instant | undefined
  let future: Instant | undefined
  for (const { confirmedAt } of standing.values())
    for (const at of confirmedAt) {
      if (isAhead(at, now) && (future === undefined || at < future)) future = at
      if (earliest === undefined || at < earliest) earliest = at
    }
  return {
    institution,
    publishedAt: publication.at,
    checkedAt: checkedAt ?? scrapedAt,
    ...confirmationAge(future ?? earliest ?? scrapedAt, institution, now),
  }
}

/** How long ago a rate of an institution was confirmed. A confirmation in the future is none, so the rate is stale. */
export function confirmationAge(
  verifiedAt: Instant,
  { staleAfterDays }: Institution,
  now: Instant,
): ConfirmationAge {
  const elapsed = now - verifiedAt
  return {
    verifiedAt,
    daysSinceVerified: Math.max(0, Math.floor(elapsed / dayLength)),
    isStale: elapsed > staleAfterDays * dayLength || isAhead(verifiedAt, now),
    staleAfterDays,
  }
}

/** The span in which no rates of an institution become stale, or would be fresh again if the clock went back. */
export function stalenessSpan(market: Market, now: Instant): Span {
  return freshness(market, {}, now)
    .records.map(({ verifiedAt, institution }) => thresholdSpan(verifiedAt, institution, now))
    .reduce(overlap, futureSpan(market, now))
}

/** The span ends at the next whole day, or when the rates become stale. If the clock is before `verifiedAt`, no day has elapsed. */
export function confirmationAgeSpan(
  { verifiedAt, daysSinceVerified }: ConfirmationAge,
  institution: Institution,
  now: Instant,
): Span {
  const day = {
    since:
      daysSinceVerified === 0 ? always.since : after(verifiedAt, daysSinceVerified * dayLength),
    until: after(verifiedAt, (daysSinceVerified + 1) * dayLength),
  }
  return overlap(day, thresholdSpan(verifiedAt, institution, now))
}

/** The span up to the first millisecond after the threshold, when the rates become stale, or from there on. */
function thresholdSpan(verifiedAt: Instant, { staleAfterDays }: Institution, now: Instant): Span {
  const stale = after(verifiedAt, staleAfterDays * dayLength + 1)
  return now < stale ? { ...always, until: stale } : { ...always, since: stale }
}

/** The span in which the same entries are in the future. */
export function futureSpan({ at, entries }: Market, now: Instant): Span {
  let { since, until } = always
  const times = isAhead(at, now) ? entries.flatMap((one) => [one.at, readAt(one)]) : [at]
  for (const time of times) {
    const limit = after(time, -clockTolerance)
    if (limit <= now) since = limit > since ? limit : since
    else until = limit < until ? limit : until
  }
  return { since, until }
}

/** The time in which an answer holds unless the book changes: from `since` up to, but not including, `until`. */
export type Span = { readonly since: Instant; readonly until: Instant }

/** All of time: the first and the last instant that a date can name. */
export const always: Span = { since: -8.64e15 as Instant, until: 8.64e15 as Instant }

/** Whether an instant lies in a span. */
export function isWithin({ since, until }: Span, at: Instant): boolean {
  return since <= at && at < until
}

/** The span in which two answers both hold. */
export function overlap(a: Span, b: Span): Span {
  return {
    since: a.since > b.since ? a.since : b.since,
    until: a.until < b.until ? a.until : b.until,
  }
}
