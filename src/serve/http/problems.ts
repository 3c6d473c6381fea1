import { type HttpResponse, allowedMethods } from './headers.ts'
import type { ParameterError } from './schema/read-query.ts'

/** The statuses of all error responses. */
export const problemStatuses = [400, 404, 405, 408, 414, 422, 429, 431, 500, 501, 503, 505] as const
export type ProblemStatus = (typeof problemStatuses)[number]

/** The titles of HTTP, except those that part 7 of the specification gives (422, 500). */
export const problemTitles: Readonly<Record<ProblemStatus, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  414: 'URI Too Long',
  422: 'Validation Error',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  505: 'HTTP Version Not Supported',
}

/** Seconds after which a client may try again after a 503. */
const retryAfter = '5'

/** A problem document (RFC 9457). Caches do not store it. */
export function problem(
  status: ProblemStatus,
  detail: string,
  errors?: readonly ParameterError[],
): HttpResponse {
  const title = problemTitles[status]
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

/** The detail of a 503 for entries that are read from the book. */
export const unreadableBook = 'The book cannot be read at this moment; try again.'
