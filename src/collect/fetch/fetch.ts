import { setTimeout as timer } from 'node:timers/promises'
import type { Instant } from '../../domain/instant.ts'
import { systemResolve, type AddressCheck, type Resolve } from '../../outbound/address-check.ts'
import type { PageResponse, FetchFault, FetchOutcome, FetchRequest } from './fetch-outcome.ts'
import { fetchLimits, type FetchLimits } from './fetch-limits.ts'
import { createHostTurns, visit, type VisitOptions } from './visit.ts'
import { followRedirects, type Followed } from './redirects.ts'
import { MIMEType } from 'node:util'

/** How a fetcher works. */
export type FetcherOptions = {
  readonly check: AddressCheck
  /** From `userAgentOf`. */
  readonly userAgent: string
  readonly now: () => Instant
  /** Ends all fetches. */
  readonly signal?: AbortSignal
  readonly limits?: Partial<FetchLimits>
  readonly resolve?: Resolve
  /** Waits, or rejects once the signal is aborted. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Fetches pages of institutions. It remembers robots.txt and the last request of each host, so a process needs only one. */
export type Fetcher = {
  /** Never rejects because of what a server does. Fetches of one host take turns; those of different hosts run together. */
  readonly fetch: (request: FetchRequest) => Promise<FetchOutcome>
}

/** Makes a fetcher. docs/fetching.md says what it sends, what it refuses and where its limits are. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const limits = { ...fetchLimits, ...options.limits }
  const { now, signal = new AbortController().signal } = options
  const visits: VisitOptions = {
    check: options.check,
    userAgent: options.userAgent,
    resolve: options.resolve ?? systemResolve,
    pause: options.pause ?? (async (milliseconds) => timer(milliseconds, undefined, { signal })),
    turns: createHostTurns(now, limits.pause),
    limits,
    now,
    signal,
  }
  return {
    async fetch(request) {
      if (URL.parse(request.url) === null) {
        const message = `A page was not requested, because its address is not a URL.`
        const result = { kind: 'refused', code: 'url', message } as const
        return { ...result, url: request.url, redirects: [] }
      }
      try {
        return await fetchPage(request, visits)
      } catch (error) {
        if (!signal.aborted) throw error
        const message = `The fetch of ${request.url} was stopped.`
        return { kind: 'failed', code: 'stopped', message, url: request.url, redirects: [] }
      }
    },
  }
}

/** Fetches a page. A 304 that is not about the body with our ETag is followed by a request for the whole page. */
async function fetchPage(request: FetchRequest, options: VisitOptions): Promise<FetchOutcome> {
  const { hosts = [] } = request
  const { limits } = options
  const strong = strongEtag(request.etag)
  let time = limits.total
  let retryAt: Instant | undefined
  const send = async (url: URL, etag?: string): Promise<PageResponse | FetchFault> => {
    const tagged = etag === undefined ? {} : { etag }
    const visited = await visit({ url, hosts, time, ...tagged }, options)
    time = Math.max(1, time - visited.took)
    ;({ retryAt } = visited)
    const { result } = visited
    if ('kind' in result || result.status !== 304 || etag === undefined) return result
    return result.headers['etag'] === etag ? result : send(url)
  }
  const followed = await followRedirects(request, limits, async (url) => send(url, strong))
  return outcomeOf(followed, strong, retryAt)
}

/** An ETag that may be sent: strong, and a valid header. */
function strongEtag(etag: string | undefined): string | undefined {
  return etag !== undefined && /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : undefined
}

/** The statuses by which a server says that it does not want the request. */
const refusals = [401, 403, 429, 451]

/** The outcome of a fetch whose requests had this strong ETag. */
function outcomeOf(
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
