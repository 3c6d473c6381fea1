import { availableParallelism } from 'node:os'
import { lastRun } from '../../book/market/runs.ts'
import { dryRunStore } from '../../book/publish/append.ts'
import { readBook, type KnownBooks } from '../../book/publish/context-from-store.ts'
import type { EntryClock } from '../../book/publish/entry-instant.ts'
import type { BookReader, Store, StoreError } from '../../book/store/store.ts'
import { Failure } from '../../domain/failure.ts'
import type { GateLimits } from '../../domain/gate-limits.ts'
import { after, type Instant } from '../../domain/instant.ts'
import { checkInCage, createSemaphore, namesInCage, readInCage } from '../cage/cage.ts'
import type { CapturesError } from '../captures/captures.ts'
import { openCapturesFolder, prepareCapturesFolder } from '../captures/folder.ts'
import { appendFetch, readFetches } from '../captures/logs.ts'
import type { Fetcher } from '../fetch/fetch.ts'
import { dueAt } from '../source/due.ts'
import {
  mistakenInstitutions,
  type LoadedSource,
  type LoadedSources,
} from '../source/load-source.ts'
import { suggestion } from '../source/schema-problems.ts'
import { fullFetchInterval, fullFetches } from './capture-pages.ts'
import { collectInstitution, type CollectTools } from './collect-institution.ts'
import { createHostClocks } from './host-clocks.ts'
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
  { onReport, ...round }: Round,
  { captures: folder, isDryRun, instant, isOneReviewerEnough, limits }: RoundSettings,
): Promise<readonly RunReport[]> {
  await prepareCapturesFolder(folder)
  const { store, signal } = round
  const now = instant.read
  const fetches = await readFetches(folder, { from: after(now(), -fullFetchInterval) })
  const inTurn = createSemaphore(Math.min(mostReaders, availableParallelism()))
  const tools: CollectTools = {
    ...round,
    instant,
    isOneReviewerEnough,
    limits,
    store: isDryRun ? { ...store, ...dryRunStore(store) } : store,
    captures: openCapturesFolder(folder),
    appendFetch: async (record) => appendFetch(folder, record),
    fetchedBefore: fullFetches(fetches, now()),
    hostClocks: createHostClocks(fetches),
    now,
    read: async (source, pages) => inTurn(async () => readInCage(source, pages, { signal })),
    listNames: async (list, pattern) => inTurn(async () => namesInCage(list, pattern, { signal })),
    checkEvidence: async (reading, pages) =>
      inTurn(async () => checkInCage(reading, pages, { signal })),
  }
  return collectAll(sources, tools, onReport)
}

/**
 * Collects several institutions, some of them at the same time, and reports each one as soon as it is done. A run that
 * fails does not stop the others. If the book or a capture cannot be written, this throws the error once all runs have ended.
 */
export async function collectAll(
  sources: readonly LoadedSource[],
  tools: CollectTools,
  onReport: (report: RunReport) => void = () => {},
): Promise<readonly RunReport[]> {
  const reports: RunReport[] = []
  let storageError: StoreError | CapturesError | undefined
  const waiting = sources.values()
  const collectNext = async (): Promise<void> => {
    for (const source of waiting) {
      if (storageError !== undefined || tools.signal.aborted) return
      const report = await collectInstitution(source, tools).catch((error: unknown) => {
        if (isStorageError(error)) storageError = error
        const { institution: institutionId } = source.definition
        return { kind: 'crashed', institutionId, bug: traceOf(error) } as const
      })
      if (storageError !== undefined && report.kind === 'crashed') return
      reports.push(report)
      onReport(report)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, collectNext))
  if (storageError !== undefined) throw storageError
  return reports
}

/**
 * The sources of the given institutions; all without ids. Leaves out those with mistakes in their files. Throws a `Failure` that
 * names every institution without a file.
 */
export function chosenSources(
  loaded: LoadedSources,
  ids: readonly string[],
  folder: string,
): readonly LoadedSource[] {
  const { sources } = loaded
  if (ids.length === 0) return sources
  const known = new Map(sources.map((source) => [source.definition.institution, source]))
  const mistaken = mistakenInstitutions(loaded)
  const unknown = ids.filter((id) => !known.has(id) && !mistaken.has(id))
  if (unknown.length === 0) return [...new Set(ids)].flatMap((id) => known.get(id) ?? [])
  const lines = unknown.map(
    (id) => `There is no source for ${id} in ${folder}; ${suggestion(id, [...known.keys()])}`,
  )
  throw new Failure('configuration', lines.join('\n'))
}

/**
 * The sources of registered institutions, and a sentence about the others, if there are any: a book need not have every institution
 * of a folder.
 */
export async function registeredSources(
  sources: readonly LoadedSource[],
  store: Pick<BookReader, 'institutions'>,
): Promise<{ readonly registered: readonly LoadedSource[]; readonly skipped: string | undefined }> {
  const ids = new Set((await store.institutions()).map(({ id }) => id))
  const isRegistered = ({ definition }: LoadedSource): boolean => ids.has(definition.institution)
  const others = sources.filter((source) => !isRegistered(source))
  const names = others.map(({ definition }) => definition.institution).join(', ')
  const skipped =
    others.length === 0
      ? undefined
      : `Skipped, because their institutions are not registered: ${names}.`
  return { registered: sources.filter(isRegistered), skipped }
}

/** The sources that are due, and when the next of the others is due. A host that asked for a pause is not due before its end. */
export async function findDue(
  sources: readonly LoadedSource[],
  reader: BookReader,
  known: KnownBooks,
  now: Instant,
): Promise<{ readonly due: readonly LoadedSource[]; readonly next: Instant }> {
  const due: LoadedSource[] = []
  let next = Infinity
  for (const source of sources) {
    const { definition } = source
    const book = await readBook(reader, definition.institution, known)
    if (book?.institution.active === false) continue
    const run = book && lastRun(book, now)
    const { isDue, nextDue } = dueAt(definition, run?.at, now)
    // Only after a failed run may the host have asked for a pause. Otherwise a new schedule counts at once.
    const waitsUntil = run?.outcome === 'failed' ? run.origin.nextDue : now
    if (isDue && waitsUntil <= now) due.push(source)
    else next = Math.min(next, isDue ? waitsUntil : nextDue)
  }
  return { due, next: next as Instant }
}

/** The milliseconds until an institution is collected again if its run could not be entered. */
const attemptPause = 15 * 60_000

/** When the last runs of institutions began that were not entered. */
export type Attempts = Map<string, Instant>

/** Picks the sources that may be collected now, and notes that their runs begin: a host must not be asked again at once. */
export function beginAttempts(
  attempts: Attempts,
  due: readonly LoadedSource[],
  now: Instant,
): readonly LoadedSource[] {
  const picked = due.filter(
    ({ definition }) => (attempts.get(definition.institution) ?? -Infinity) + attemptPause <= now,
  )
  for (const { definition } of picked) attempts.set(definition.institution, now)
  return picked
}
