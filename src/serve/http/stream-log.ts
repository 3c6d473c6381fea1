import type { IncomingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream'
import type { StoredEntry } from '../../domain/entry-body.ts'
import { logLine } from '../../domain/log-line.ts'
import { createCompressor } from './compress.ts'
import type { LogResult, ServerState } from './endpoint.ts'
import { mediaTypes } from './formats/format.ts'
import { immutable, type HttpResponse, type ResponseStream } from './headers.ts'
import type { Encoding } from './negotiate.ts'
import { problem, unreadableBook } from './problems.ts'
import { headOf, notModified } from './respond.ts'
import type { NextTurn } from './turn-queue.ts'

/** The request that a page of the log answers, and the market when it came. */
type LogRequest = Pick<ServerState, 'market' | 'now'> & {
  readonly encoding: Encoding
  readonly headers: IncomingHttpHeaders
  readonly nextTurn: NextTurn
}

/**
 * Answers with a page of the log. Its first chunk is read before the status is sent, so that a book that cannot be read gives a
 * 503. If the book fails later, the connection is destroyed. The response cache does not keep pages (decision 066).
 */
export async function streamLog(
  { entries, digest, reached, isFull, next }: LogResult,
  { market, now, encoding, headers, nextTurn }: LogRequest,
): Promise<HttpResponse> {
  const content = {
    type: mediaTypes.ndjson,
    etagLabel: 'log',
    modified: market.entries[reached - 1]?.at ?? market.at,
    headers: {
      // Not the position of the market: a page that caches keep for ever must not name it.
      'ratebook-position': String(reached),
      'ratebook-reached': String(reached),
      ...(isFull && { 'cache-control': immutable, link: `<${next}>; rel="next"` }),
    },
  }
  const head = headOf(content, { digest, now, encoding })
  const unchanged = notModified(head.headers, headers)
  if (unchanged !== undefined) return unchanged
  const parts = partsOf(entries, nextTurn)
  try {
    const { value: first } = await parts.next()
    if (first === undefined) {
      const empty = headOf(content, { digest, now, encoding: 'identity' })
      return { ...empty, body: Buffer.alloc(0) }
    }
    const firstParts = [first]
    const open: ResponseStream['open'] = (hold) =>
      compressed(held(firstParts, parts, hold), encoding)
    return { ...head, stream: { firstBytes: first.length, open } }
  } catch {
    return problem(503, unreadableBook)
  }
}

/** The characters of a part. A longer line is a part of its own. */
const partLength = 65_536

/** The lines of entries in parts. Each part is read, verified and written in a turn of its own. */
async function* partsOf(
  entries: AsyncIterable<StoredEntry>,
  nextTurn: NextTurn,
): AsyncGenerator<Buffer, undefined> {
  let lines = ''
  for await (const entry of entries) {
    lines += `${logLine(entry)}\n`
    if (lines.length < partLength) continue
    const part = Buffer.from(lines)
    lines = ''
    yield part
    await nextTurn()
  }
  if (lines !== '') yield Buffer.from(lines)
  return undefined
}

/** All parts. The first one is taken out of its list, so that nothing holds it once the client has it. */
async function* held(
  first: Buffer[],
  rest: AsyncGenerator<Buffer, undefined>,
  hold: (bytes: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  for (let part = first.pop(); part !== undefined; { value: part } = await rest.next()) {
    // Here, because what is sent may be compressed, and the compressor holds the whole part.
    hold(part.length)
    yield part
  }
}

function compressed(parts: AsyncIterable<Buffer>, encoding: Encoding): AsyncIterable<Buffer> {
  const compressor = createCompressor(encoding)
  // The callback is required. The reader of the compressor gets the error, too.
  return compressor === undefined ? parts : pipeline(parts, compressor, () => {})
}
