import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import {
  type AddressCheck,
  guardedLookup,
  literalRefusal,
  systemResolve,
  type Resolve,
} from './address-check.ts'

/** A response, or the reason why there is none. */
export type PostResult =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly failure: string }

/** How requests are sent. */
export type PostOptions = {
  readonly check: AddressCheck
  readonly signal: AbortSignal
  readonly resolve?: Resolve
  /** Milliseconds until the connection is made, and until the response has begun. */
  readonly connectTimeout?: number
  readonly requestTimeout?: number
}

/**
 * Posts a body to an address that passes the check. Redirects are not followed, certificates are always verified, and a proxy
 * in the environment is not used. Each request has its own connection.
 */
export function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: PostOptions,
): Promise<PostResult> {
  const { check, resolve = systemResolve } = options
  const { connectTimeout = 5_000, requestTimeout = 20_000 } = options
  const refusal = literalRefusal(url, check)
  if (refusal !== undefined) return Promise.resolve({ failure: refusal })
  const timeout = AbortSignal.timeout(requestTimeout)
  return new Promise((settle) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      lookup: guardedLookup(url, check, resolve),
      // Otherwise NODE_TLS_REJECT_UNAUTHORIZED could turn the verification off.
      rejectUnauthorized: true,
      signal: AbortSignal.any([options.signal, timeout]),
    })
    const connecting = setTimeout(() => {
      request.destroy(new Error(`there was no connection within ${connectTimeout} ms`))
    }, connectTimeout)
    request.on('socket', (socket) => {
      socket.once('connect', () => clearTimeout(connecting))
    })
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: fields } = response
      settle({ status, retryAfter: fields['retry-after'] })
      // The status decides, so nobody waits for the body.
      response.destroy()
    })
    request.on('error', ({ message }) => {
      const isLate = timeout.aborted
      settle({ failure: isLate ? `there was no response within ${requestTimeout} ms` : message })
    })
    request.on('close', () => {
      clearTimeout(connecting)
      settle({ failure: 'the connection was closed without a response' })
    })
    request.end(body)
  })
}
