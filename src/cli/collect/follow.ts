import type { RunReport } from '../../collect/collect-institution.ts'
import { loadSources } from '../../collect/source/load-source.ts'
import type { LoadedSource } from '../../collect/source/parse-source.ts'
import { sourceProblemLine } from '../../collect/source/source-problem.ts'
import { bookStart, type BookPosition } from '../../domain/digest.ts'
import type { Instant } from '../../domain/instant.ts'
import { createFetcher } from '../../outbound/fetch.ts'
import type { KnownBooks } from '../../publish/context-from-store.ts'
import type { Store } from '../../store/store.ts'
import { now } from '../clock.ts'
import { withStore } from '../open-store.ts'
import { createServeLog, type ServeLog } from '../../server/serve-log.ts'
import { stopSignal } from '../../server/stop-signal.ts'
import { createWakeableTimer } from '../../server/wakeable-timer.ts'
import { createAttempts, type Attempts } from './attempts.ts'
import { startCollectMetrics } from './collect-metrics.ts'
import { readAlerts } from './collect-alerts.ts'
import { collectRound } from './collect-round.ts'
import type { CollectSettings } from './collect-settings.ts'
import { findDue } from './due-sources.ts'
import { bugText } from './print-report.ts'
import { registeredSources } from './registered-sources.ts'
import { runLines } from './run-lines.ts'

/** The sources are read again at least this often, in milliseconds, so that a changed file counts without a restart. */
const longestWait = 60_000
/** The milliseconds until the book is opened again after a failure. */
const retryDelay = 10_000

/** The state that `collect --follow` keeps between rounds. */
type Memory = {
  readonly known: KnownBooks
  /** How far the book was read into `known`. */
  reached: BookPosition
  readonly attempts: Attempts
  /** The problems of source files that were logged last. */
  problems: string
  /** The sentence about skipped sources that was logged last. */
  skipped: string | undefined
}

/** Collects whatever becomes due until SIGTERM or SIGINT. An error in the first round ends the command; later rounds go on. */
export async function follow(ids: readonly string[], settings: CollectSettings): Promise<void> {
  const serveLog = createServeLog('info')
  const { log } = serveLog
  const stop = new AbortController()
  const { signal } = stop
  const timer = createWakeableTimer()
  signal.addEventListener('abort', timer.wake)
  void stopSignal().then(() => stop.abort())
  const metrics = await startCollectMetrics(settings.metrics, log)
  const fetcher = createFetcher({ ...settings, now, signal })
  const memory: Memory = {
    known: new Map(),
    reached: bookStart,
    attempts: createAttempts(),
    problems: '',
    skipped: undefined,
  }
  const onReport = (report: RunReport): void => {
    if (report.kind === 'entered') memory.attempts.entered(report.institutionId)
    logReport(report, log)
    metrics.countRun(report)
  }
  const collectDue = async (store: Store): Promise<Instant> => {
    await forgetOtherBook(store, memory)
    const { known, attempts } = memory
    const sources = await loadChosen(ids, settings, store, memory, log)
    const began = now()
    const found = await findDue(sources, store, known, began)
    metrics.setHolds(known)
    const due = attempts.begin(found.due, began)
    if (due.length > 0) {
      await collectRound(due, { store, known, fetcher, signal, onReport }, settings)
      metrics.endRound(known, (now() - began) / 1_000)
    }
    if (settings.metrics !== undefined)
      metrics.setAlerts(await readAlerts(store, known, settings.sources))
    return found.next
  }
  try {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const delay = await withStore(settings.database, 'write', collectDue, now).then(
        (next) => Math.max(0, Math.min(next - now(), longestWait)),
        (error: unknown) => {
          if (isFirst) throw error
          log.error(error instanceof Error ? error.message : String(error))
          return retryDelay
        },
      )
      if (!signal.aborted) await timer.wait(delay)
    }
    log.info('Stopped; runs that had not ended entered nothing.')
  } finally {
    metrics.close()
    await serveLog.end()
  }
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
  ids: readonly string[],
  { sources: folder }: CollectSettings,
  store: Store,
  memory: Memory,
  log: ServeLog['log'],
): Promise<readonly LoadedSource[]> {
  const { sources, problems } = loadSources(folder)
  const lines = problems.map(sourceProblemLine).join('\n')
  if (lines !== memory.problems && lines !== '') log.error(lines)
  memory.problems = lines
  if (ids.length === 0) {
    const { registered, skipped } = await registeredSources(sources, store)
    if (skipped !== memory.skipped && skipped !== undefined) log.info(skipped)
    memory.skipped = skipped
    return registered
  }
  return sources.filter(({ definition }) => ids.includes(definition.institution))
}

function logReport(report: RunReport, log: ServeLog['log']): void {
  if ('warning' in report && report.warning !== undefined) log.warn(report.warning)
  const [summary, ...details] = runLines(report)
  const text = [summary, ...details].join('\n')
  if ('bug' in report) log.error(`${text}\n${bugText}\n${report.bug}`)
  else if (report.kind === 'entered' && report.outcome !== 'failed') log.info(text)
  else log.warn(text)
}
