import { after, type Instant } from '../../../domain/instant.ts'
import {
  momentText,
  alertLimits,
  type Alert,
  type CollectedInstitution,
  type ExplainedSince,
} from './alert.ts'

/** An institution that should have been collected twice since its last run. */
type Overdue = {
  readonly one: CollectedInstitution
  /** When the two missed runs were due. */
  readonly first: Instant
  readonly second: Instant
}

/**
 * No run has finished in twice the interval. An institution gets an alert of its own only if most of the others that were due
 * meanwhile were collected. All other overdue institutions share one alert: the collector has stopped.
 */
export function missedRuns(
  collected: readonly CollectedInstitution[],
  now: Instant,
): { readonly alerts: readonly Alert[]; readonly explained: ExplainedSince } {
  const overdue = collected.map(missedBy).filter(({ second }) => now >= raisedAt(second))
  const alone = overdue.filter((one) => wereMostOthersCollected(one, collected, now))
  const together = overdue.filter((one) => !alone.includes(one))
  return {
    alerts: [
      ...(together.length > 0 ? [collectorStopped(together)] : []),
      ...alone.map(notCollected),
    ],
    explained: new Map(overdue.map(({ one, first }) => [one.book.institution.id, first])),
  }
}

/** The next two runs that are due after the last one. A failed run may have been asked to pause. */
function missedBy(one: CollectedInstitution): Overdue {
  const { dueAfter, lastRun } = one
  const scheduled = dueAfter(lastRun.at)
  const pauseEnds = lastRun.outcome === 'failed' ? lastRun.origin.nextDue : scheduled
  const first = Math.max(scheduled, pauseEnds) as Instant
  return { one, first, second: dueAfter(first) }
}

function raisedAt(second: Instant): Instant {
  return after(second, alertLimits.overdueMargin)
}

/** Runs of the last hour do not count: after a restart the others are collected soon, too. */
function wereMostOthersCollected(
  { one, first }: Overdue,
  collected: readonly CollectedInstitution[],
  now: Instant,
): boolean {
  const latestDue = after(now, -alertLimits.overdueMargin)
  const latestRun = after(latestDue, alertLimits.runTime)
  const others = collected.filter(
    (other) => other !== one && other.dueAfter(after(first, -1)) <= latestDue,
  )
  const done = others.filter(({ runs }) => runs.some(({ at }) => at >= first && at <= latestRun))
  return done.length * 2 > others.length
}

function notCollected({ one: { book, lastRun }, second }: Overdue): Alert {
  const { id, name } = book.institution
  return {
    kind: 'not-collected',
    institutionId: id,
    since: raisedAt(second),
    sentence: `${name} was not collected since ${momentText(lastRun.at)}, although it was due twice and others were collected.`,
    whatToDo: `Collect it by hand and read what the command prints: ratebook collect ${id}`,
  }
}

function collectorStopped(together: readonly Overdue[]): Alert {
  const count =
    together.length === 1 ? 'One institution was' : `${together.length} institutions were`
  return {
    kind: 'collector-stopped',
    since: Math.min(...together.map(({ second }) => raisedAt(second))) as Instant,
    sentence: `The collector seems to have stopped. ${count} due twice and not collected.`,
    whatToDo: 'Check that the service or the timer of the collector runs, and read its log.',
  }
}
