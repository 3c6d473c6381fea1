import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { ask } from './ask.ts'
import type { Endpoint } from './endpoint.ts'
import type { RawQuery } from './schema/read-query.ts'

/** A market and the time at which it is asked. */
export type AnswerSource = { readonly market: Market; readonly now: Instant }

/** The JSON body of an endpoint's answer. Throws if a parameter is wrong. */
export function answerText(
  endpoint: Endpoint,
  { market, now }: AnswerSource,
  rawQuery: RawQuery,
  id = '',
): string {
  const request = ask({ endpoint, id, format: 'json', isNegotiated: true }, rawQuery)
  const content =
    'status' in request ? request : request.content({ market, now, isHealthy: true, isReady: true })
  if ('status' in content) throw new Error(String(content.body))
  return content.text()
}
