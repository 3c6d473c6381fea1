import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import type { Body } from './body.ts'
import type { Content } from './content.ts'
import type { Derived } from './derived.ts'
import type { Endpoint } from './endpoint.ts'
import { bytesOf } from './payload.ts'
import { problem, wrongParameters } from './problem.ts'
import { readQuery, type RawQuery } from './read-query.ts'
import type { Reply } from './reply.ts'

/** What the server answers from: one view of the market, whether its book can be read, the time, and what was derived. */
export type View = {
  readonly market: Market
  readonly isHealthy: boolean
  readonly now: Instant
  readonly derived: Derived
}

/** A question that was read and found sound. */
export type Asking = {
  /** One text for one question, however its parameters were written; `undefined` where answers are not kept. */
  readonly key: string | undefined
  readonly answer: (view: View) => Content | { readonly problem: Reply }
}

/** Reads what an endpoint is asked; wrong parameters are said before an unknown institution. */
export function ask(
  endpoint: Endpoint,
  rawQuery: RawQuery,
  id = '',
): Asking | { readonly problem: Reply } {
  const read = readQuery(endpoint.query, rawQuery)
  if ('errors' in read) return { problem: wrongParameters(read.errors) }
  const { query } = read
  return {
    key: endpoint.isPaged === true ? undefined : `${endpoint.path} ${id} ${keyOf(query)}`,
    answer: (view) => {
      const found = endpoint.answer({ ...view, query, id })
      switch (found.kind) {
        case 'not-found':
          return { problem: problem(404, found.detail) }
        case 'unavailable':
          return { problem: problem(503, found.detail) }
        case 'found':
          return contentOf(endpoint, view.market, found)
        default:
          throw found satisfies never
      }
    },
  }
}

/** The text of an answer, for a caller whose question is known to be sound. Throws where there is a problem. */
export function answerText(
  endpoint: Endpoint,
  view: View,
  rawQuery: RawQuery,
  id?: string,
): string {
  const asking = ask(endpoint, rawQuery, id)
  const content = 'problem' in asking ? asking : asking.answer(view)
  if ('problem' in content) throw new Error(bytesOf(content.problem.body).toString())
  return bytesOf(content.body.payload()).toString()
}

/** The parameters with their defaults, in the order of the endpoint's table; tenures are asked for by value. */
function keyOf(query: Readonly<Record<string, unknown>>): string {
  const { tenure_months: tenure } = query
  if (tenure === undefined) return JSON.stringify(query)
  return JSON.stringify({ ...query, tenure_months: canonicalDecimal(tenure as Decimal) })
}

function contentOf(
  { fromMarket }: Endpoint,
  { position, at }: Market,
  { body, span }: { readonly body: Body; readonly span?: Content['span'] },
): Content {
  const content = { type: 'application/json', body, ...(span && { span }) }
  if (!fromMarket) return { ...content, headers: { 'cache-control': 'no-store' } }
  const headers = { 'ratebook-position': String(position) }
  return position === 0 ? { ...content, headers } : { ...content, headers, modified: at }
}
