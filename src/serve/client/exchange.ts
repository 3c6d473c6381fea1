import type { ParameterError } from '../http/schema/read-query.ts'
import type { ListResult } from './methods.ts'

/** The type of the global `fetch`. */
export type Fetch = typeof globalThis.fetch

/** A response whose body has been read completely. */
export type ReceivedResponse = {
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly text: string
}

/** Why no complete response was received. */
export type NetworkFailure = {
  readonly reason: 'unreachable' | 'timed-out'
  readonly cause: unknown
}

export type ExchangeOptions = {
  readonly fetch: Fetch
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds from the start of the request to the end of the body. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
}

/** The longest delay that `setTimeout` accepts. */
const longestDelay = 2 ** 31 - 1

/** Starts a timer, which `clearTimeout` stops. A delay that `setTimeout` does not accept, such as `Infinity`, starts none. */
export function startTimer(
  callback: () => void,
  delay: number,
): ReturnType<typeof setTimeout> | undefined {
  return delay > longestDelay ? undefined : setTimeout(callback, delay)
}

/**
 * Sends one request and reads the whole response. A network failure is returned. An abort by the caller's signal is thrown
 * with the signal's reason, as `fetch` does.
 */
export async function exchange(
  address: string,
  options: ExchangeOptions,
): Promise<ReceivedResponse | NetworkFailure> {
  const { fetch, headers, timeout, signal } = options
  signal?.throwIfAborted()
  const controller = new AbortController()
  let isTimedOut = false
  const timeOut = (): void => {
    isTimedOut = true
    controller.abort()
  }
  const abort = (): void => controller.abort(signal?.reason)
  const timer = startTimer(timeOut, timeout)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const response = await fetch(address, {
      headers,
      signal: controller.signal,
      // By default a browser may answer from its own cache for as long as `max-age` allows. Both modes ask the server.
      cache: 'if-none-match' in headers ? 'no-store' : 'no-cache',
    })
    const text = await response.text()
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      text,
    }
  } catch (cause) {
    signal?.throwIfAborted()
    return { reason: isTimedOut ? 'timed-out' : 'unreachable', cause }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** Parses a header that holds a whole number, such as a position; `undefined` for anything else. */
export function parseWholeNumber(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}

/** Parses JSON; `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The parameters of a request. The methods' types have checked them against the table of endpoints. */
export type RequestParameters = Readonly<Record<string, string | number | boolean | undefined>>

/** Refuses the number 57.10 as an id: it is 57.1, which is the id of another event or receipt. */
export function refuseFraction(name: string, value: unknown): void {
  if (/^(?:after|id)$/.test(name) && typeof value === 'number' && !Number.isInteger(value))
    throw new TypeError(`The parameter ${name} is a number; give the id as text, such as "p57-10".`)
}

/** The path and query of a request. Parameters that are `undefined` are left out; those of the path are required. */
export function requestTarget(path: string, parameters: RequestParameters): string {
  const query = new URLSearchParams()
  let filledPath = path
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    refuseFraction(name, value)
    const placeholder = `{${name}}`
    if (path.includes(placeholder))
      filledPath = filledPath.replace(placeholder, () => encodeURIComponent(String(value)))
    else query.append(name, String(value))
  }
  const [, missing] = /\{(\w+)\}/.exec(filledPath) ?? []
  if (missing !== undefined)
    throw new TypeError(`The parameter ${missing} is missing; the path ${path} needs it.`)
  const text = query.toString()
  return text === '' ? filledPath : `${filledPath}?${text}`
}

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
