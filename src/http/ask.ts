import { canonicalDecimal, type Decimal } from '../domain/decimal.ts'
import type { PageRequest } from '../query/page.ts'
import type { Content } from './content.ts'
import type { Endpoint, EndpointResult, ServerState } from './endpoint.ts'
import { isList, mediaTypes, type Format } from './formats/format.ts'
import { formatText, mediaTypeOf } from './formats/format-text.ts'
import type { Headers } from './headers.ts'
import type { HttpResponse } from './http-response.ts'
import { linkHeader, type QueryValues } from './links.ts'
import { problem, wrongParameters } from './problems.ts'
import { readQuery, type RawQuery } from './schema/read-query.ts'

/** A valid request. */
export type ContentRequest = {
  /** Requests that mean the same share a key; `undefined` if the response is not cached. */
  readonly cacheKey: string | undefined
  /** Computes the content, or a problem. */
  readonly content: (state: ServerState) => Content | HttpResponse
}

/** The endpoint and format of a request: everything but its query. */
export type EndpointRequest = {
  readonly endpoint: Endpoint
  /** The identifier in the path; empty where the path has none. */
  readonly id: string
  readonly format: Format
  /** Whether the Accept header, not the path, chose the format. */
  readonly isNegotiated: boolean
}

/** Reads the parameters of a request. Wrong parameters (422) come before an unknown institution (404). */
export function ask(
  endpointRequest: EndpointRequest,
  rawQuery: RawQuery,
): ContentRequest | HttpResponse {
  const { endpoint, id, format } = endpointRequest
  const read = readQuery(endpoint.query, rawQuery)
  if ('errors' in read) return wrongParameters(read.errors)
  const { query } = read
  const isCached = endpoint.fromMarket && endpoint.isPaged !== true
  return {
    cacheKey: isCached
      ? `${endpoint.path} ${id} ${format} ${endpointRequest.isNegotiated} ${keyOf(query)}`
      : undefined,
    content: (state) => contentOf(endpointRequest, query, state),
  }
}

/** The parameters with their defaults, in the order of the endpoint's table; tenures by value. */
function keyOf(query: QueryValues): string {
  const { tenure_months: tenure } = query
  if (tenure === undefined) return JSON.stringify(query)
  return JSON.stringify({ ...query, tenure_months: canonicalDecimal(tenure as Decimal) })
}

function contentOf(
  endpointRequest: EndpointRequest,
  query: QueryValues,
  state: ServerState,
): Content | HttpResponse {
  const { endpoint, id } = endpointRequest
  const result = endpoint.answer({ ...state, query, id })
  switch (result.kind) {
    case 'not-found':
      return problem(404, result.detail)
    case 'unavailable':
      return problem(503, result.detail)
    case 'status':
      return {
        type: mediaTypes.json,
        variant: 'status',
        text: () => JSON.stringify(result.value),
        headers: { 'cache-control': 'no-store' },
      }
    case 'list':
      return listContent(endpointRequest, query, state, result)
    default:
      throw result satisfies never
  }
}

function listContent(
  { endpoint, format, isNegotiated }: EndpointRequest,
  query: QueryValues,
  { market }: ServerState,
  { rows, count, span }: Extract<EndpointResult, { kind: 'list' }>,
): Content {
  const link = count === undefined ? undefined : linkHeader(query, query as PageRequest, count)
  const headers: Headers = {
    'ratebook-position': String(market.position),
    ...(isNegotiated && isList(endpoint) && { vary: 'Accept, Accept-Encoding' }),
    ...(link !== undefined && { link }),
  }
  return {
    type: mediaTypeOf(format),
    text: () => formatText(format, rows(), { endpoint, query, market, count: count ?? 0 }),
    variant: format,
    headers,
    ...(market.position > 0 && { modified: market.at }),
    ...(span !== undefined && { span }),
  }
}
