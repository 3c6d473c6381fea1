import type { Instant } from '../domain/instant.ts'

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
