import { compareText } from '../../../domain/decimal.ts'
import { type Head, isAhead } from '../../../domain/entry.ts'
import type { Instant } from '../../../domain/instant.ts'
import { runOf, type Run } from '../../../book/market/runs.ts'
import type { InstitutionBook } from '../../../book/market/market.ts'
import type { Alert, CollectedInstitution, DueAfter } from './alert.ts'
import { failedRuns } from './failed-runs.ts'
import { frozen } from './frozen.ts'
import { futureEntries } from './future-entries.ts'
import { missedRuns } from './missed-runs.ts'
import { refused } from './refused.ts'
import { unmatchedLines } from './unmatched-lines.ts'
import { unverified } from './unverified.ts'
import { waitingHold } from './waiting-hold.ts'

/** What the alerts follow from. */
export type AlertInput = {
  /** The last entry of the book. */
  readonly head: Head
  readonly books: Iterable<InstitutionBook>
  readonly now: Instant
  /** When the source of an institution is due, given its last run; `undefined` if it has no source any more. */
  readonly scheduleOf: (institutionId: string, lastRun: Run) => DueAfter | undefined
}

/** The alerts that are raised at an instant. Order: since when, then kind, then institution id. */
export function raisedAlerts({ head, books, now, scheduleOf }: AlertInput): readonly Alert[] {
  const all = [...books]
  const active = all.filter(({ institution }) => institution.active)
  const collected = active.flatMap((book) => collectedOf(book, scheduleOf, now))
  const missed = missedRuns(collected, now)
  const failed = failedRuns(collected)
  const explained = new Map([...failed.explained, ...missed.explained])
  return [
    ...futureEntries(head, all, now),
    ...missed.alerts,
    ...failed.alerts,
    ...collected.flatMap(refused),
    ...collected.flatMap(unmatchedLines),
    ...active.flatMap((book) => unverified(book, now, explained)),
    ...active.flatMap((book) => waitingHold(book, now)),
    ...frozen(collected, active, now, explained),
  ].toSorted(
    (a, b) =>
      a.since - b.since ||
      compareText(a.kind, b.kind) ||
      compareText(a.institutionId ?? '', b.institutionId ?? ''),
  )
}

function collectedOf(
  book: InstitutionBook,
  scheduleOf: AlertInput['scheduleOf'],
  now: Instant,
): readonly CollectedInstitution[] {
  const runs = book.entries
    .flatMap((entry) => runOf(entry) ?? [])
    .filter(({ at }) => !isAhead(at, now))
  const lastRun = runs.at(-1)
  const dueAfter = lastRun && scheduleOf(book.institution.id, lastRun)
  return lastRun === undefined || dueAfter === undefined ? [] : [{ book, runs, lastRun, dueAfter }]
}
