import type { IncomingHttpHeaders } from 'node:http'
import { Readable, pipeline } from 'node:stream'
import type { StoredEntry } from '../domain/entry-body.ts'
import { logLine } from '../domain/log-line.ts'
import { createCompressor } from './compress.ts'
import type { LogResult, ServerState } from './endpoint.ts'
import { mediaTypes } from './formats/format.ts'
import { immutable, type HttpResponse } from './headers.ts'
import type { Encoding } from './negotiate.ts'
import { problem, unreadableBook } from './problems.ts'
import { conditional, headOf } from './respond.ts'
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
  const answered = conditional(head, headers)
  if (answered.status === 304) return answered
  const chunks = chunksOf(entries, nextTurn)
  try {
    const first = await chunks.next()
    if (first.done === true) {
      const empty = headOf(content, { digest, now, encoding: 'identity' })
      return { ...empty, body: Buffer.alloc(0) }
    }
    const all = startingWith(first.value, chunks)
    return { ...head, stream: (onChunk) => openStream(all, encoding, onChunk) }
  } catch {
    return problem(503, unreadableBook)
  }
}

/** The characters of a chunk. A longer line is a chunk of its own. */
const chunkLength = 65_536

/** The lines of entries in chunks. Each chunk is read, verified and written in a turn of its own. */
async function* chunksOf(
  entries: AsyncIterable<StoredEntry>,
  nextTurn: NextTurn,
): AsyncGenerator<Buffer, void, undefined> {
  let lines = ''
  for await (const entry of entries) {
    lines += `${logLine(entry)}\n`
    if (lines.length < chunkLength) continue
    yield Buffer.from(lines)
    lines = ''
    await nextTurn()
  }
  if (lines !== '') yield Buffer.from(lines)
}

async function* startingWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}

function openStream(
  chunks: AsyncIterable<Buffer>,
  encoding: Encoding,
  onChunk: (bytes: number) => void,
): Readable {
  const source = Readable.from(chunks, { objectMode: false })
  const compressor = createCompressor(encoding)
  // The callback is required. The reader of the last stream gets the error, too.
  const encoded = compressor === undefined ? source : pipeline(source, compressor, () => {})
  return Readable.from(counted(encoded, onChunk), { objectMode: false })
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  onChunk: (bytes: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    onChunk(chunk.length)
    yield chunk
  }
}
