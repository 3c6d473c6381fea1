import type { ParameterError } from '../http/schema/read-query.ts'
import { jsonIn, wholeIn, type Received } from './exchange.ts'

/** What a response with an error status says. */
export type Problem = {
  readonly status: number
  readonly type: string
  readonly title: string
  readonly detail: string | undefined
  readonly errors: readonly ParameterError[]
  readonly retryAfter: number | undefined
}

/** Reads a problem (RFC 9457); of an error that something else than a Ratebook answered, the status is what there is. */
export function readProblem({ status, header, text }: Received): Problem {
  const isProblem = /^application\/problem\+json\b/i.test(header('content-type') ?? '')
  const said = (isProblem ? jsonIn(text) : undefined) as
    | Readonly<Record<string, unknown>>
    | null
    | undefined
  const word = (name: string): string | undefined => {
    const value = said?.[name]
    return typeof value === 'string' ? value : undefined
  }
  const errors: unknown = said?.['errors']
  return {
    status,
    type: word('type') ?? 'about:blank',
    title: word('title') ?? `HTTP status ${status}`,
    detail: word('detail'),
    errors: Array.isArray(errors) ? errors.filter(isParameterError) : [],
    retryAfter: wholeIn(header('retry-after')),
  }
}

function isParameterError(value: unknown): value is ParameterError {
  const { parameter, message } = (value ?? {}) as Readonly<Record<string, unknown>>
  return typeof parameter === 'string' && typeof message === 'string'
}
