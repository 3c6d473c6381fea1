import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { instantText, parseInstant, type Instant } from '../../domain/instant.ts'
import type { PageFormat } from '../../domain/origin.ts'
import { appendLine, readLines, type CheckedLine } from './checked-lines.ts'
import { isMissing, toCapturesError } from './disk.ts'

/** One fetch of one page, as the log keeps it. */
export type FetchRecord = {
  readonly at: Instant
  readonly institutionId: string
  /** The name of the page in the source definition. */
  readonly page: string
  readonly format: PageFormat
  /** The URL of the request. */
  readonly url: string
  /** The URLs of the redirects that were followed; the last one delivered the body. */
  readonly redirects?: readonly string[]
  readonly outcome: 'fetched' | 'not-modified' | 'refused' | 'failed'
  readonly status?: number
  /** The chosen headers of the response, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** The digest of the body; for a 304 response, of the body that the server says is still the same. */
  readonly digest?: string
  /** The size of that body in bytes. */
  readonly size?: number
  /** The character encoding that the response named. */
  readonly charset?: string
  /** Why the fetch was refused or failed, in one sentence. */
  readonly message?: string
}

/** A line of the fetch log: a fetch, or that the line is damaged. */
export type FetchLine = { readonly fetch: FetchRecord } | Extract<CheckedLine, { damaged: object }>

/** Appends a fetch to the log of its month, `log/2026-11.ndjson`, in a folder of captures. It survives a crash from then on. */
export async function appendFetch(folder: string, record: FetchRecord): Promise<void> {
  const at = instantText(record.at)
  const { at: _, ...rest } = record
  await appendLine(resolve(folder), join('log', `${at.slice(0, 7)}.ndjson`), { at, ...rest })
}

/** The fetches in a folder of captures, oldest month first, each month in the order of the log. Damaged lines are left out. */
export async function readFetches(
  folder: string,
  options: FetchLogOptions = {},
): Promise<readonly FetchRecord[]> {
  const lines = await readFetchLog(folder, options)
  return lines.flatMap((line) => ('fetch' in line ? [line.fetch] : []))
}

/** Leaves out the months before that of this instant. */
export type FetchLogOptions = { readonly from?: Instant }

/** Like `readFetches`, with the damaged lines. */
export async function readFetchLog(
  folder: string,
  { from }: FetchLogOptions = {},
): Promise<readonly FetchLine[]> {
  const root = resolve(folder)
  const first = from === undefined ? '' : instantText(from).slice(0, 7)
  const lines: FetchLine[] = []
  for (const name of await monthsIn(root)) {
    if (name < first) continue
    for (const line of await readLines(root, join('log', name)))
      lines.push('damaged' in line ? line : { fetch: fetchOf(line.value as StoredFetch) })
  }
  return lines
}

type StoredFetch = Omit<FetchRecord, 'at'> & { readonly at: string }

function fetchOf(stored: StoredFetch): FetchRecord {
  const at = parseInstant(stored.at)
  if (at === undefined) throw new Error(`The fetch log has ${stored.at}, which is not an instant.`)
  return { ...stored, at }
}

async function monthsIn(root: string): Promise<readonly string[]> {
  const path = join(root, 'log')
  try {
    const names = await readdir(path)
    return names.filter((name) => /^\d{4}-\d{2}\.ndjson$/.test(name)).toSorted()
  } catch (error) {
    if (isMissing(error)) return []
    throw toCapturesError(path, error)
  }
}
