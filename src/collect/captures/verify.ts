import { join, resolve } from 'node:path'
import { digestOfBody, CapturesError } from './captures.ts'
import { capturePath, gunzipBody, readIfPresent, storedFiles, type StoredFile } from './folder.ts'
import { readFetchLog, recordsOf, type FetchRecord } from './logs.ts'
import { readPrunings, type Pruning } from './prune.ts'

/** Something wrong in a folder of captures: a file below it, and a sentence about the file. */
export type CaptureProblem = { readonly path: string; readonly message: string }

/** The result of verifying a folder of captures. */
export type VerifiedCaptures = {
  readonly bodies: number
  readonly fetches: number
  readonly problems: readonly CaptureProblem[]
}

/**
 * Reads every body and every line of the logs. `cited` are the digests that the book cites, with positions. A body that only the
 * log cites may be missing if `prune` has removed it since.
 */
export async function verifyCaptures(
  folder: string,
  cited: ReadonlyMap<string, number>,
  onFile: (done: number, total: number) => void = () => {},
): Promise<VerifiedCaptures> {
  const problems: CaptureProblem[] = []
  const files = await storedFiles(folder)
  for (const [index, file] of files.entries()) {
    const message = await problemOf(folder, file)
    if (message !== undefined) problems.push({ path: file.path, message })
    onFile(index + 1, files.length)
  }
  const logs = [await readFetchLog(folder), await readPrunings(folder)] as const
  for (const { damaged } of logs.flat().filter((line) => 'damaged' in line))
    problems.push({ path: damaged.path, message: `is damaged in line ${damaged.line}.` })
  const [fetches, prunings] = [recordsOf(logs[0]), recordsOf(logs[1])]
  const present = new Set(files.flatMap(({ digest }) => digest ?? []))
  problems.push(...missing(present, cited, fetches, prunings))
  return { bodies: present.size, fetches: fetches.length, problems }
}

/** The problem of a stored file as a sentence; `undefined` if it has none. */
async function problemOf(
  folder: string,
  { path, kind, digest }: StoredFile,
): Promise<string | undefined> {
  if (kind === 'temporary') return undefined
  if (kind === 'other') return 'is not a capture: its name is no digest.'
  try {
    const file = await readIfPresent(join(resolve(folder), path))
    // `prune` may have removed it; if the log cites it, it is listed as missing.
    if (file === undefined) return undefined
    const found = await gunzipBody(file)
    if (found === undefined) return 'is damaged: it cannot be decompressed.'
    if (digestOfBody(found.body) !== digest)
      return 'is damaged: its content does not match its name.'
    return found.isAsWritten
      ? undefined
      : 'is damaged: its compressed bytes have changed, its body has not.'
  } catch (error) {
    if (error instanceof CapturesError) return `cannot be read: ${error.message}`
    throw error
  }
}

function* missing(
  present: ReadonlySet<string>,
  cited: ReadonlyMap<string, number>,
  fetches: readonly FetchRecord[],
  prunings: readonly Pruning[],
): Generator<CaptureProblem> {
  for (const [digest, position] of cited) {
    if (present.has(digest)) continue
    yield {
      path: capturePath(digest),
      message: `is missing; position ${position} of the book cites it.`,
    }
  }
  const lastFetch = new Map<string, FetchRecord>()
  for (const fetch of fetches) if (fetch.digest !== undefined) lastFetch.set(fetch.digest, fetch)
  const prunedAt = new Map(
    prunings.flatMap(({ at, digests }) => digests.map((digest) => [digest, at])),
  )
  for (const [digest, { at, institutionId, page }] of lastFetch) {
    if (present.has(digest) || cited.has(digest)) continue
    if ((prunedAt.get(digest) ?? -Infinity) >= at) continue
    yield {
      path: capturePath(digest),
      message: `is missing; the log cites it for ${institutionId}, page ${page}.`,
    }
  }
}
