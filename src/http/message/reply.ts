import type { Payload } from './body.ts'
import { noPayload } from './payload.ts'

/** A whole response, before HTTP has framed it. Header names are in lower case. */
export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Payload
}

/**
 * What every response carries, errors of the parser among them: any page may read it (design, section 4), and nothing in
 * it may run, be framed or be taken for another type.
 */
export const commonHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Retry-After, Ratebook-Position',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** A year, the least that browsers' preload lists ask for; sent over TLS alone. */
export const strictTransport = { 'strict-transport-security': 'max-age=31536000' } as const

/** What every response of a server carries, by whether it speaks TLS. */
export function ownHeaders(isSecure: boolean): Reply['headers'] {
  return isSecure ? { ...commonHeaders, ...strictTransport } : commonHeaders
}

/** The methods that every path takes. */
export const allowedMethods = 'GET, HEAD, OPTIONS'

/** The answer to OPTIONS, a browser's preflight request among them; it holds for a day. */
export const optionsReply: Reply = {
  status: 204,
  headers: {
    allow: allowedMethods,
    'access-control-allow-methods': allowedMethods,
    'access-control-allow-headers': '*',
    'access-control-max-age': '86400',
    'cache-control': 'no-store',
  },
  body: noPayload,
}
