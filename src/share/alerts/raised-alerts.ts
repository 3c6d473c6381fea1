import { holdsOf, type Hold } from '../../book/market/holds.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import { runOf, type Run } from '../../book/market/runs.ts'
import { freshnessOf } from '../../book/query/freshness.ts'
import { compareText } from '../../domain/decimal.ts'
import { isAhead, timeOf, type Head, type SiteRefusal } from '../../domain/entry.ts'
import { after, dayLength, type Instant } from '../../domain/instant.ts'
import {
  alertLimits,
  momentText,
  type Alert,
  type CollectedInstitution,
  type DueAfter,
  type ExplainedSince,
} from './alert.ts'
import { frozen } from './frozen.ts'
import { failedRuns, missedRuns } from './run-alerts.ts'

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
    futureEntries(head, all, now),
    ...missed.alerts,
    ...failed.alerts,
    ...collected.flatMap((one) => [refused(one), unmatchedLines(one)]),
    ...active.flatMap((book) => [unverified(book, now, explained), waitingHold(book, now)]),
    ...frozen(collected, active, now, explained),
  ]
    .filter((alert) => alert !== undefined)
    .toSorted(
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

/** The last entry of the book is in the future. What such entries say counts for nothing, and commands refuse a right clock. */
function futureEntries(
  { position, at }: Head,
  books: readonly InstitutionBook[],
  now: Instant,
): Alert | undefined {
  if (!isAhead(at, now)) return undefined
  // They were appended after the last entry that is not in the future.
  const earlier = books.flatMap(({ entries }) => {
    const last = entries.findLast((entry) => !isAhead(entry.at, now))
    return last === undefined ? [] : [last.at]
  })
  return {
    kind: 'future-entries',
    since: earlier.length === 0 ? at : (Math.max(...earlier) as Instant),
    sentence: `The last entry of the book, position ${position}, is in the future, at ${momentText(at)}: the clock of a machine was ahead.`,
    whatToDo:
      'Set that clock. Until the time of that entry has come, enter what is true with --at-last-instant: such entries keep the true time.',
  }
}

const reasons: Readonly<Record<SiteRefusal, string>> = {
  robots: 'its robots.txt disallows the page',
  status: 'it answered with status 401, 403, 429 or 451',
}

/**
 * The site refuses the collector. The alert is over once a run got a page and was not refused; a run that failed before it got
 * a page, such as by a timeout, tells nothing.
 */
function refused({ book: { institution }, runs }: CollectedInstitution): Alert | undefined {
  const informative = runs.filter(
    ({ outcome, refusal, origin }) =>
      outcome !== 'failed' || refusal !== undefined || origin.captures.length > 0,
  )
  const streak = informative.slice(
    informative.findLastIndex(({ refusal }) => refusal === undefined) + 1,
  )
  const [first, last] = [streak[0], streak.at(-1)]
  if (first === undefined || last?.refusal === undefined) return undefined
  const { id, name } = institution
  return {
    kind: 'refused',
    institutionId: id,
    since: first.at,
    sentence: `The site of ${name} refuses the collector since ${momentText(first.at)}: ${reasons[last.refusal]}.`,
    whatToDo:
      'Ask the institution for permission or for another page, or enter its rates by hand. Do not go around the refusal.',
    ...(last.message !== undefined && { detail: last.message }),
  }
}

/** `ignore` or `misprints` lines of the source matched nothing in the last run that read the pages. A failed run tells nothing. */
function unmatchedLines({ book: { institution }, runs }: CollectedInstitution): Alert | undefined {
  const read = runs.filter(({ outcome }) => outcome !== 'failed')
  const matched = read.findLastIndex(({ origin }) => origin.unmatched === undefined)
  const [first, last] = [read[matched + 1], read.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const { id, name } = institution
  const lines = last.origin.unmatched ?? []
  const count = lines.length === 1 ? 'One line' : `${lines.length} lines`
  return {
    kind: 'unmatched-lines',
    institutionId: id,
    since: first.at,
    sentence: `${count} of the source of ${name} no longer ${lines.length === 1 ? 'matches' : 'match'} anything on its pages.`,
    whatToDo: `Remove or correct the lines in ${last.origin.source.file}; ratebook source try ${id} names them.`,
    detail: lines.join(' '),
  }
}

/** Most of the time until the standing rates are stale has passed without a verification, and nothing else explains it. */
function unverified(
  book: InstitutionBook,
  now: Instant,
  explained: ExplainedSince,
): Alert | undefined {
  const { id, name, staleAfterDays } = book.institution
  const found = book.standing.size === 0 ? undefined : freshnessOf(book, now)
  if (found === undefined) return undefined
  const { verifiedAt } = found
  const time = staleAfterDays * dayLength
  const since = after(verifiedAt, Math.ceil((time * alertLimits.unverifiedPercent) / 100))
  if (now < since || since >= (explained.get(id) ?? Infinity)) return undefined
  return {
    kind: 'unverified',
    institutionId: id,
    since,
    sentence: `The oldest offer of ${name} was last verified at ${momentText(verifiedAt)}, and is stale from ${momentText(after(verifiedAt, time))} on.`,
    whatToDo: `Read its page. If it shows the published rates: ratebook verify ${id}; otherwise publish a rate sheet.`,
  }
}

/** A held sheet waits for longer than a day, or nobody knows for how long, because it is dated in the future. */
function waitingHold(book: InstitutionBook, now: Instant): Alert | undefined {
  const held = heldSince(book)
  if (held === undefined) return undefined
  const since = after(held.since, alertLimits.holdAge)
  if (now < since && !isAhead(held.since, now)) return undefined
  const { id, name } = book.institution
  return {
    kind: 'hold-waits',
    institutionId: id,
    since,
    sentence: `Rates of ${name} wait for a reviewer since ${momentText(held.since)}.`,
    whatToDo: `Decide about them: ratebook review show ${held.hold.entry.position}`,
  }
}

/**
 * The open hold, and since when rates of the institution have been held without a break. A page that changes every day replaces
 * its hold every day, but a person has waited for none of them.
 */
function heldSince(
  book: InstitutionBook,
): { readonly hold: Hold; readonly since: Instant } | undefined {
  const holds = holdsOf(book)
  const hold = holds.at(-1)
  if (hold?.state !== 'open') return undefined
  const listedAgain = book.entries.findLast(
    (entry) => entry.kind === 'rates-verified' && runOf(entry) !== undefined,
  )
  const breaks = holds.findLastIndex(
    ({ state, entry }, index) =>
      index < holds.length - 1 &&
      (state !== 'replaced' || entry.position < (listedAgain?.position ?? 0)),
  )
  return { hold, since: timeOf((holds[breaks + 1] ?? hold).entry) }
}
