import { MIMEType } from 'node:util'
import type { Instant } from '../../domain/instant.ts'
import type { PageResponse } from './exchange.ts'
import type { FetchFault } from './fetch-error.ts'
import type { FetchOutcome } from './fetch-outcome.ts'
import type { Followed } from './redirects.ts'

/** The statuses by which a server says that it does not want the request. */
const refusals = [401, 403, 429, 451]

/** The outcome of a fetch whose requests had this strong ETag. */
export function outcomeOf(
  { url, redirects, result }: Followed<PageResponse | FetchFault>,
  etag: string | undefined,
  retryAt: Instant | undefined,
): FetchOutcome {
  const place = { url: url.href, redirects }
  const later = retryAt === undefined ? {} : { retryAt }
  if ('kind' in result) {
    const { response, ...fault } = result
    return { ...fault, ...place, ...later, ...(response && pageOf(response)) }
  }
  const { status, headers, body } = result
  if (status === 304 && etag !== undefined && headers['etag'] === etag)
    return { kind: 'not-modified', ...place, status, headers }
  const page = { ...place, ...pageOf(result) }
  if (status === 200 && body !== undefined) return { kind: 'fetched', ...page, body }
  const message = `${url.href} was answered with status ${status}.`
  const problem = { code: 'status', message, ...page, ...later } as const
  return refusals.includes(status)
    ? { kind: 'refused', ...problem }
    : { kind: 'failed', ...problem }
}

/** A response without an empty body, and its character encoding. */
function pageOf({ status, headers, body }: PageResponse) {
  const kept = body === undefined || body.length === 0 ? {} : { body }
  return { status, headers, ...charsetOf(headers['content-type']), ...kept }
}

/** The form of the names of character encodings. The book keeps the name, so no other text may get there. */
const charsetName = /^[\w.:-]{1,40}$/

/** The character encoding that a Content-Type names; nothing if it is not valid. */
function charsetOf(header: string | undefined): { readonly charset?: string } {
  if (header === undefined) return {}
  try {
    const charset = new MIMEType(header).params.get('charset')?.trim().toLowerCase() ?? ''
    return charsetName.test(charset) ? { charset } : {}
  } catch {
    return {}
  }
}
