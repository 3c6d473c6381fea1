import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client'
import type { Logger } from 'pino'
import { openHold } from '../../book/market/holds.ts'
import { runOutcomes } from '../../book/market/runs.ts'
import type { KnownBooks } from '../../book/publish/context-from-store.ts'
import { readEntryInstant } from '../../book/publish/entry-instant.ts'
import type { Store } from '../../book/store/store.ts'
import { timeOf } from '../../domain/entry.ts'
import { reasonOf } from '../../domain/failure.ts'
import { after, type Instant } from '../../domain/instant.ts'
import { bookStart, type BookPosition } from '../../domain/stored-entry.ts'
import type { Fetcher } from '../fetch/fetch.ts'
import { loadSources, sourceMistakes, type LoadedSource } from '../source/load-source.ts'
import {
  beginAttempts,
  collectRound,
  findDue,
  registeredSources,
  type Attempts,
  type RoundSettings,
} from './collect-round.ts'
import { bugText, runLines, type RunReport } from './run-report.ts'

/** The sources are read again at least this often, in milliseconds, so that a changed file counts without a restart. */
const longestWait = 60_000
/** The milliseconds until the book is opened again after a failure. */
const retryDelay = 10_000

/** The settings of a collector that stays, and what it works with. */
export type FollowSettings = RoundSettings & {
  /** The folder of the source definitions. */
  readonly sources: string
  /** The institutions to collect; all that have a source without ids. */
  readonly ids: readonly string[]
  readonly fetcher: Fetcher
  readonly metrics: CollectMetrics
  readonly now: () => Instant
  readonly log: Logger
  readonly signal: AbortSignal
  /** Opens the book, passes it to `use`, and closes it. */
  readonly withBook: <T>(use: (store: Store) => Promise<T>) => Promise<T>
  /** Called after each round with the books that were read. */
  readonly afterRound: (store: Store, known: KnownBooks) => Promise<void>
}

/** The state that a collector keeps between rounds. */
type Memory = {
  readonly known: KnownBooks
  /** How far the book was read into `known`. */
  reached: BookPosition
  readonly attempts: Attempts
  /** The mistakes in source files that were logged last. */
  mistakes: string
  /** The sentence about skipped sources that was logged last. */
  skipped: string | undefined
  /** The code of the problem of the clock that was logged last. */
  clockProblem: string | undefined
}

/** Collects whatever becomes due until the signal. An error in the first round is thrown; later rounds go on. */
export async function collectUntilStopped(settings: FollowSettings): Promise<void> {
  const { now, log, signal, withBook } = settings
  const memory: Memory = {
    known: new Map(),
    reached: bookStart,
    attempts: new Map(),
    mistakes: '',
    skipped: undefined,
    clockProblem: undefined,
  }
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const delay = await withBook((store) => collectDue(store, memory, settings)).then(
      (next) => Math.max(0, Math.min(next - now(), longestWait)),
      (error: unknown) => {
        if (isFirst) throw error
        log.error(reasonOf(error))
        return retryDelay
      },
    )
    await sleep(delay, undefined, { signal }).catch(() => {})
  }
  log.info('Stopped; runs that had not ended entered nothing.')
}

/** Collects what is due, and returns when the next source is due. */
async function collectDue(
  store: Store,
  memory: Memory,
  settings: FollowSettings,
): Promise<Instant> {
  const { fetcher, metrics, now, log, signal } = settings
  await forgetOtherBook(store, memory)
  const { known, attempts } = memory
  const sources = await loadChosen(settings, store, memory)
  const began = now()
  // Nothing is fetched if no entry could be made at this time.
  const { problem } = await readEntryInstant(settings.instant, store)
  if (problem !== undefined && problem.code !== memory.clockProblem) log.error(problem.message)
  memory.clockProblem = problem?.code
  if (problem !== undefined) {
    // Alerts do not depend on an entry, and one is about a book that is ahead.
    await settings.afterRound(store, known)
    return after(began, longestWait)
  }
  const found = await findDue(sources, store, known, began)
  countHolds(metrics, known)
  const due = beginAttempts(attempts, found.due, began)
  const onReport = (report: RunReport): void => {
    if (report.kind === 'entered') attempts.delete(report.institutionId)
    logReport(report, log)
    countRun(metrics, report)
  }
  if (due.length > 0) {
    await collectRound(due, { store, known, fetcher, signal, onReport }, settings)
    countHolds(metrics, known)
    metrics.durations.observe((now() - began) / 1_000)
  }
  await settings.afterRound(store, known)
  return found.next
}

