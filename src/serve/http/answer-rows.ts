import type { Market } from '../../book/market/market.ts'
import { marketAt } from '../../book/market/past-market.ts'
import { defaultSettings, type BookSettings } from '../../domain/book-settings.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Endpoint, EndpointResult, WireRow } from './endpoint.ts'
import { knownAtOf, readQuery, type RawQuery } from './schema/read-query.ts'

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
