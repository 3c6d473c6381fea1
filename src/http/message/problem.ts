import type { ParameterError } from '../schema/read-query.ts'
import { textPayload } from './payload.ts'
import { allowedMethods, type Reply } from './reply.ts'

/** The status of every error that the server answers with. */
export const problemStatuses = [400, 404, 405, 408, 414, 422, 429, 431, 500, 501, 503, 505] as const
export type ProblemStatus = (typeof problemStatuses)[number]

/** Their titles: those of HTTP, but where part 7 of the specification has a name of its own (422, 500). */
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

/** Seconds after which a client may try again what is unavailable. */
const retryAfter = '5'

/** An error as RFC 9457 writes it. No cache keeps it, and its sentence shows nothing of the inside. */
export function problem(
  status: ProblemStatus,
  detail: string,
  errors?: readonly ParameterError[],
): Reply {
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(status === 405 && { allow: allowedMethods }),
      ...(status === 503 && { 'retry-after': retryAfter }),
    },
    body: textPayload(
      JSON.stringify({
        type: 'about:blank',
        title: problemTitles[status],
        status,
        detail,
        errors,
      }),
    ),
  }
}

/** Every wrong parameter of a request at once. */
export function wrongParameters(errors: readonly ParameterError[]): Reply {
  return problem(422, errors.map(({ message }) => message).join(' '), errors)
}

/** What a client sent, no longer than a sentence bears. */
export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

/** That the book does not know an institution, and what to do. */
export function noInstitution(id: string): string {
  return `There is no institution ${quoted(id)}; the list of institutions has them all, with active_only=false.`
}
