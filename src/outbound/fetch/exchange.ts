import { Client, type Dispatcher } from 'undici'
import type { AddressCheck } from '../address-check.ts'
import type { Resolve } from '../connection-guard.ts'
import { faultOf } from './fault-of.ts'
import type { FetchFault } from './fetch-error.ts'
import type { FetchLimits } from './fetch-limits.ts'
import type { ResponseHeaders } from './fetch-outcome.ts'
import { guardedConnector } from './guarded-connector.ts'
import { acceptedEncodings, readBody, type BodyLimits } from './read-body.ts'

/** How requests are sent. */
export type ExchangeSettings = {
  readonly check: AddressCheck
  readonly resolve: Resolve
  readonly userAgent: string
  readonly limits: FetchLimits
  readonly signal: AbortSignal
}

/** One request: the URL, how long it may take, and the ETag that the response is compared with. */
export type ExchangeRequest = {
  readonly url: URL
  readonly time: number
  readonly etag?: string
  readonly body: BodyLimits
}

/** A response. Redirects and 304 have no body; nor has an error response whose body exceeds a limit. */
export type PageResponse = {
  readonly status: number
  readonly headers: ResponseHeaders
  readonly body?: Uint8Array
}

/**
 * Sends one GET request on a connection of its own, and reads the response. Redirects are not followed, cookies are neither kept
 * nor sent, certificates are always verified, and a proxy in the environment is not used.
 */
export async function exchange(
  request: ExchangeRequest,
  options: ExchangeSettings,
): Promise<PageResponse | FetchFault> {
  const { url, time } = request
  const { check, resolve, limits, signal } = options
  const timeout = AbortSignal.timeout(time)
  const client = new Client(url.origin, {
    connect: guardedConnector(check, resolve, limits),
    maxHeaderSize: limits.headerBytes,
    // The signal limits the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    const response = await client.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: headersOf(request, options),
      reset: true,
      signal: AbortSignal.any([signal, timeout]),
    })
    return await read(response, request)
  } catch (error) {
    if (signal.aborted) {
      return { kind: 'failed', code: 'stopped', message: `The fetch of ${url.href} was stopped.` }
    }
    if (timeout.aborted) {
      const message = `${url.href} was not answered completely within ${limits.total / 1_000} s.`
      return { kind: 'failed', code: 'timeout', message }
    }
    return faultOf(error as Error, url, limits)
  } finally {
    await client.destroy()
  }
}

function headersOf(
  { etag }: ExchangeRequest,
  { userAgent }: ExchangeSettings,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: '*/*',
    'accept-encoding': acceptedEncodings,
    ...(etag !== undefined && { 'if-none-match': etag }),
  }
}

async function read(
  { statusCode: status, headers: fields, body }: Dispatcher.ResponseData,
  { url, body: limits }: ExchangeRequest,
): Promise<PageResponse> {
  const headers = headersIn(fields)
  // A body that nobody reads ends with an error when the client is destroyed.
  body.on('error', () => {})
  if (status === 304 || isRedirect(status, headers)) return { status, headers }
  try {
    const bytes = await readBody(body, headers['content-encoding'], limits, url)
    return { status, headers, body: bytes }
  } catch (error) {
    // The status says more than what is wrong with the body of an error page.
    if (status !== 200) return { status, headers }
    throw error
  }
}

/** Whether a response sends the client to another URL. */
export function isRedirect(status: number, headers: ResponseHeaders): boolean {
  return [301, 302, 303, 307, 308].includes(status) && headers['location'] !== undefined
}

function headersIn(
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
): ResponseHeaders {
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    // A cookie identifies a visit, so it is not kept as evidence.
    if (value === undefined || name === 'set-cookie') return []
    return [[name, typeof value === 'string' ? value : value.join(', ')] as const]
  })
  return Object.fromEntries(entries)
}
