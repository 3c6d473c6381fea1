import type { ParameterError } from '../http/schema/read-query.ts'
import { parseJson, parseWholeNumber, type ReceivedResponse } from './exchange.ts'
import type { ListResult } from './methods.ts'

/** A JSON record. Only events and receipts have objects in them, which stay as they are. */
type JsonRecord = Readonly<Record<string, unknown>>

/** The result of a method: a list, or the record of `/health`, `/ready`, `/about` or `/evidence/{id}`. */
export type MethodResult = { readonly list: ListResult<unknown> } | { readonly record: JsonRecord }

/**
 * Reads a successful response. `cached` is the list that the client already has for this address. Returns `undefined` if the
 * response cannot come from a Ratebook server.
 */
export function readResponse(
  response: ReceivedResponse,
  cached: ListResult<unknown> | undefined,
): MethodResult | undefined {
  if (response.status === 304) {
    const list = cached && listResult(response, cached.rows)
    if (cached === undefined || list === undefined) return undefined
    const isSame = list.position === cached.position && list.modifiedAt === cached.modifiedAt
    return { list: isSame ? cached : list }
  }
  const body = response.status === 200 ? parseJson(response.text) : undefined
  if (Array.isArray(body)) {
    const rows = Object.freeze((body as JsonRecord[]).map((row) => Object.freeze(row)))
    const list = listResult(response, rows)
    return list && { list }
  }
  return typeof body === 'object' && body !== null
    ? { record: Object.freeze(body as JsonRecord) }
    : undefined
}

function listResult(
  { header }: ReceivedResponse,
  rows: readonly unknown[],
): ListResult<unknown> | undefined {
  const position = parseWholeNumber(header('ratebook-position'))
  if (position === undefined) return undefined
  const lastModified = Date.parse(header('last-modified') ?? '')
  const modifiedAt = Number.isNaN(lastModified) ? undefined : new Date(lastModified).toISOString()
  return Object.freeze({
    rows,
    position,
    etag: header('etag'),
    modifiedAt,
    reached: header('ratebook-reached'),
  })
}

/** The content of a response with an error status. */
export type ReceivedProblem = {
  readonly status: number
  readonly type: string
  readonly title: string
  readonly detail: string | undefined
  readonly errors: readonly ParameterError[]
  readonly retryAfter: number | undefined
}

/** Reads a problem document (RFC 9457). An error response of a proxy is none; only its status is kept. */
export function readProblem({ status, header, text }: ReceivedResponse): ReceivedProblem {
  const isProblem = /^application\/problem\+json\b/i.test(header('content-type') ?? '')
  const body = (isProblem ? parseJson(text) : undefined) as
    | Readonly<Record<string, unknown>>
    | null
    | undefined
  const stringMember = (name: string): string | undefined => {
    const value = body?.[name]
    return typeof value === 'string' ? value : undefined
  }
  const errors: unknown = body?.['errors']
  return {
    status,
    type: stringMember('type') ?? 'about:blank',
    title: stringMember('title') ?? `HTTP status ${status}`,
    detail: stringMember('detail'),
    errors: Array.isArray(errors) ? errors.filter(isParameterError) : [],
    retryAfter: parseWholeNumber(header('retry-after')),
  }
}

function isParameterError(value: unknown): value is ParameterError {
  const { parameter, message } = (value ?? {}) as Readonly<Record<string, unknown>>
  return typeof parameter === 'string' && typeof message === 'string'
}
