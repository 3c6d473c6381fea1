import type { Instant } from '../../../domain/instant.ts'
import type { Run } from '../../../book/market/runs.ts'
import {
  momentText,
  alertLimits,
  type Alert,
  type CollectedInstitution,
  type ExplainedSince,
} from './alert.ts'

/** An institution whose last runs failed, and those runs. */
type Failing = { readonly one: CollectedInstitution; readonly streak: readonly Run[] }

/**
 * Three or more runs in a row failed. If every run of other institutions failed meanwhile, the cause is the collector or its
 * network, and one alert takes the place of many.
 */
export function failedRuns(collected: readonly CollectedInstitution[]): {
  readonly alerts: readonly Alert[]
  readonly explained: ExplainedSince
} {
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
    since: raisedAt(streak),
    sentence: `The last ${streak.length} runs for ${name} failed.`,
    whatToDo: `Try its source on the page: ratebook source try ${id}. If the page has changed, change the source.`,
    ...(message !== undefined && { detail: message }),
  }
}

function collectorFailing(together: readonly Failing[]): Alert {
  const since = Math.min(...together.map(({ streak }) => raisedAt(streak))) as Instant
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
function raisedAt(streak: readonly Run[]): Instant {
  return (streak[alertLimits.failedRuns - 1] as Run).at
}
