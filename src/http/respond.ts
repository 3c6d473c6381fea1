import type { IncomingHttpHeaders } from 'node:http'
import type { Instant } from '../domain/instant.ts'
import { always, isWithin } from '../query/freshness.ts'
import { createResponseCache, type CachedResponse } from './cache.ts'
import { compressFast, compressWell, isWorthCompressing } from './compress.ts'
import type { Content, ContentRequest } from './content.ts'
import { version } from './version.ts'
import type { CheckpointSigner, OperatorDetails, ServerState } from './endpoint.ts'
import { cacheControl, lastModified, type Headers } from './headers.ts'
import type { HttpResponse } from './http-response.ts'
import { encodingFor, type Encoding } from './negotiate.ts'
import type { PastMarkets } from './past-markets.ts'
import type { CacheResult } from './request-outcome.ts'
import type { Source } from './source.ts'

/** A response, and whether it came from the cache. */
export type Responded = { readonly response: HttpResponse; readonly cache: CacheResult }

/** Answers a request, from the cache if possible: encoded as its headers accept, or 304. */
export type Respond = (
  request: ContentRequest,
  headers: IncomingHttpHeaders,
) => Responded | Promise<Responded>

/** The source, and the state of the server itself. */
type ServerSource = Source & {
  readonly isReady: () => boolean
  readonly checkpointSigner: CheckpointSigner | undefined
  readonly operator: OperatorDetails | undefined
  readonly capturesPath: string | undefined
}

/** A response that the cache does not have and does not keep. */
export function uncached(response: HttpResponse): Responded {
  return { response, cache: 'none' }
}

/** Creates the function that answers, with a response cache of at most `cacheBytes`. */
export function createRespond(
  source: ServerSource,
  cacheBytes: number,
  pastMarkets: PastMarkets,
): Respond {
  const responseCache = createResponseCache(cacheBytes)
  return (request, headers) => {
    const market = source.market()
    const now = source.now()
    const encoding = encodingFor(headers['accept-encoding'])
    const ifNoneMatch = headers['if-none-match']
    const key = request.cacheKey === undefined ? undefined : `${encoding} ${request.cacheKey}`
    const cached = key === undefined ? undefined : responseCache.get(market, key)
    if (cached !== undefined && isWithin(cached.span, now))
      return { response: conditional(current(cached, now), ifNoneMatch), cache: 'hit' }

    const digest = source.digest()
    const signer = source.checkpointSigner
    const state = {
      market,
      now,
      isHealthy: source.isHealthy(),
      isReady: source.isReady(),
      ...(signer !== undefined && { signing: { signer, digest } }),
      operator: source.operator,
      capturesPath: source.capturesPath,
    }
    const compute = (answered: ServerState): Responded | Promise<Responded> => {
      const content = request.content(answered)
      if ('status' in content) return uncached(content)
      const answer = { content, digest, state: answered }
      const unchanged = notModified(answer, encoding, ifNoneMatch)
      const cache = key === undefined ? 'none' : 'miss'
      if (unchanged !== undefined) return { response: unchanged, cache }
      const body = Buffer.from(content.text())
      const usedEncoding = isWorthCompressing(body.length) ? encoding : 'identity'
      if (key === undefined) {
        const response = ok(answer, usedEncoding, compressFast(body, usedEncoding))
        return { response: conditional(response, ifNoneMatch), cache }
      }
      return compressWell(body, usedEncoding).then((bytes) => {
        const response = ok(answer, usedEncoding, bytes)
        responseCache.set(market, key, { response, span: content.span ?? always })
        return { response: conditional(response, ifNoneMatch), cache }
      })
    }
    const prepare = (answered: ServerState): Responded | Promise<Responded> => {
      const prepared = request.prepare?.(answered, source.readEntry) ?? answered
      return prepared instanceof Promise ? prepared.then(compute) : compute(prepared)
    }
    if (request.knownAt === undefined) return prepare(state)
    return pastMarkets
      .stateAt(state, request.knownAt)
      .then((past) => ('status' in past ? uncached(past) : prepare(past)))
  }
}

/** A content, and what its headers are computed from. */
type Answer = { readonly content: Content; readonly digest: string; readonly state: ServerState }

/** A strong ETag. It names what the body is computed from, so a 304 needs no body. */
function etagOf({ content, digest }: Answer, encoding: Encoding): string {
  const { etagLabel, span } = content
  const time = span === undefined ? '' : `-${span.since}`
  const coding = encoding === 'identity' ? '' : `-${encoding}`
  return `"${digest.slice(0, 16)}-${etagLabel}-${version}${time}${coding}"`
}

/** 304 if the client has the ETag of this encoding. A body too small to compress has the ETag of `identity`, checked later. */
function notModified(
  answer: Answer,
  encoding: Encoding,
  ifNoneMatch: string | undefined,
): HttpResponse | undefined {
  const etag = etagOf(answer, encoding)
  // A body too small to compress has another ETag, so `*` needs the body.
  if (ifNoneMatch?.trim() === '*' || !matchesEtag(ifNoneMatch, etag)) return undefined
  return { status: 304, headers: sharedHeaders(answer, etag) }
}

function ok(answer: Answer, encoding: Encoding, body: Buffer): HttpResponse {
  const headers = {
    ...sharedHeaders(answer, etagOf(answer, encoding)),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-type': answer.content.type,
  }
  return { status: 200, headers, body }
}

/** The headers of both 200 and 304. */
function sharedHeaders({ content, state }: Answer, etag: string): Headers {
  const { modified, span } = content
  return {
    'cache-control': cacheControl(span ?? always, state.now),
    ...(modified !== undefined && { 'last-modified': lastModified(modified, span, state.now) }),
    etag,
    vary: 'Accept-Encoding',
    ...content.headers,
  }
}

/** A cached response, with `max-age` reduced to the remaining time. */
function current({ response, span }: CachedResponse, now: Instant): HttpResponse {
  if (span === always) return response
  const headers = { ...response.headers, 'cache-control': cacheControl(span, now) }
  return { ...response, headers }
}

/** The response, or a 304 if the client already has it. */
function conditional(response: HttpResponse, ifNoneMatch: string | undefined): HttpResponse {
  const { etag } = response.headers
  if (etag === undefined || !matchesEtag(ifNoneMatch, etag)) return response
  const { 'content-type': _, 'content-encoding': _encoding, ...headers } = response.headers
  return { status: 304, headers }
}

/** Whether If-None-Match contains an ETag. RFC 9110 requires the weak comparison. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false
}
