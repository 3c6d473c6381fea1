import { hash } from 'node:crypto'
import type { Market } from '../../book/market/market.ts'
import type { Span } from '../../book/query/freshness.ts'
import type { PageRequest } from '../../book/query/rate-history.ts'
import type { Instant } from '../../domain/instant.ts'
import type { EndpointResult, LogResult, ServerState } from './endpoint.ts'
import { formatText, mediaTypeOf } from './formats/format-text.ts'
import { isList, mediaTypes, textType, type Target, type TextFormat } from './formats/format.ts'
import { problem, wrongParameters, type Headers, type HttpResponse } from './http-response.ts'
import {
  knownAtOf,
  offsetsAround,
  queryText,
  withoutPage,
  type QueryValues,
} from './schema/read-query.ts'
import type { NextTurn } from './turn-queue.ts'

/** The content of an answer, before it is compressed or replaced by a 304. */
export type Content = {
  /** The media type. */
  readonly type: string
  readonly text: string
  /** A part of the ETag, such as `csv`: distinguishes contents of one address at one position of the book. */
  readonly etagLabel: string
  /** The instant of the market that the content was computed from; absent for an empty book. */
  readonly modified?: Instant
  /** The span in which the content is valid; absent if only a new entry changes it. */
  readonly span?: Span
  /** Additional headers, which override those that every answer has. */
  readonly headers?: Headers
}

/** Writes the result of an endpoint in the format of the request, a long list in stretches; or the problem. */
export async function write(
  target: Target,
  query: QueryValues,
  state: Pick<ServerState, 'market' | 'site'>,
  result: Exclude<EndpointResult, LogResult>,
  nextTurn: NextTurn,
): Promise<Content | HttpResponse> {
  const { market } = state
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
        text: JSON.stringify(result.value),
        headers: { 'cache-control': 'no-store' },
      }
    case 'record': {
      const text = JSON.stringify(result.value)
      return {
        type: mediaTypes.json,
        text,
        // A server that starts with other settings answers otherwise at the same position, so the ETag names the content.
        etagLabel: `record-${hash('sha256', text).slice(0, 16)}`,
        headers: positionHeader(market),
        ...modifiedAt(market),
        ...spanOf(result, query),
      }
    }
    case 'text':
      return {
        type: textType,
        text: result.text,
        // Other keys and other checkpoints give other texts at the same position.
        etagLabel: `text-${hash('sha256', result.text).slice(0, 16)}`,
        headers: positionHeader(market),
        modified: market.at,
      }
    case 'list':
      return writeList(target, query, state, result, nextTurn)
    default:
      throw result satisfies never
  }
}

function positionHeader({ position }: Market): Headers {
  return { 'ratebook-position': String(position) }
}

function modifiedAt({ position, at }: Market): { readonly modified?: Instant } {
  return position > 0 ? { modified: at } : {}
}

async function writeList(
  target: Target,
  query: QueryValues,
  { market, site: { settings } }: Pick<ServerState, 'market' | 'site'>,
  result: Extract<EndpointResult, { kind: 'list' }>,
  nextTurn: NextTurn,
): Promise<Content> {
  const { rows, columns, count, names = [], reached } = result
  const { endpoint, isNegotiated, root } = target
  // The stream of events has a route of its own.
  const format = target.format as TextFormat
  const links = [
    ...(count === undefined ? [] : pageLinks(query, query as PageRequest, count)),
    ...evidenceLinks(target, query),
  ]
  const list = { endpoint, columns, query, market, settings, count: count ?? 0, names, root }
  // A server that starts with other settings answers otherwise at the same position.
  const label =
    format === 'atom'
      ? hash('sha256', root + JSON.stringify([settings.operator, settings.typeNames]))
      : result.etagLabel
  const labelEnd = label === undefined ? '' : `-${label.slice(0, 8)}`
  return {
    type: mediaTypeOf(format),
    text: await formatText(format, rows, list, nextTurn),
    etagLabel: format + labelEnd,
    headers: {
      ...positionHeader(market),
      ...(isNegotiated && isList(endpoint) && { vary: 'Accept, Accept-Encoding' }),
      ...(links.length > 0 && { link: links.join(', ') }),
      ...(reached !== undefined && reachedHeaders(query, reached)),
    },
    ...modifiedAt(market),
    ...spanOf(result, query),
  }
}

/** The span in which an answer is valid. An answer about the past does not change with time. */
function spanOf({ span }: { readonly span?: Span | undefined }, query: QueryValues) {
  return span === undefined || knownAtOf(query) !== undefined ? {} : { span }
}

/** The link to the receipts of the institution that a list is about, relative to the path of the endpoint; none for other lists. */
function evidenceLinks(
  { endpoint: { path, linksEvidence }, id }: Target,
  query: QueryValues,
): readonly string[] {
  const institutionId = id === '' ? query['institution_id'] : id
  if (linksEvidence !== true || typeof institutionId !== 'string') return []
  const up = '../'.repeat(path.split('/').length - 2)
  const to = queryText({ institution_id: institutionId, known_at: query['known_at'] })
  return [`<${up}evidence${to}>; rel="describedby"`]
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

/** The links of a page to those around it (RFC 8288), relative to its address. */
function pageLinks(query: QueryValues, page: PageRequest, count: number): readonly string[] {
  const { next, prev } = offsetsAround(page, count)
  return Object.entries({ next, prev })
    .filter(([, offset]) => offset !== undefined)
    .map(([rel, offset]) => {
      // A flag of a paged list is false by default.
      const filters = Object.entries(withoutPage(query)).filter(([, value]) => value !== false)
      const target = queryText({ ...Object.fromEntries(filters), limit: page.limit, offset })
      return `<${target}>; rel="${rel}"`
    })
}
