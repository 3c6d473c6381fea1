import { exitCodes, Failure } from '../../domain/failure.ts'
import { logLine, pageOf, pageSize, parseLogLine } from '../../domain/log-line.ts'
import { differenceFailure, otherPosition } from './differences.ts'
import { linesOf, pageAddress, type LogOptions } from './log-page.ts'
import { refusalAt, type MirroredBook } from './mirrored-book.ts'
import { requestFile } from '../../outbound/request-file.ts'

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
  const own = mirror.entriesAfter(start)
  let count = 0
  let isWhole = true
  if (response.is === 'there') {
    try {
      for await (const line of linesOf(address, response.chunks, options.limits.line)) {
        if (count === pageSize)
          throw new Failure('refused', `${address} has more than ${pageSize} lines, the maximum.`)
        const { value: entry } = await own.next()
        isWhole = entry !== undefined || mirror.position() < options.end
        if (!isWhole) break
        count++
        if (entry === undefined) await addLine(mirror, address, start + count, line)
        else if (line !== logLine(entry))
          throw await differenceFailure(mirror, { own: entry, line }, options)
      }
    } finally {
      // The entries before a failure are verified, too.
      if (mirror.verifier === undefined) await mirror.append(mirror.position())
    }
  }
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
