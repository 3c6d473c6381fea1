import { exitCodes, Failure } from '../domain/failure.ts'
import { logLine, parseLogLine } from '../domain/log-line.ts'
import { differenceFailure, otherPosition } from './differences.ts'
import { linesOf, pageAddress, pageOf, pageSize, type LogOptions } from './log-page.ts'
import { refusalAt, type MirroredBook } from './mirrored-book.ts'
import { requestFile } from '../outbound/request-file.ts'

/** The last page that was read, and what its server called its state. */
export type LastPage = {
  readonly page: number
  readonly count: number
  readonly etag: string | undefined
}

/**
 * Adds all entries of the log that the mirror lacks. Begins with the page of the mirror's last entry, so that a log with another
 * past is found. Returns the last page. If it is passed to the next call and is the same then, it is not transferred again.
 */
export async function readLog(
  mirror: MirroredBook,
  options: LogOptions,
  before?: LastPage,
): Promise<LastPage> {
  for (let page = pageOf(Math.max(1, mirror.position())), last = before; ; page++) {
    last = await readWhole(mirror, page, options, last)
    if (last.count < pageSize) return last
  }
}

/** Reads a page; after a failure of the connection again, as long as each attempt brings new entries. */
async function readWhole(
  mirror: MirroredBook,
  page: number,
  options: LogOptions,
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
  options: LogOptions,
  before: LastPage | undefined,
): Promise<LastPage> {
  const known = before?.page === page ? before : undefined
  const address = pageAddress(mirror.url, page)
  const response = await requestFile(address, options, known?.etag)
  if (response.is === 'unchanged' && known !== undefined) return known
  const start = page * pageSize
  const own = mirror.entriesAfter(start)
  let count = 0
  if (response.is === 'there') {
    try {
      for await (const line of linesOf(address, response.chunks, options.limits.line)) {
        if (count === pageSize)
          throw new Failure('refused', `${address} has more than ${pageSize} lines, the maximum.`)
        count++
        const { value: entry } = await own.next()
        if (entry === undefined) await addLine(mirror, address, start + count, line)
        else if (line !== logLine(entry))
          throw await differenceFailure(mirror, { own: entry, line }, options)
      }
    } finally {
      // The entries before a failure are verified, too.
      if (!mirror.needsCheckpoint) await mirror.append(mirror.position())
    }
  }
  const end = start + count
  if (end < mirror.position()) throw shorterFailure(mirror, end)
  if (end === 0)
    throw new Failure(
      'unreachable',
      `${address} has no entry: the book there is empty, or ${mirror.url} is not the address of a log of Ratebook.`,
    )
  return { page, count, etag: response.is === 'there' ? response.etag : undefined }
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
function shorterFailure({ store, url, position }: MirroredBook, end: number): Failure {
  return new Failure(
    'runFailed',
    `The log at ${url} has no entry at position ${end + 1}, and ${store.name} has entries up to ${position()}: the log lags, or it was truncated. ` +
      `${store.name} keeps its entries. Run the same command again; if the entries stay away, ask the operator of the log.`,
  )
}
