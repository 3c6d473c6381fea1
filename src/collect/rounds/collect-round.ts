import { availableParallelism } from 'node:os'
import type { CapturesError } from '../captures/captures.ts'
import { openCapturesFolder, prepareCapturesFolder } from '../captures/folder.ts'
import { appendFetch, readFetches } from '../captures/logs.ts'
import { checkInCage, namesInCage, readInCage } from '../cage/cage.ts'
import { collectInstitution, type CollectTools } from './collect-institution.ts'
import { fullFetches, fullFetchInterval } from './capture-pages.ts'
import { createHostClocks } from './host-clocks.ts'
import { createSemaphore } from './semaphore.ts'
import type { LoadedSource } from '../source/load-source.ts'
import { after } from '../../domain/instant.ts'
import type { GateLimits } from '../../domain/gate-limits.ts'
import type { Fetcher } from '../fetch/fetch.ts'
import type { KnownBooks } from '../../book/publish/context-from-store.ts'
import { dryRunStore } from '../../book/publish/dry-run.ts'
import type { Store, StoreError } from '../../book/store/store.ts'
import type { EntryClock } from '../../book/publish/entry-instant.ts'
import { isStorageError, traceOf, type RunReport } from './run-report.ts'

/** How many institutions are collected at the same time. Most of that time is spent waiting for their servers. */
const concurrency = 16

/** Readers that run at the same time at most: each takes memory and a whole processor. */
const mostReaders = 4

/** The parts of a round of runs that are not settings. */
export type Round = {
  readonly store: Store
  readonly known: KnownBooks
  /** Remembers robots.txt and the pauses of hosts, so a process needs only one. */
  readonly fetcher: Fetcher
  readonly signal: AbortSignal
  readonly onReport: (report: RunReport) => void
}

/** The settings of a round. */
export type RoundSettings = {
  readonly captures: string
  readonly instant: EntryClock
  readonly isOneReviewerEnough: boolean
  readonly limits: GateLimits
  readonly isDryRun: boolean
}

/** Collects some sources. */
export async function collectRound(
  sources: readonly LoadedSource[],
  { store, known, fetcher, signal, onReport }: Round,
  { captures: folder, instant, isOneReviewerEnough, limits, isDryRun }: RoundSettings,
): Promise<readonly RunReport[]> {
  await prepareCapturesFolder(folder)
  const now = instant.read
  const fetches = await readFetches(folder, { from: after(now(), -fullFetchInterval) })
  const readers = createSemaphore(Math.min(mostReaders, availableParallelism()))
  const tools: CollectTools = {
    store: isDryRun ? { ...store, ...dryRunStore(store) } : store,
    known,
    instant,
    fetcher,
    captures: openCapturesFolder(folder),
    appendFetch: async (record) => appendFetch(folder, record),
    fetchedBefore: fullFetches(fetches, now()),
    hostClocks: createHostClocks(fetches),
    now,
    read: async (definition, pages) =>
      readers(async () => readInCage(definition, pages, { signal })),
    listNames: async (list, pattern) => readers(async () => namesInCage(list, pattern, { signal })),
    checkEvidence: async (reading, pages) =>
      readers(async () => checkInCage(reading, pages, { signal })),
    isOneReviewerEnough,
    limits,
    signal,
  }
  return collectAll(sources, tools, { concurrency, onReport })
}

/** How many institutions are collected at the same time, and who learns how a run ended. */
export type CollectAllOptions = {
  readonly concurrency: number
  readonly onReport: (report: RunReport) => void
}

/**
 * Collects several institutions, some of them at the same time, and reports each one as soon as it is done. A run that
 * fails does not stop the others. If the book or a capture cannot be written, this throws the error once all runs have ended.
 */
export async function collectAll(
  sources: readonly LoadedSource[],
  tools: CollectTools,
  { concurrency, onReport }: CollectAllOptions,
): Promise<readonly RunReport[]> {
  const reports: RunReport[] = []
  const slots = createSemaphore(concurrency)
  let storageError: StoreError | CapturesError | undefined
  const collectOne = async (source: LoadedSource): Promise<void> => {
    if (storageError !== undefined || tools.signal.aborted) return
    try {
      const report = await collectInstitution(source, tools).catch(crashed(source))
      reports.push(report)
      onReport(report)
    } catch (error) {
      if (!isStorageError(error)) throw error
      storageError = error
    }
  }
  await Promise.all(sources.map((source) => slots(() => collectOne(source))))
  if (storageError !== undefined) throw storageError
  return reports
}

function crashed({ definition }: LoadedSource): (error: unknown) => RunReport {
  return (error) => {
    if (isStorageError(error)) throw error
    return { kind: 'crashed', institutionId: definition.institution, bug: traceOf(error) }
  }
}
