import type { IncomingHttpHeaders } from 'node:http'
import type { Instant } from '../../domain/instant.ts'
import type { Market } from '../../book/market/market.ts'
import { always, isWithin } from '../../book/query/freshness.ts'
import { compress, isWorthCompressing } from './compress.ts'
import { cacheControl, lastModified, type Headers, type HttpResponse } from './headers.ts'
import type { Encoding } from './negotiate.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'
import { version } from './version.ts'
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

/** The response at a place in the cache if it holds now, with `max-age` reduced to the remaining time. */
export function fromCache(
  { cache, market, key }: CachePlace,
  now: Instant,
): HttpResponse | undefined {
  const cached = key === undefined ? undefined : cache.get(market, key)
  return cached !== undefined && isWithin(cached.span, now) ? current(cached, now) : undefined
}

function current({ response, span }: CachedResponse, now: Instant): HttpResponse {
  if (span === always) return response
  const headers = { ...response.headers, 'cache-control': cacheControl(span, now) }
  return { ...response, headers }
}

/** A response without its body. */
export function headOf(
  content: Omit<Content, 'text'>,
  { digest, now, encoding }: ResponseContext,
): HttpResponse {
  const etag = etagOf(content, digest, encoding)
  return { status: 200, headers: headersOf(content, now, etag, encoding) }
}

/** Encodes a content and keeps the response. A client that has the content gets 304 before anything is compressed. */
export async function encode(
  content: Content,
  context: ResponseContext,
  { cache, market, key }: CachePlace,
  requestHeaders: IncomingHttpHeaders,
): Promise<HttpResponse> {
  const body = Buffer.from(content.text)
  const encoding = isWorthCompressing(body.length) ? context.encoding : 'identity'
  const head = headOf(content, { ...context, encoding })
  const unchanged = notModified(head.headers, requestHeaders)
  if (unchanged !== undefined) return unchanged
  const response = { ...head, body: await compress(body, encoding) }
  if (key !== undefined) cache.set(market, key, { response, span: content.span ?? always })
  return response
}

/** A strong ETag. It names what the body is computed from. */
function etagOf(
  { etagLabel, span }: Omit<Content, 'text'>,
  digest: string,
  encoding: Encoding,
): string {
  const time = span === undefined ? '' : `-${span.since}`
  const coding = encoding === 'identity' ? '' : `-${encoding}`
  return `"${digest.slice(0, 16)}-${etagLabel}-${version}${time}${coding}"`
}

function headersOf(
  { type, headers, modified, span }: Omit<Content, 'text'>,
  now: Instant,
  etag: string,
  encoding: Encoding,
): Headers {
  return {
    'cache-control': cacheControl(span ?? always, now),
    ...(modified !== undefined && { 'last-modified': lastModified(modified, span, now) }),
    etag,
    vary: 'Accept-Encoding',
    ...headers,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-type': type,
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
