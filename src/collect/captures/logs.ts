import { mkdir, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { crc32 } from 'node:zlib'
import { instantText, parseInstant, type Instant } from '../../domain/instant.ts'
import type { PageFormat } from '../../domain/origin.ts'
import { CapturesError } from './captures.ts'
import { filesIn, readIfPresent, syncFolders, toCapturesError } from './folder.ts'

/** One line of a log: its record, or that it is damaged. A torn line, which a killed run left, is left out. */
export type LogLine<Logged> = { readonly record: Logged } | { readonly damaged: DamagedLine }

/** The place of a damaged line: its log below the folder of captures, and its number. */
export type DamagedLine = { readonly path: string; readonly line: number }

/** Anything that a log keeps. */
type Dated = { readonly at: Instant }

/** Ends a torn line, so that it differs from a damaged one. */
const tornEnding = ' (torn)'

/**
 * Appends a record to a log below `root` as a line of JSON with a CRC-32 at its end. It is one write, so that the lines of two
 * processes do not mix. If the last line is torn, the write ends it first.
 */
export async function appendLine(root: string, path: string, record: Dated): Promise<void> {
  const full = join(root, path)
  const { at, ...rest } = record
  const json = JSON.stringify({ at: instantText(at), ...rest })
  const text = `${json.slice(0, -1)},"check":"${checkOf(Buffer.from(json))}"}\n`
  try {
    await mkdir(dirname(full), { recursive: true })
    const file = await open(full, 'a+')
    try {
      const { size } = await file.stat()
      const last = Buffer.alloc(1)
      if (size > 0) await file.read(last, 0, 1, size - 1)
      const isTorn = size > 0 && last.toString() !== '\n'
      const line = Buffer.from(isTorn ? `${tornEnding}\n${text}` : text)
      const { bytesWritten } = await file.write(line)
      if (bytesWritten < line.length)
        throw new CapturesError(
          'disk',
          `${full} cannot be written: the disk is full. Free some space, then run the same command again.`,
        )
      await file.sync()
      if (size === 0) await syncFolders(root, dirname(full))
    } finally {
      await file.close()
    }
  } catch (error) {
    throw toCapturesError(full, error)
  }
}

/** Reads the lines of a log below `root` in order; none if there is no such file. */
export async function readLines<Logged extends Dated>(
  root: string,
  path: string,
): Promise<readonly LogLine<Logged>[]> {
  const bytes = await readIfPresent(join(root, path))
  if (bytes === undefined) return []
  const texts = Buffer.from(bytes).toString('latin1').split('\n')
  return texts.flatMap((text, index): readonly LogLine<Logged>[] => {
    const isLast = index === texts.length - 1
    if (isLast ? isTornStart(text) : text.endsWith(tornEnding)) return []
    const record = isLast ? undefined : recordOf(text)
    return record === undefined
      ? [{ damaged: { path, line: index + 1 } }]
      : [{ record: record as Logged }]
  })
}

/** A whole line: its JSON without the last brace, and its check. */
const wholeLine = /^(\{.*),"check":"([0-9a-f]{8})"\}/

/** The record of a line, whose bytes are given as Latin-1; `undefined` if a bit of it has changed. */
function recordOf(line: string): Dated | undefined {
  const [whole, start = '', check] = wholeLine.exec(line) ?? []
  const json = Buffer.from(`${start}}`, 'latin1')
  if (whole !== line || checkOf(json) !== check) return undefined
  const stored = JSON.parse(json.toString()) as { readonly at: string }
  const at = parseInstant(stored.at)
  if (at === undefined) throw new Error(`The log has ${stored.at}, which is not an instant.`)
  return { ...stored, at }
}

/** Whether the text after the last newline is the start of a line. A whole line with another byte after it is damaged. */
function isTornStart(text: string): boolean {
  const [whole] = wholeLine.exec(text) ?? []
  return text === '' || (/^[{ ]/.test(text) && (whole === undefined || whole === text))
}

function checkOf(json: Uint8Array): string {
  return crc32(json).toString(16).padStart(8, '0')
}

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

/** Appends a fetch to the log of its month, `log/2026-11.ndjson`, in a folder of captures. It survives a crash from then on. */
export async function appendFetch(folder: string, record: FetchRecord): Promise<void> {
  const month = instantText(record.at).slice(0, 7)
  await appendLine(resolve(folder), join('log', `${month}.ndjson`), record)
}

/** Leaves out the months before that of this instant. */
type FetchLogOptions = { readonly from?: Instant }

/** The fetches in a folder of captures, oldest month first, each month in the order of the log. Damaged lines are left out. */
export async function readFetches(
  folder: string,
  options: FetchLogOptions = {},
): Promise<readonly FetchRecord[]> {
  return recordsOf(await readFetchLog(folder, options))
}

/** The records of the lines that are not damaged. */
export function recordsOf<Logged>(lines: readonly LogLine<Logged>[]): readonly Logged[] {
  return lines.flatMap((line) => ('record' in line ? [line.record] : []))
}

/** Like `readFetches`, with the damaged lines. */
export async function readFetchLog(
  folder: string,
  { from }: FetchLogOptions = {},
): Promise<readonly LogLine<FetchRecord>[]> {
  const root = resolve(folder)
  const first = from === undefined ? '' : instantText(from).slice(0, 7)
  const names = await filesIn(join(root, 'log'))
  const months: (readonly LogLine<FetchRecord>[])[] = []
  for (const name of names)
    if (name >= first && /^\d{4}-\d{2}\.ndjson$/.test(name))
      months.push(await readLines(root, join('log', name)))
  return months.flat()
}
