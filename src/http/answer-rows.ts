import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import type { Endpoint, WireRow } from './endpoint.ts'
import { readQuery, type RawQuery } from './schema/read-query.ts'

/** A market and the time at which it is asked. */
export type AnswerSource = { readonly market: Market; readonly now: Instant }

/** The rows that a list endpoint answers to valid parameters, without a server. Throws for others. */
export function answerRows(
  endpoint: Endpoint,
  source: AnswerSource,
  rawQuery: RawQuery,
  id = '',
): readonly WireRow[] {
  const read = readQuery(endpoint.query, rawQuery)
  if ('errors' in read) throw new Error(read.errors.map(({ message }) => message).join(' '))
  const state = { ...source, isHealthy: true, isReady: true }
  const result = endpoint.answer({ ...state, query: read.query, id })
  if (result.kind !== 'list') throw new Error(`${endpoint.path} has no rows for ${id}.`)
  return result.rows()
}
