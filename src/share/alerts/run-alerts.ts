import type { Run } from '../../book/market/runs.ts'
import { after, type Instant } from '../../domain/instant.ts'
import {
  alertLimits,
  momentText,
  type Alert,
  type CollectedInstitution,
  type ExplainedSince,
} from './alert.ts'

/** Alerts about the runs of the collector, and the institutions about which they explain that nothing new is known. */
type RunAlerts = {
  readonly alerts: readonly Alert[]
  /** From when on, by the id of the institution. */
  readonly explained: ExplainedSince
}

/** When an institution whose next two runs are missed was due first, and since when it is overdue. */
type Overdue = {
  readonly one: CollectedInstitution
  readonly first: Instant
  readonly since: Instant
}

/**
 * No run has finished in twice the interval. An institution gets an alert of its own only if most of the others that were due
 * meanwhile were collected. All other overdue institutions share one alert: the collector has stopped.
 */
export function missedRuns(collected: readonly CollectedInstitution[], now: Instant): RunAlerts {
  const overdue = collected.map(missedBy).filter(({ since }) => now >= since)
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
  return { one, first, since: after(dueAfter(first), alertLimits.overdueMargin) }
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

function notCollected({ one: { book, lastRun }, since }: Overdue): Alert {
  const { id, name } = book.institution
  return {
    kind: 'not-collected',
    institutionId: id,
    since,
    sentence: `${name} was not collected since ${momentText(lastRun.at)}, although it was due twice and others were collected.`,
    whatToDo: `Collect it by hand and read what the command prints: ratebook collect ${id}`,
  }
}

function collectorStopped(together: readonly Overdue[]): Alert {
  const count =
    together.length === 1 ? 'One institution was' : `${together.length} institutions were`
  return {
    kind: 'collector-stopped',
    since: Math.min(...together.map((one) => one.since)) as Instant,
    sentence: `The collector seems to have stopped. ${count} due twice and not collected.`,
    whatToDo: 'Check that the service or the timer of the collector runs, and read its log.',
  }
}

/** An institution whose last runs failed, and those runs. */
type Failing = { readonly one: CollectedInstitution; readonly streak: readonly Run[] }

/**
 * Three or more runs in a row failed. If every run of other institutions failed meanwhile, the cause is the collector or its
 * network, and one alert takes the place of many.
 */
export function failedRuns(collected: readonly CollectedInstitution[]): RunAlerts {
  const failing = collected
    .map((one) => ({ one, streak: failedStreak(one.runs) }))
    .filter(({ streak }) => streak.length >= alertLimits.failedRuns)
  const together = failing.filter((one) => failsWithAllOthers(one, collected))
  const alone = failing.filter((one) => !together.includes(one))
  return {
    alerts: [
      ...(together.length > 0 ? [collectorFailing(together)] : []),
      ...alone.map(runsFailed),
    ],
    explained: new Map(
      together.map(({ one, streak }) => [one.book.institution.id, (streak[0] as Run).at]),
    ),
  }
}

/** The failed runs at the end, oldest first. */
function failedStreak(runs: readonly Run[]): readonly Run[] {
  return runs.slice(runs.findLastIndex(({ outcome }) => outcome !== 'failed') + 1)
}

function failsWithAllOthers(
  { one, streak }: Failing,
  collected: readonly CollectedInstitution[],
): boolean {
  const [from, to] = [(streak[0] as Run).at, one.lastRun.at]
  const meanwhile = collected
    .filter((other) => other !== one)
    .flatMap(({ runs }) => runsBetween(runs, from, to))
  return meanwhile.length > 0 && meanwhile.every(({ outcome }) => outcome === 'failed')
}

/** The runs from one instant to another, both included. */
function runsBetween(runs: readonly Run[], from: Instant, to: Instant): readonly Run[] {
  const first = runs.findLastIndex(({ at }) => at < from) + 1
  return runs.slice(first).filter(({ at }) => at <= to)
}

function runsFailed({ one, streak }: Failing): Alert {
  const { id, name } = one.book.institution
  const { message } = one.lastRun
  return {
    kind: 'runs-failed',
    institutionId: id,
    since: thirdFailureAt(streak),
    sentence: `The last ${streak.length} runs for ${name} failed.`,
    whatToDo: `Try its source on the page: ratebook source try ${id}. If the page has changed, change the source.`,
    ...(message !== undefined && { detail: message }),
  }
}

function collectorFailing(together: readonly Failing[]): Alert {
  const since = Math.min(...together.map(({ streak }) => thirdFailureAt(streak))) as Instant
  const message = together[0]?.one.lastRun.message
  const count = together.length === 1 ? 'one institution' : `${together.length} institutions`
  return {
    kind: 'collector-failing',
    since,
    sentence: `All runs of the collector failed, three or more in a row for ${count}, since ${momentText(since)}.`,
    whatToDo: "Check the network of the collector's machine, and read the log of the collector.",
    ...(message !== undefined && { detail: message }),
  }
}

/** When the third run of the streak failed. */
function thirdFailureAt(streak: readonly Run[]): Instant {
  return (streak[alertLimits.failedRuns - 1] as Run).at
}
