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
  if ('kind' in result) return { ...result, ...place, ...later }
  const { status, headers, body } = result
  if (status === 304 && etag !== undefined && headers['etag'] === etag)
    return { kind: 'not-modified', ...place, status, headers }
  const page = { ...place, status, headers, ...contentOf(headers['content-type']) }
  if (status === 200 && body !== undefined) return { kind: 'fetched', ...page, body }
  const kept = body === undefined || body.length === 0 ? {} : { body }
  const message = `${url.href} was answered with status ${status}.`
  const problem = { code: 'status', message, ...page, ...kept, ...later } as const
  return refusals.includes(status)
    ? { kind: 'refused', ...problem }
    : { kind: 'failed', ...problem }
}

/** The media type and the character encoding that a header names; nothing if it is not valid. */
function contentOf(header: string | undefined): {
  readonly contentType?: string
  readonly charset?: string
} {
  if (header === undefined) return {}
  try {
    const { essence, params } = new MIMEType(header)
    const charset = params.get('charset')?.trim().toLowerCase()
    return {
      contentType: essence,
      ...(charset !== undefined && charset !== '' && { charset }),
    }
  } catch {
    return {}
  }
}
