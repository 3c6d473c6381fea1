import type { StoredEntry } from '../../domain/entry-body.ts'
import { Failure } from '../../domain/failure.ts'
import { logLine, pageOf, pageSize, parseLogLine } from '../../domain/log-line.ts'
import { chainProblem } from '../../book/store/chain.ts'
import { linesOf, pageAddress, type LogOptions } from './log-page.ts'
import { refusalAt, type MirroredBook } from './mirrored-book.ts'
import { requestFile } from '../../outbound/request-file.ts'

/** A line of the log that is not that of the mirror's own entry at its position. */
type Difference = { readonly own: StoredEntry; readonly line: string }

/**
 * The failure for a log that differs from the mirror: at its first different entry. The digests of all entries after a fork differ,
 * so a difference on the first line of a page may begin pages before.
 */
export async function differenceFailure(
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
export function otherPosition({ position }: StoredEntry): string {
  return `its line has position ${position}, so entries are missing, repeated or in another order.`
}

function forkText({ store, url }: MirroredBook, position: number): string {
  const start = `The log at ${url} has another entry at position ${position} than ${store.name}`
  if (position > 1)
    return `${start}: somebody changed its past, or it is another book. Nothing of it was appended. Keep ${store.name}, which shows what the log was, and ask the operator of the log.`
  return `${start}: it is another book. Nothing of it was appended. Give the address of the book that ${store.name} mirrors, ${store.mirrorOf}, or name another book with --database.`
}
