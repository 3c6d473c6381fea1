import { STATUS_CODES } from 'node:http'
import { always, type Span } from '../../book/query/freshness.ts'
import type { Instant } from '../../domain/instant.ts'
import type { ParameterError } from './schema/read-query.ts'

/** Header names in lower case. */
export type Headers = Readonly<Record<string, string>>

/** A complete response; header names are in lower case. */
export type HttpResponse = {
  readonly status: number
  readonly headers: Headers
  /** Absent where the status has no body. */
  readonly body?: Buffer
  /** The body of a stream. The response then has no `body`. */
  readonly stream?: ResponseStream
}

/** A body whose parts are produced as the client takes them. */
export type ResponseStream = {
  /** The bytes of the part that is produced already. */
  readonly firstBytes: number
  /** `hold` counts bytes until the client has read them, and throws if it has too much unread. The server counts what it sends. */
  readonly open: (hold: (bytes: number) => void) => AsyncIterable<Buffer>
}

/**
 * The headers of every response, errors of the parser included. Scripts of any origin may read the response; browsers run
 * nothing in it, do not frame it and do not guess its type.
 */
export const commonHeaders: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Retry-After, Ratebook-Position, Ratebook-Reached',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** One year, the minimum for browsers' preload lists. Sent over TLS only. */
const strictTransport: Headers = { 'strict-transport-security': 'max-age=31536000' }

/** The headers of every response; with TLS, also Strict-Transport-Security. */
export function serverHeaders(isSecure: boolean): Headers {
  return isSecure ? { ...commonHeaders, ...strictTransport } : commonHeaders
}

/** The methods that every path but `/mcp` accepts. */
export const allowedMethods = 'GET, HEAD, OPTIONS'

/** The headers of the response to OPTIONS; browsers may keep it for a day. */
export function optionsHeaders(methods: string): Headers {
  return {
    allow: methods,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': '*',
    'access-control-max-age': '86400',
    'cache-control': 'no-store',
  }
}

/** The seconds that caches may reuse an answer, so that a publication is visible everywhere within a minute. */
const cacheSeconds = 60

/** How long caches may reuse an answer: at most until it expires. */
export function cacheControl({ until }: Span, now: Instant): string {
  const seconds = Math.min(cacheSeconds, Math.floor((until - now) / 1000))
  return `public, max-age=${Math.max(0, seconds)}`
}

/** How long caches may keep what never changes. */
export const immutable = 'public, max-age=31536000, immutable'

/** When an answer last changed: with the market or, if later, with time alone. Never in the future (RFC 9110, section 8.8.2). */
export function lastModified(marketAt: Instant, { since }: Span = always, now: Instant): string {
  const changed = since > marketAt ? since : marketAt
  return new Date(changed < now ? changed : now).toUTCString()
}

/** The statuses of all error responses. */
export const problemStatuses = [400, 404, 405, 408, 414, 422, 429, 431, 500, 501, 503, 505] as const
export type ProblemStatus = (typeof problemStatuses)[number]

/** The title of a problem: that of HTTP, except those that part 7 of the specification gives. */
export function problemTitle(status: ProblemStatus): string {
  if (status === 422) return 'Validation Error'
  return status === 500 ? 'Server Error' : (STATUS_CODES[status] ?? '')
}

/** Seconds after which a client may try again after a 503. */
const retryAfter = '5'

/** A problem document (RFC 9457). Caches do not store it. */
export function problem(
  status: ProblemStatus,
  detail: string,
  errors?: readonly ParameterError[],
): HttpResponse {
  const title = problemTitle(status)
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(status === 405 && { allow: allowedMethods }),
      ...(status === 503 && { 'retry-after': retryAfter }),
    },
    body: Buffer.from(JSON.stringify({ type: 'about:blank', title, status, detail, errors })),
  }
}

/** 422 for all wrong parameters of a request. */
export function wrongParameters(errors: readonly ParameterError[]): HttpResponse {
  return problem(422, errors.map(({ message }) => message).join(' '), errors)
}

/** 429 for a client that asks too often, which may retry after `seconds`. */
export function tooManyRequests(seconds: number): HttpResponse {
  return tooMany('This address asks more often than it may here.', seconds)
}

/** 429 for a client that does not read its responses. */
export const tooMuchUnread = tooMany(
  'This address has not read the responses that it has; read them, or close their connections.',
  5,
)

/** 429 for a client that has half of the streams of events that the server allows. */
export const tooManyStreams = tooMany(
  'This address has half of the streams of events that this server allows; close one of them.',
  5,
)

function tooMany(detail: string, seconds: number): HttpResponse {
  const refusal = problem(429, detail)
  return { ...refusal, headers: { ...refusal.headers, 'retry-after': String(seconds) } }
}
