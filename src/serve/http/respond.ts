import type { IncomingHttpHeaders } from 'node:http'
import { pipeline, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Market } from '../../book/market/market.ts'
import { always, isWithin, type Span } from '../../book/query/freshness.ts'
import type { Instant } from '../../domain/instant.ts'
import { logLine, type StoredEntry } from '../../domain/stored-entry.ts'
import { unreadableBook, type LogResult, type ServerState } from './endpoint.ts'
import { mediaTypes, type Encoding } from './formats/format.ts'
import {
  cacheControl,
  immutable,
  lastModified,
  problem,
  type Headers,
  type HttpResponse,
  type ResponseStream,
} from './http-response.ts'
import { version } from './site.ts'
import type { NextTurn } from './turn-queue.ts'
import type { Content } from './write.ts'

/** Where a response belongs in the cache: the present market, and a key or `undefined` for a response that is not kept. */
export type CachePlace = {
  readonly cache: ResponseCache
  readonly market: Market
  readonly key: string | undefined
}

/** The values that the headers of a response depend on, besides its content. */
export type ResponseContext = {
  /** The digest of the book, which ETags name. */
  readonly digest: string
  readonly now: Instant
  readonly encoding: Encoding
}

/** The response at a place in the cache if it holds now, with `max-age` reduced to the remaining time; or its 304. */
export function fromCache(
  { cache, market, key }: CachePlace,
  now: Instant,
  requestHeaders: IncomingHttpHeaders,
): HttpResponse | undefined {
  const cached = key === undefined ? undefined : cache.get(market, key)
  if (cached === undefined || !isWithin(cached.span, now)) return undefined
  const { response, span } = cached
  const headers =
    span === always
      ? response.headers
      : { ...response.headers, 'cache-control': cacheControl(span, now) }
  return notModified(headers, requestHeaders) ?? { ...response, headers }
}

/** Encodes a content and keeps the response. A client that has the content gets 304 before anything is compressed. */
export async function encode(
  content: Content,
  context: ResponseContext,
  { cache, market, key }: CachePlace,
  requestHeaders: IncomingHttpHeaders,
): Promise<HttpResponse> {
  const body = Buffer.from(content.text)
  const encoding = body.length >= smallestCompressed ? context.encoding : 'identity'
  const head = headOf(content, { ...context, encoding })
  const unchanged = notModified(head.headers, requestHeaders)
  if (unchanged !== undefined) return unchanged
  const response = { ...head, body: await compress(body, encoding) }
  if (key !== undefined) cache.set(market, key, { response, span: content.span ?? always })
  return response
}

/** A response without its body. Its ETag is strong: it names what the body is computed from. */
function headOf(
  { type, headers, etagLabel, modified, span }: Omit<Content, 'text'>,
  { digest, now, encoding }: ResponseContext,
): HttpResponse {
  const time = span === undefined ? '' : `-${span.since}`
  const coding = encoding === 'identity' ? '' : `-${encoding}`
  return {
    status: 200,
    headers: {
      'cache-control': cacheControl(span ?? always, now),
      ...(modified !== undefined && { 'last-modified': lastModified(modified, span, now) }),
      etag: `"${digest.slice(0, 16)}-${etagLabel}-${version}${time}${coding}"`,
      vary: 'Accept-Encoding',
      ...headers,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-type': type,
    },
  }
}

/** The 304 for a client that has the response with these headers; `undefined` for any other client. */
export function notModified(
  headers: Headers,
  { 'if-none-match': ifNoneMatch }: IncomingHttpHeaders,
): HttpResponse | undefined {
  const { 'content-type': _, 'content-encoding': _encoding, ...kept } = headers
  if (kept['etag'] === undefined || !matchesEtag(ifNoneMatch, kept['etag'])) return undefined
  return { status: 304, headers: kept }
}

/** Whether If-None-Match contains an ETag. RFC 9110 requires the weak comparison. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false
}

/** Smaller bodies fit into one network packet uncompressed. */
const smallestCompressed = 860

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const quick = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }
const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Compresses a body on another thread. The result has memory of its own, so that it can be cached. */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return ownCopy(await brotli(body, quality))
    case 'gzip':
      return ownCopy(await gzip(body))
    case 'identity':
      return ownCopy(body)
    default:
      throw encoding satisfies never
  }
}

/** Creates a stream that compresses what passes through it, quickly, as nothing is cached; `undefined` for `identity`. */
function createCompressor(encoding: Encoding): Transform | undefined {
  if (encoding === 'identity') return undefined
  return encoding === 'br' ? zlib.createBrotliCompress(quick) : zlib.createGzip({ level: 1 })
}

/** zlib and `Buffer.from` return parts of larger blocks, which a cached part would keep in memory. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** A complete response, and the span in which it is valid. */
export type CachedResponse = { readonly response: HttpResponse; readonly span: Span }

/** Complete responses by key. A new market empties the cache. */
export type ResponseCache = {
  readonly get: (market: Market, key: string) => CachedResponse | undefined
  readonly set: (market: Market, key: string, cached: CachedResponse) => void
}

/** The approximate bytes of the objects around a body. */
const overhead = 1_000

/** A cache of at most `bytes`, which drops the least recently used responses first. */
export function createResponseCache(bytes: number): ResponseCache {
  if (bytes === 0) return { get: () => undefined, set: () => {} }
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: bytes,
    sizeCalculation: ({ response }, key) =>
      overhead + 2 * key.length + (response.body?.length ?? 0),
  })
  let current: Market | undefined
  return {
    get(market, key) {
      if (market !== current) {
        responses.clear()
        current = market
      }
      return responses.get(key)
    },
    set(market, key, cached) {
      // While a response was compressed, the market may have moved.
      if (market === current) responses.set(key, cached)
    },
  }
}

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
    return problem(503, unreadableBook.detail)
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
