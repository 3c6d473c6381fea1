import { hash } from 'node:crypto'
import type { PageRequest } from '../query/rate-history.ts'
import type { Content } from './content.ts'
import type { Endpoint, EndpointResult, ServerState } from './endpoint.ts'
import { isList, mediaTypes, textType, type TextFormat } from './formats/format.ts'
import { formatText, mediaTypeOf } from './formats/format-text.ts'
import type { Headers } from './headers.ts'
import type { HttpResponse } from './http-response.ts'
import { knownAtOf } from './known-at.ts'
import { evidenceLink, linkHeader, queryText, type QueryValues } from './links.ts'
import { problem, wrongParameters } from './problems.ts'

/** The endpoint and format of a request: everything but its query. */
export type EndpointRequest = {
  readonly endpoint: Endpoint
  /** The identifier in the path; empty where the path has none. */
  readonly id: string
  readonly format: TextFormat
  /** Whether the Accept header, not the path, chose the format. */
  readonly isNegotiated: boolean
  /** The address of the server, for the links of a feed; empty for other formats. */
  readonly root: string
}

/** Asks the endpoint, and renders its answer in the format of the request; or the problem. */
export function contentOf(
  endpointRequest: EndpointRequest,
  query: QueryValues,
  state: ServerState,
): Content | HttpResponse {
  const { endpoint, id, format } = endpointRequest
  // The entries of a feed name the minimum deposit and the times of each change.
  const asked = format === 'atom' ? { ...query, details: true } : query
  const result = endpoint.answer({ ...state, query: asked, id })
  switch (result.kind) {
    case 'not-found':
      return problem(404, result.detail)
    case 'unavailable':
      return problem(503, result.detail)
    case 'invalid':
      return wrongParameters(result.errors)
    case 'status':
      return {
        type: mediaTypes.json,
        etagLabel: 'status',
        text: () => JSON.stringify(result.value),
        headers: { 'cache-control': 'no-store' },
      }
    case 'record': {
      const text = JSON.stringify(result.value)
      return {
        type: mediaTypes.json,
        text: () => text,
        // A server that starts with other settings answers otherwise at the same position, so the ETag names the content.
        etagLabel: `record-${hash('sha256', text).slice(0, 16)}`,
        headers: { 'ratebook-position': String(state.market.position) },
        ...(state.market.position > 0 && { modified: state.market.at }),
      }
    }
    case 'text':
      return {
        type: textType,
        text: result.text,
        etagLabel: result.etagLabel,
        headers: { 'ratebook-position': String(state.market.position) },
        modified: state.market.at,
      }
    case 'list':
      return listContent(endpointRequest, query, state, result)
    default:
      throw result satisfies never
  }
}

function listContent(
  endpointRequest: EndpointRequest,
  query: QueryValues,
  { market }: ServerState,
  { rows, count, names = () => [], span, reached }: Extract<EndpointResult, { kind: 'list' }>,
): Content {
  const { endpoint, format, isNegotiated, root } = endpointRequest
  const links = [
    count === undefined ? [] : (linkHeader(query, query as PageRequest, count) ?? []),
    evidenceLinks(endpointRequest, query),
  ].flat()
  const headers: Headers = {
    'ratebook-position': String(market.position),
    ...(isNegotiated && isList(endpoint) && { vary: 'Accept, Accept-Encoding' }),
    ...(links.length > 0 && { link: links.join(', ') }),
    ...(reached !== undefined && reachedHeaders(query, reached)),
  }
  return {
    type: mediaTypeOf(format),
    text: () =>
      formatText(format, rows(), { endpoint, query, market, count: count ?? 0, names, root }),
    etagLabel: root === '' ? format : `${format}-${hash('sha256', root).slice(0, 8)}`,
    headers,
    ...(market.position > 0 && { modified: market.at }),
    // An answer about the past does not change with time.
    ...(span !== undefined && knownAtOf(query) === undefined && { span }),
  }
}

/** The link to the receipts of the institution that a list is about; none for other lists. */
function evidenceLinks(
  { endpoint: { path, linksEvidence }, id }: EndpointRequest,
  query: QueryValues,
): readonly string[] {
  const institutionId = id === '' ? query['institution_id'] : id
  if (linksEvidence !== true || typeof institutionId !== 'string') return []
  return [evidenceLink(path, institutionId, query)]
}

/** The headers of a page of events. Caches must revalidate it, so that a follower sees new events at once. */
function reachedHeaders(
  query: QueryValues,
  { id, hasMore }: { readonly id: string; readonly hasMore: boolean },
): Headers {
  return {
    'cache-control': 'no-cache',
    'ratebook-reached': id,
    ...(hasMore && { link: `<${queryText({ ...query, after: id })}>; rel="next"` }),
  }
}
