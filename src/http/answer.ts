import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import type { Endpoint } from './endpoint.ts'
import { problem, wrongParameters } from './problem.ts'
import { readQuery, type RawQuery } from './read-query.ts'
import type { Reply } from './reply.ts'
import type { Content } from './represent.ts'

/** What the server answers from: one view of the market, whether its book can be read, and the time. */
export type View = { readonly market: Market; readonly isHealthy: boolean; readonly now: Instant }

/** What an endpoint has to say to a request, or the problem with it: wrong parameters before an unknown institution. */
export function answer(
  endpoint: Endpoint,
  view: View,
  rawQuery: RawQuery,
  id = '',
): { readonly content: Content } | { readonly problem: Reply } {
  const read = readQuery(endpoint.query, rawQuery)
  if ('errors' in read) return { problem: wrongParameters(read.errors) }
  const found = endpoint.answer({ ...view, query: read.query, id })
  switch (found.kind) {
    case 'not-found':
      return { problem: problem(404, found.detail) }
    case 'unavailable':
      return { problem: problem(503, found.detail) }
    case 'found':
      return { content: contentOf(endpoint, view.market, found) }
    default:
      throw found satisfies never
  }
}

function contentOf(
  { fromMarket }: Endpoint,
  { position, at }: Market,
  { body, span }: { readonly body: unknown; readonly span?: Content['span'] },
): Content {
  const content = { type: 'application/json', body: JSON.stringify(body), ...(span && { span }) }
  if (!fromMarket) return { ...content, headers: { 'cache-control': 'no-store' } }
  const headers = { 'ratebook-position': String(position) }
  return position === 0 ? { ...content, headers } : { ...content, headers, modified: at }
}
