import { chainProblem } from '../../book/store/chain.ts'
import { exitCodes, Failure } from '../../domain/failure.ts'
import {
  lineLimit,
  logLine,
  pageOf,
  pageSize,
  parseLogLine,
  type StoredEntry,
} from '../../domain/stored-entry.ts'
import { readAddress, requestFile, type RequestLimits } from '../../outbound/request-file.ts'
import { refusalAt, type MirroredBook } from './mirrored-book.ts'

/** The limits of a mirror's requests. Bytes count after decompression. */
export type LogLimits = RequestLimits & {
  /** The most bytes of a line. */
  readonly line: number
}

/** The limits that docs/mirror.md promises. */
export const logLimits: LogLimits = { progress: 30_000, total: 600_000, line: lineLimit }

/** The limits of requests, and the signal that stops them. */
export type LogOptions = { readonly limits: LogLimits; readonly signal: AbortSignal }

/** The last page that was read, and what its server called its state. */
export type LastPage = {
  readonly page: number
  readonly count: number
  readonly etag: string | undefined
}

/** The position up to which the log is read; `Infinity` for its end. Pages that the mirror has are compared in any case. */
type ReadOptions = LogOptions & { readonly end: number }

/**
 * Adds the entries of the log that the mirror lacks. Begins with the page of the mirror's last entry, so that a log with another
 * past is found. Returns the last page. If it is passed to the next call and is the same then, it is not transferred again.
 */
export async function readLog(
  mirror: MirroredBook,
  options: ReadOptions,
  before?: LastPage,
): Promise<LastPage> {
  for (let page = pageOf(Math.max(1, mirror.position())), last = before; ; page++) {
    last = await readWhole(mirror, page, options, last)
    if (last.count < pageSize || mirror.position() >= options.end) return last
  }
}

/** Reads a page; after a failure of the connection again, as long as each attempt brings new entries. */
async function readWhole(
  mirror: MirroredBook,
  page: number,
  options: ReadOptions,
  before: LastPage | undefined,
): Promise<LastPage> {
  for (;;) {
    const position = mirror.position()
    try {
      return await readPage(mirror, page, options, before)
    } catch (error) {
      const isUnreachable = error instanceof Failure && error.exitCode === exitCodes.unreachable
      if (!isUnreachable || mirror.position() === position) throw error
    }
  }
}

async function readPage(
  mirror: MirroredBook,
  page: number,
  options: ReadOptions,
  before: LastPage | undefined,
): Promise<LastPage> {
  const known = before?.page === page ? before : undefined
  const address = pageAddress(mirror.url, page)
  const response = await requestFile(address, options, known?.etag)
  if (response.is === 'unchanged' && known !== undefined) return known
  const start = page * pageSize
  const read =
    response.is === 'there'
      ? await readLines(mirror, address, response.chunks, start, options)
      : nothing
  const { count, isWhole } = read
  const reached = start + count
  if (reached < mirror.position()) throw shorterFailure(mirror, reached)
  if (reached === 0)
    throw new Failure(
      'unreachable',
      `${address} has no entry: the book there is empty, or ${mirror.url} is not the address of a log of Ratebook.`,
    )
  // The rest of a page that was not read whole is requested again.
  return { page, count, etag: response.is === 'there' && isWhole ? response.etag : undefined }
}

const nothing = { count: 0, isWhole: true }

/** Compares the lines of a page with the entries of the mirror, and adds those after its end, up to the end that was asked for. */
async function readLines(
  mirror: MirroredBook,
  address: string,
  chunks: AsyncIterable<Uint8Array>,
  start: number,
  options: ReadOptions,
): Promise<{ readonly count: number; readonly isWhole: boolean }> {
  const own = mirror.entriesAfter(start)
  let count = 0
  try {
    for await (const line of linesOf(address, chunks, options.limits.line)) {
      if (count === pageSize)
        throw new Failure('refused', `${address} has more than ${pageSize} lines, the maximum.`)
      const { value: entry } = await own.next()
      if (entry === undefined && mirror.position() >= options.end) return { count, isWhole: false }
      count++
      if (entry === undefined) await addLine(mirror, address, start + count, line)
      else if (line !== logLine(entry))
        throw await differenceFailure(mirror, { own: entry, line }, options)
    }
  } finally {
    // The entries before a failure are verified, too.
    if (mirror.verifier === undefined) await mirror.append(mirror.position())
  }
  return { count, isWhole: true }
}

async function addLine(
  mirror: MirroredBook,
  address: string,
  position: number,
  line: string,
): Promise<void> {
  const entry = parseLogLine(line)
  if (typeof entry !== 'string' && entry.position === position) return mirror.add(entry, address)
  const reason = typeof entry === 'string' ? entry : otherPosition(entry)
  throw new Failure('refused', refusalAt(address, position, reason, mirror.store))
}

/** The failure for a log without entries that the mirror has. A cache or a standby may only lag. */
function shorterFailure({ store, url, position }: MirroredBook, reached: number): Failure {
  return new Failure(
    'runFailed',
    `The log at ${url} has no entry at position ${reached + 1}, and ${store.name} has entries up to ${position()}: the log lags, or it was truncated. ` +
      `${store.name} keeps its entries. Run the same command again; if the entries stay away, ask the operator of the log.`,
  )
}

