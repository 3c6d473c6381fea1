import type { ParameterError } from '../http/schema/read-query.ts'
import { parseJson, parseWholeNumber, type ReceivedResponse } from './exchange.ts'

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
