import { rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { dayLength, type Instant } from '../../domain/instant.ts'
import { CapturesError } from './captures.ts'
import { isMissing, storedFiles, toCapturesError, type StoredFile } from './folder.ts'
import { appendLine, readFetchLog, readLines, type FetchRecord, type LogLine } from './logs.ts'

/** The captures that a book cites, and the changes that end a run of unchanged fetches. */
export type BookCitations = {
  /** The digests that entries cite, with the position of the first such entry. */
  readonly cited: ReadonlyMap<string, number>
  readonly changes: FigureChanges
}

/** The bodies that `prune` removes, and the number that it keeps for each reason. */
export type PrunePlan = {
  readonly removed: readonly StoredFile[]
  /** Temporary files that killed runs left behind. */
  readonly leftovers: readonly StoredFile[]
  readonly kept: { readonly cited: number; readonly ends: number; readonly recent: number }
}

/** The age at which `prune` removes a body that nothing needs. */
const recentTime = 90 * dayLength
/** A temporary file of this age belongs to no running process. */
const leftoverAge = 3_600_000

/** Decides what to remove. `book` reads the book after the folder was listed, so that it cites every listed body that it needs. */
export async function planPrune(
  folder: string,
  book: () => Promise<BookCitations>,
  now: Instant,
): Promise<PrunePlan> {
  const files = await storedFiles(folder)
  const fetches = await wholeLog(folder)
  const { cited, changes } = await book()
  const ends = endsOfRuns(fetches, changes)
  const recent = new Set(
    fetches.flatMap(({ at, digest }) => (now - at < recentTime ? (digest ?? []) : [])),
  )
  const keptFor = ({ digest = '', writtenAt }: StoredFile): keyof PrunePlan['kept'] | 'none' => {
    if (cited.has(digest)) return 'cited'
    if (ends.has(digest)) return 'ends'
    return recent.has(digest) || now - writtenAt < recentTime ? 'recent' : 'none'
  }
  const bodies = Map.groupBy(
    files.filter(({ kind }) => kind === 'capture'),
    keptFor,
  )
  const count = (reason: keyof PrunePlan['kept']): number => bodies.get(reason)?.length ?? 0
  return {
    removed: bodies.get('none') ?? [],
    leftovers: files.filter(
      ({ kind, writtenAt }) => kind === 'temporary' && now - writtenAt > leftoverAge,
    ),
    kept: { cited: count('cited'), ends: count('ends'), recent: count('recent') },
  }
}

/** Removes what a plan names. The log says so first, so that no body is ever missing without a reason. */
export async function removePlanned(
  folder: string,
  { removed, leftovers }: PrunePlan,
  now: Instant,
): Promise<void> {
  const root = resolve(folder)
  const digests = removed.flatMap(({ digest }) => digest ?? [])
  if (digests.length > 0) await appendPruning(folder, { at: now, digests })
  for (const file of [...removed, ...leftovers]) await removeUnchanged(root, file)
}

/** Removes a file, unless it was written again since it was listed. */
async function removeUnchanged(root: string, { path, writtenAt }: StoredFile): Promise<void> {
  const full = join(root, path)
  try {
    const { mtimeMs } = await stat(full)
    if (Math.floor(mtimeMs) === writtenAt) await rm(full)
  } catch (error) {
    if (!isMissing(error)) throw toCapturesError(full, error)
  }
}

/** All fetches. A damaged line may name a body that must be kept, so nothing is removed then. */
async function wholeLog(folder: string): Promise<readonly FetchRecord[]> {
  const lines = await readFetchLog(folder)
  return lines.map((line) => {
    if ('record' in line) return line.record
    const { path, line: number } = line.damaged
    throw new CapturesError(
      'disk',
      `${join(resolve(folder), path)}, line ${number} is damaged, so nothing was removed. Restore the file from a backup.`,
    )
  })
}

/** The instants at which figures of an institution changed or were held, oldest first, by its id. */
export type FigureChanges = ReadonlyMap<string, readonly Instant[]>

/**
 * The digests of the first and the last body of each run of unchanged fetches. A run is a series of fetches of one page that all
 * delivered it, or all did not, and between which no figure of the institution changed or was held.
 */
function endsOfRuns(fetches: readonly FetchRecord[], changes: FigureChanges): ReadonlySet<string> {
  const runs = Map.groupBy(
    fetches.filter(({ digest }) => digest !== undefined),
    ({ institutionId, page }) => `${institutionId} ${page}`,
  )
  return new Set([...runs.values()].flatMap((ofPage) => endsOf(ofPage, changes)))
}

function endsOf(ofPage: readonly FetchRecord[], changes: FigureChanges): readonly string[] {
  const runOf = (fetch: FetchRecord | undefined): string | undefined => {
    if (fetch === undefined) return undefined
    const { institutionId, at, outcome } = fetch
    const isDelivered = outcome === 'fetched' || outcome === 'not-modified'
    const before = (changes.get(institutionId) ?? []).filter((instant) => instant <= at)
    return `${isDelivered} ${before.length}`
  }
  const inTime = ofPage.toSorted((a, b) => a.at - b.at)
  return inTime.flatMap((fetch, index) => {
    const run = runOf(fetch)
    const isInside = run === runOf(inTime[index - 1]) && run === runOf(inTime[index + 1])
    return isInside || fetch.digest === undefined ? [] : [fetch.digest]
  })
}

const path = join('log', 'pruned.ndjson')

/** Bodies that were removed, so that `captures verify` does not report them as missing. */
export type Pruning = { readonly at: Instant; readonly digests: readonly string[] }

/** Appends the digests of bodies that are removed next. */
export async function appendPruning(folder: string, pruning: Pruning): Promise<void> {
  await appendLine(resolve(folder), path, pruning)
}

/** The log of removed captures, oldest first, and its damaged lines. */
export async function readPrunings(folder: string): Promise<readonly LogLine<Pruning>[]> {
  return readLines(resolve(folder), path)
}
