import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import type { Content } from './content.ts'
import type { Derived } from './derived.ts'
import type { Answer, Endpoint } from './endpoint.ts'
import { isList, mediaTypes, type Format } from './format.ts'
import { formatted } from './formatted.ts'
import { linkTo, type Query } from './links.ts'
import { bytesOf } from './payload.ts'
import { noInstitution, problem, quoted, wrongParameters } from './problem.ts'
import { readQuery, type ParameterError, type RawQuery } from './read-query.ts'
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

/**
 * Reads what an endpoint is asked; wrong parameters are said before an unknown institution. Tables and feeds refuse what JSON
 * passes over: in a cell or a reader nobody sees why a filter did not work (decision 018).
 */
export function ask(
  endpoint: Endpoint,
  rawQuery: RawQuery,
  id = '',
  format: Format = 'json',
): Asking | { readonly problem: Reply } {
  const strangers = format === 'json' ? [] : strangersIn(endpoint, rawQuery)
  const read = readQuery(endpoint.query, rawQuery)
  if ('errors' in read) return { problem: wrongParameters([...read.errors, ...strangers]) }
  if (strangers.length > 0) return { problem: wrongParameters(strangers) }
  const { query } = read
  const isTable = format === 'csv' || format === 'ndjson'
  return {
    key: endpoint.isPaged === true ? undefined : `${endpoint.path} ${id} ${format} ${keyOf(query)}`,
    answer: (view) => {
      const unknown = isTable ? unknownInstitution(view.market, query) : undefined
      if (unknown !== undefined) return { problem: problem(404, noInstitution(unknown)) }
      const found = endpoint.answer({ ...view, query, id })
      switch (found.kind) {
        case 'not-found':
          return { problem: problem(404, found.detail) }
        case 'unavailable':
          return { problem: problem(503, found.detail) }
        case 'found':
          return contentOf(endpoint, view.market, found, query, format)
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
function keyOf(query: Query): string {
  const { tenure_months: tenure } = query
  if (tenure === undefined) return JSON.stringify(query)
  return JSON.stringify({ ...query, tenure_months: canonicalDecimal(tenure as Decimal) })
}

/** Parameters that an endpoint does not have. */
function strangersIn({ path, query }: Endpoint, rawQuery: RawQuery): readonly ParameterError[] {
  const names = Object.keys(query.properties)
  return Object.keys(rawQuery)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      parameter: name.slice(0, 80),
      message: `${quoted(name)} is no parameter of ${path}; it has ${names.join(', ')}.`,
    }))
}

/** The institution that a filter names and the book does not know. */
function unknownInstitution({ institutions }: Market, query: Query): string | undefined {
  const { institution_id: id } = query as { readonly institution_id?: string }
  return id === undefined || institutions.has(id) ? undefined : id
}

function contentOf(
  endpoint: Endpoint,
  market: Market,
  { body, span, count }: Extract<Answer, { kind: 'found' }>,
  query: Query,
  format: Format,
): Content {
  const { position, at } = market
  const written =
    format === 'json'
      ? { type: mediaTypes.json, body }
      : formatted(endpoint, format, body, market, { query, count })
  const content = { ...written, ...(span && { span }) }
  if (!endpoint.fromMarket) return { ...content, headers: { 'cache-control': 'no-store' } }
  const headers = {
    'ratebook-position': String(position),
    ...(isList(endpoint) && { vary: 'Accept, Accept-Encoding' }),
    ...(count !== undefined && linkTo(query, count)),
  }
  return position === 0 ? { ...content, headers } : { ...content, headers, modified: at }
}