/** Forgets the books that were read if another book is in their place. */
async function forgetOtherBook(store: Store, memory: Memory): Promise<void> {
  const { position, digest } = memory.reached
  if ((await store.digestAt(position)) !== digest) memory.known.clear()
  const head = await store.head()
  const reached = await store.digestAt(head.position)
  memory.reached = { position: head.position, digest: reached ?? bookStart.digest }
}

/** Reads the sources again, and logs their problems, and which are skipped, unless they are the same as before. */
async function loadChosen(
  { ids, sources: folder, log }: FollowSettings,
  store: Store,
  memory: Memory,
): Promise<readonly LoadedSource[]> {
  const loaded = loadSources(folder)
  const { sources } = loaded
  const mistakes = sourceMistakes(loaded)
  if (mistakes !== memory.mistakes && mistakes !== '') log.error(mistakes)
  memory.mistakes = mistakes
  if (ids.length > 0)
    return sources.filter(({ definition }) => ids.includes(definition.institution))
  const { registered, skipped } = await registeredSources(sources, store)
  if (skipped !== memory.skipped && skipped !== undefined) log.info(skipped)
  memory.skipped = skipped
  return registered
}

function logReport(report: RunReport, log: Logger): void {
  if ('warning' in report && report.warning !== undefined) log.warn(report.warning)
  const [summary, ...details] = runLines(report)
  const text = [summary, ...details].join('\n')
  if ('bug' in report) log.error(`${text}\n${bugText}\n${report.bug}`)
  else if (report.kind === 'entered' && report.outcome !== 'failed') log.info(text)
  else log.warn(text)
}

/** Upper bounds in seconds: pauses between the requests of one host take most of the time of a round. */
const buckets = [1, 2.5, 5, 10, 30, 60, 120, 300, 600]

/** The metrics of a collector. */
export type CollectMetrics = ReturnType<typeof addCollectMetrics>

/** Adds the metrics of a collector. */
export function addCollectMetrics(registry: Registry) {
  const registers = [registry]
  const runs = new Counter({
    name: 'ratebook_collect_runs_total',
    help: 'Runs by how they ended: verified, changed, held or failed.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of runOutcomes) runs.inc({ outcome }, 0)
  const lastSuccess = new Gauge({
    name: 'ratebook_collect_last_success_seconds',
    help: 'Time of the last run that verified or published rates, in seconds since 1970.',
    labelNames: ['institution'],
    registers,
  })
  const holds = new Gauge({
    name: 'ratebook_collect_open_holds',
    help: 'Held rate sheets that wait for a reviewer.',
    registers,
  })
  const durations = new Histogram({
    name: 'ratebook_collect_round_duration_seconds',
    help: 'Time from the first request of a round to its last entry.',
    buckets,
    registers,
  })
  return { runs, lastSuccess, holds, durations }
}

function countRun({ runs, lastSuccess }: CollectMetrics, report: RunReport): void {
  const outcome = report.kind === 'entered' ? report.outcome : 'failed'
  if (report.kind === 'entered' || report.kind === 'crashed') runs.inc({ outcome })
  if (report.kind !== 'entered' || outcome === 'failed' || outcome === 'held') return
  lastSuccess.set({ institution: report.institutionId }, timeOf(report.draft) / 1_000)
}

/** Counts the held sheets in the books that were read last. */
function countHolds({ holds }: CollectMetrics, books: KnownBooks): void {
  holds.set([...books.values()].filter((book) => openHold(book) !== undefined).length)
}