/** Reads the address of a log: of a server or of a folder of static files, without a slash at its end. */
export function readLogAddress(text: string): string {
  const { href, search, hash } = readAddress(text)
  if (search !== '' || hash !== '')
    throw new Failure('usage', `${text} has a ? or a #: give the address before it.`)
  return href.replace(/\/+$/, '')
}

/** The address of a page. A folder of static files has it, too. */
function pageAddress(url: string, page: number): string {
  return `${url}/log/${page}`
}

const lineFeed = 0x0a

/**
 * The lines of a file of the log, without their line feeds. Keeps no more than one line in memory. Throws a `Failure` at a line
 * that is too long, that is not UTF-8, or that the file ends in.
 */
export async function* linesOf(
  address: string,
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let count = 0
  let parts: Uint8Array[] = []
  let size = 0
  const add = (part: Uint8Array): void => {
    parts.push(part)
    size += part.byteLength
    if (size > limit)
      throw new Failure('refused', `${place()} is longer than ${limit} bytes, the maximum.`)
  }
  const place = (): string => `${address}, line ${count + 1},`
  for await (const chunk of chunks) {
    let start = 0
    for (let end; (end = chunk.indexOf(lineFeed, start)) !== -1; start = end + 1) {
      add(chunk.subarray(start, end))
      let line: string
      try {
        line = decoder.decode(Buffer.concat(parts))
      } catch {
        throw new Failure('refused', `${place()} is not UTF-8.`)
      }
      yield line
      count++
      parts = []
      size = 0
    }
    add(chunk.subarray(start))
  }
  if (size > 0)
    throw new Failure('unreachable', `${place()} has no line feed: the response was cut off.`)
}

/** A line of the log that is not that of the mirror's own entry at its position. */
type Difference = { readonly own: StoredEntry; readonly line: string }

/**
 * The failure for a log that differs from the mirror: at its first different entry. The digests of all entries after a fork differ,
 * so a difference on the first line of a page may begin pages before.
 */
async function differenceFailure(
  mirror: MirroredBook,
  found: Difference,
  options: LogOptions,
): Promise<Failure> {
  const { position } = found.own
  const page = pageOf(position)
  const isFirstLine = position === page * pageSize + 1
  const { own, line } = isFirstLine ? await firstDifference(mirror, found, page, options) : found
  const reason = await alterationOf(mirror, own, line)
  const place = pageAddress(mirror.url, pageOf(own.position))
  return new Failure(
    'refused',
    reason === undefined
      ? forkText(mirror, own.position)
      : refusalAt(place, own.position, reason, mirror.store),
  )
}

/** Searches the pages before one whose first line differs for the first difference. */
async function firstDifference(
  mirror: MirroredBook,
  found: Difference,
  page: number,
  options: LogOptions,
): Promise<Difference> {
  let first = found
  let [same, different] = [-1, page]
  while (different - same > 1) {
    const middle = Math.floor((same + different) / 2)
    const difference = await differenceOn(mirror, middle, 1, options)
    if (difference === undefined) same = middle
    else [different, first] = [middle, difference]
  }
  if (same === -1) return first
  return (await differenceOn(mirror, same, pageSize, options)) ?? first
}

/** The first difference among the first lines of a page. */
async function differenceOn(
  { url, entriesAfter }: MirroredBook,
  page: number,
  lines: number,
  options: LogOptions,
): Promise<Difference | undefined> {
  const address = pageAddress(url, page)
  const response = await requestFile(address, options)
  if (response.is !== 'there') return undefined
  const entries = entriesAfter(page * pageSize)
  let count = 0
  for await (const line of linesOf(address, response.chunks, options.limits.line)) {
    const { value: own } = await entries.next()
    if (own !== undefined && line !== logLine(own)) return { own, line }
    if (++count === lines) return undefined
  }
  return undefined
}

/** Why a line is no entry after the mirror's own past; `undefined` if it is one, so that the log is a fork. */
async function alterationOf(
  { url, digestAt }: MirroredBook,
  { position }: StoredEntry,
  line: string,
): Promise<string | undefined> {
  const entry = parseLogLine(line)
  if (typeof entry === 'string') return entry
  if (entry.position !== position) return otherPosition(entry)
  const digest = await digestAt(position - 1)
  if (digest === undefined) throw new Error(`The mirror has no entry at position ${position - 1}.`)
  const problem = chainProblem({ position: position - 1, digest }, entry, url)
  return problem === undefined ? undefined : `${problem}.`
}

/** The reason for a line with the position of another one. */
function otherPosition({ position }: StoredEntry): string {
  return `its line has position ${position}, so entries are missing, repeated or in another order.`
}

function forkText({ store, url }: MirroredBook, position: number): string {
  const start = `The log at ${url} has another entry at position ${position} than ${store.name}`
  if (position > 1)
    return `${start}: somebody changed its past, or it is another book. Nothing of it was appended. Keep ${store.name}, which shows what the log was, and ask the operator of the log.`
  return `${start}: it is another book. Nothing of it was appended. Give the address of the book that ${store.name} mirrors, ${store.mirrorOf}, or name another book with --database.`
}
