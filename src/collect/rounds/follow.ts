import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { bookStart, type BookPosition } from '../../domain/digest.ts'
import { after, type Instant } from '../../domain/instant.ts'
import type { Fetcher } from '../fetch/fetch.ts'
import type { KnownBooks } from '../../book/publish/context-from-store.ts'
import { readEntryInstant } from '../../book/publish/entry-instant.ts'
import type { Store } from '../../book/store/store.ts'
import type { RunReport } from './collect-institution.ts'
import type { CollectMetrics } from './collect-metrics.ts'
import { collectRound, type RoundSettings } from './collect-round.ts'
import { createAttempts, findDue, registeredSources, type Attempts } from './due-sources.ts'
import { bugText, runLines } from './run-lines.ts'
import { loadSources, sourceMistakes } from '../source/load-source.ts'
import type { LoadedSource } from '../source/parse-source.ts'
import { reasonOf } from '../../domain/failure.ts'

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
    attempts: createAttempts(),
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
  metrics.setHolds(known)
  const due = attempts.begin(found.due, began)
  const onReport = (report: RunReport): void => {
    if (report.kind === 'entered') attempts.entered(report.institutionId)
    logReport(report, log)
    metrics.countRun(report)
  }
  if (due.length > 0) {
    await collectRound(due, { store, known, fetcher, signal, onReport }, settings)
    metrics.endRound(known, (now() - began) / 1_000)
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
