import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import type { Page } from '../query/page.ts'
import type { Derived } from './derived.ts'
import type { Answer, Endpoint } from './endpoint.ts'
import { isList, mediaTypes, type Format } from './formats/format.ts'
import { formatted } from './formats/formatted.ts'
import type { Body } from './message/body.ts'
import type { Content, PageContent } from './message/content.ts'
import { filtersOf, linkTo, queryText, type Query } from './message/links.ts'
import { bytesOf } from './message/payload.ts'
import { noInstitution, problem, quoted, wrongParameters } from './message/problem.ts'
import type { Reply } from './message/reply.ts'
import { readQuery, type ParameterError, type RawQuery } from './schema/read-query.ts'

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
  const question = { endpoint, query: read.query, id, format }
  if (endpoint.isPaged !== true) return askWhole(question)
  return askPage({ ...question, query: filtersOf(read.query) }, read.query as Page)
}

/** What an endpoint is asked, once it was read. */
type Question = {
  readonly endpoint: Endpoint
  readonly query: Query
  readonly id: string
  readonly format: Format
}

/** The question for an answer that has no pages. */
function askWhole(question: Question): Asking {
  const { endpoint, query, id, format } = question
  return {
    key: `${endpoint.path} ${id} ${format} ${keyOf(query)}`,
    answer: (view) => {
      const found = find(question, view)
      if ('problem' in found) return found
      if (found.kind === 'list') throw new Error(`${endpoint.path} is to be asked for pages.`)
      const { body, span } = found
      const content = { ...ownContent(endpoint, view.market), ...written(question, view, body) }
      return span === undefined ? content : { ...content, span }
    },
  }
}

/** The question for a page of a list, whose other parameters are its filters. */
function askPage(question: Question, page: Page): Asking {
  const { endpoint, query, format } = question
  const address = queryText(query)
  return {
    key: undefined,
    answer(view) {
      const found = find(question, view)
      if ('problem' in found) return found
      if (found.kind === 'found') throw new Error(`${endpoint.path} has no pages.`)
      const { count } = found
      const pages = (one: Page): PageContent => ({
        body: found.page(one),
        link: linkTo(address, one, count),
      })
      const { body, link } = pages(page)
      const own = ownContent(endpoint, view.market)
      const headers = { ...own.headers, ...(link !== undefined && { link }) }
      const content = { ...own, ...written(question, view, body, { page, count }), headers }
      return format === 'json' ? { ...content, pages } : content
    },
  }
}

type Found = Extract<Answer, { kind: 'found' | 'list' }> | { readonly problem: Reply }

/** Asks the endpoint. */
function find({ endpoint, query, id, format }: Question, view: View): Found {
  const isTable = format === 'csv' || format === 'ndjson'
  const unknown = isTable ? unknownInstitution(view.market, query) : undefined
  if (unknown !== undefined) return { problem: problem(404, noInstitution(unknown)) }
  const answer = endpoint.answer({ ...view, query, id })
  switch (answer.kind) {
    case 'not-found':
      return { problem: problem(404, answer.detail) }
    case 'unavailable':
      return { problem: problem(503, answer.detail) }
    case 'found':
    case 'list':
      return answer
    default:
      throw answer satisfies never
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

/** Of a content, what follows from the endpoint and the market alone. */
type Own = Pick<Content, 'headers' | 'modified'>

function ownContent(endpoint: Endpoint, { position, at }: Market): Own {
  if (!endpoint.fromMarket) return { headers: { 'cache-control': 'no-store' } }
  const headers = {
    'ratebook-position': String(position),
    ...(isList(endpoint) && { vary: 'Accept, Accept-Encoding' }),
  }
  return position === 0 ? { headers } : { headers, modified: at }
}

/** A body in the format that was asked for. */
function written(
  { endpoint, query, format }: Question,
  { market }: View,
  body: Body,
  part?: { readonly page: Page; readonly count: number },
): Pick<Content, 'type' | 'body'> {
  if (format === 'json') return { type: mediaTypes.json, body }
  const asked = { query: { ...query, ...part?.page }, count: part?.count }
  return formatted(endpoint, format, body, market, asked)
}
