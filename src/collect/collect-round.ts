import { availableParallelism } from 'node:os'
import { openCapturesFolder, prepareCapturesFolder } from '../captures/folder.ts'
import { appendFetch } from '../captures/fetch-log.ts'
import { checkInCage, readInCage } from './cage.ts'
import { collectAll } from './collect-all.ts'
import type { CollectTools, RunReport } from './collect-institution.ts'
import { readFetchedBefore } from './capture-pages.ts'
import { createSemaphore } from './semaphore.ts'
import type { LoadedSource } from './source/parse-source.ts'
import type { Fetcher } from '../outbound/fetch.ts'
import type { KnownBooks } from '../publish/context-from-store.ts'
import { dryRunStore } from '../publish/dry-run.ts'
import type { Store } from '../store/store.ts'
import type { InstantSource } from '../publish/entry-instant.ts'

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
  readonly instant: InstantSource
  readonly isOneReviewerEnough: boolean
  readonly isDryRun: boolean
}

/** Collects some sources. */
export async function collectRound(
  sources: readonly LoadedSource[],
  { store, known, fetcher, signal, onReport }: Round,
  { captures: folder, instant, isOneReviewerEnough, isDryRun }: RoundSettings,
): Promise<readonly RunReport[]> {
  await prepareCapturesFolder(folder)
  const now = instant.read
  const readers = createSemaphore(Math.min(mostReaders, availableParallelism()))
  const tools: CollectTools = {
    store: isDryRun ? { ...store, ...dryRunStore(store) } : store,
    known,
    instant,
    fetcher,
    captures: openCapturesFolder(folder),
    appendFetch: async (record) => appendFetch(folder, record),
    fetchedBefore: await readFetchedBefore(folder, now()),
    now,
    read: async (definition, pages) =>
      readers(async () => readInCage(definition, pages, { signal })),
    checkEvidence: async (reading, pages) =>
      readers(async () => checkInCage(reading, pages, { signal })),
    isOneReviewerEnough,
    signal,
  }
  return collectAll(sources, tools, { concurrency, onReport })
}
