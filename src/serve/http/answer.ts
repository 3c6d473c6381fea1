import type { IncomingHttpHeaders } from 'node:http'
import type { Market } from '../../book/market/market.ts'
import { marketAt } from '../../book/market/past-market.ts'
import { defaultSettings, type BookSettings } from '../../domain/book-settings.ts'
import { canonicalDecimal, type Decimal } from '../../domain/decimal.ts'
import type { Instant } from '../../domain/instant.ts'
import type { ServedBook, ServerState, Endpoint, EndpointResult, WireRow } from './endpoint.ts'
import {
  chooseFormat,
  encodingFor,
  isEvents,
  type AddressedRequest,
  type Encoding,
  type Target,
} from './formats/format.ts'
import { wrongParameters, type HttpResponse } from './http-response.ts'
import { encode, fromCache, streamLog, type ResponseCache } from './respond.ts'
import {
  futureError,
  knownAtOf,
  readQuery,
  type QueryValues,
  type RawQuery,
} from './schema/read-query.ts'
import type { Site } from './site.ts'
import type { NextTurn } from './turn-queue.ts'
import { write, type Content } from './write.ts'

/** What a server answers from. */
export type AnswerContext = {
  readonly book: ServedBook
  readonly cache: ResponseCache
  readonly isReady: () => boolean
  readonly site: Site
}

/** A request for an endpoint, of which nothing is checked yet. */
export type EndpointRequest = AddressedRequest & {
  readonly headers: IncomingHttpHeaders
  readonly query: RawQuery
  /** Waits for the next turn of the request; at once for a probe, which must not wait for the requests of others. */
  readonly nextTurn: NextTurn
}

/** Whether the response came from the response cache (`hit`), was computed (`miss`), or is never cached (`none`). */
export type CacheResult = 'hit' | 'miss' | 'none'

/** A response, and whether it came from the cache. */
export type Answered = { readonly response: HttpResponse; readonly cache: CacheResult }

/** Answers a request for an endpoint: every step from the request to the response, in order. */
export async function answer(context: AnswerContext, request: EndpointRequest): Promise<Answered> {
  const { endpoint, headers, nextTurn } = request
  const target = chooseFormat(request)
  const encoding = encodingFor(headers['accept-encoding'])

  // Wrong parameters (422) come before an unknown institution (404).
  const read = readQuery(endpoint.query, request.query)
  if ('errors' in read) return uncached(wrongParameters(read.errors))
  const { query } = read

  const present = presentState(context)
  const digest = context.book.digest()
  const place = {
    cache: context.cache,
    market: present.market,
    key: cacheKey(target, query, encoding),
  }
  const cached = fromCache(place, present.now, headers)
  if (cached !== undefined) return { response: cached, cache: 'hit' }

  await nextTurn()
  const knownAt = knownAtOf(query)
  const state = knownAt === undefined ? present : stateAt(present, knownAt)
  if ('status' in state) return uncached(state)

  const isFeed = target.format === 'atom'
  const result = await endpoint.answer({ ...state, query, id: target.id, isFeed })
  await nextTurn()
  if (result.kind === 'log')
    return uncached(await streamLog(result, { ...state, encoding, headers, nextTurn }))
  const content = await write(target, query, state, result, nextTurn)
  if ('status' in content) return uncached(content)

  const isVolatile = 'isVolatile' in result && result.isVolatile
  const ownPlace = isVolatile ? { ...place, key: undefined } : place
  const response = await encode(content, { digest, now: state.now, encoding }, ownPlace, headers)
  return { response, cache: ownPlace.key === undefined ? 'none' : 'miss' }
}

/** Answers a request for a document or for a page of the website. They have no parameters. */
export async function answerDocument(
  context: AnswerContext,
  contentOf: (state: ServerState) => Content | HttpResponse,
  documentKey: string | undefined,
  { headers, nextTurn }: Pick<EndpointRequest, 'headers' | 'nextTurn'>,
): Promise<Answered> {
  const encoding = encodingFor(headers['accept-encoding'])
  const state = presentState(context)
  const digest = context.book.digest()
  const key = documentKey && `${encoding} ${documentKey}`
  const place = { cache: context.cache, market: state.market, key }
  const cached = fromCache(place, state.now, headers)
  if (cached !== undefined) return { response: cached, cache: 'hit' }
  await nextTurn()
  const content = contentOf(state)
  if ('status' in content) return uncached(content)
  const response = await encode(content, { digest, now: state.now, encoding }, place, headers)
  return { response, cache: key === undefined ? 'none' : 'miss' }
}

/** A response that the cache does not have and does not keep. */
export function uncached(response: HttpResponse): Answered {
  return { response, cache: 'none' }
}

/** One snapshot of the book and of the server. */
export function presentState({ book, isReady, site }: AnswerContext): ServerState {
  return {
    market: book.market(),
    now: book.now(),
    isHealthy: book.isHealthy(),
    isReady: isReady(),
    site,
    book,
  }
}

/**
 * The same text for requests that mean the same: the parameters with their defaults, in the order of the endpoint's table, and
 * tenures by value. `undefined` for a response that is not kept, such as a feed, which has the address that its client uses.
 */
function cacheKey(
  { endpoint, id, format, isNegotiated }: Target,
  query: QueryValues,
  encoding: Encoding,
): string | undefined {
  if (endpoint.isProbe === true || isEvents(endpoint) || format === 'atom') return undefined
  const { tenure_months: tenure } = query
  const values =
    tenure === undefined ? query : { ...query, tenure_months: canonicalDecimal(tenure as Decimal) }
  return `${encoding} ${endpoint.path} ${id} ${format} ${isNegotiated} ${JSON.stringify(values)}`
}

/** The state of the server as it was known at an instant, or the refusal of an instant in the future. */
export function stateAt(state: ServerState, at: Instant): ServerState | HttpResponse {
  const error = futureError(at, state.now)
  if (error !== undefined) return wrongParameters([error])
  const { market } = state
  return { ...state, market: marketAt(market, at), head: market.position, now: at }
}

/** A market, the time at which it is asked, and the settings of its book. */
export type AnswerSource = {
  readonly market: Market
  readonly now: Instant
  readonly settings?: BookSettings
}

/**
 * Answers an endpoint without a server, for the commands. Throws if a parameter is invalid. The caller must refuse a `known_at`
 * that is in the future.
 */
export function answerResult(
  endpoint: Endpoint,
  source: AnswerSource,
  rawQuery: RawQuery,
  id = '',
): EndpointResult {
  const read = readQuery(endpoint.query, rawQuery)
  if ('errors' in read) throw new Error(read.errors.map(({ message }) => message).join(' '))
  const { query } = read
  const knownAt = knownAtOf(query)
  const { settings = defaultSettings } = source
  const { market, now } =
    knownAt === undefined ? source : { market: marketAt(source.market, knownAt), now: knownAt }
  const state = { market, now, isHealthy: true, isReady: true, site: { basePath: '', settings } }
  const result = endpoint.answer({ ...state, query, id })
  // Only receipts read the book.
  if (result instanceof Promise) throw new Error(`${endpoint.path} needs a server.`)
  return result
}

/** The rows that a list endpoint answers to valid parameters, without a server. Throws for others. */
export function answerRows(
  endpoint: Endpoint,
  source: AnswerSource,
  rawQuery: RawQuery,
  id = '',
): readonly WireRow[] {
  const result = answerResult(endpoint, source, rawQuery, id)
  if (result.kind !== 'list') throw new Error(`${endpoint.path} has no rows for ${id}.`)
  return [...result.rows]
}
