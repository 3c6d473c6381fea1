import Negotiator from 'negotiator'
import type { Endpoint } from './endpoint.ts'
import { formatsOf, mediaTypes, type Format } from './formats/format.ts'

/** The content encodings, the preferred one first. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** The encoding for an Accept-Encoding header; `identity` if none is acceptable, never 406. */
export function encodingFor(acceptEncoding = ''): Encoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  const preferred = (negotiator as PreferringNegotiator).encoding(encodings, {
    preferred: encodings,
  })
  return encodings.find((encoding) => encoding === preferred) ?? 'identity'
}

/** The types of the library lack this option: the order among encodings that the client accepts equally. */
type PreferringNegotiator = {
  encoding(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined
}

/** The format for an Accept header; JSON if none is acceptable, never 406. */
export function formatFor(endpoint: Endpoint, accept = ''): Format {
  if (accept === '' || accept === '*/*' || accept === mediaTypes.json) return 'json'
  const formats = formatsOf(endpoint)
  const types = formats.map((format) => mediaTypes[format])
  const accepted = new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaType(
    types,
  )
  return formats.find((format) => mediaTypes[format] === accepted) ?? 'json'
}

/** Drops parameters such as charset, because Negotiator would try to match them. The weight `q` stays. */
function withoutParameters(accept: string): string {
  return accept.replaceAll(/;\s*(?!\s|q=)[^;,=]+=(?:"[^"]*"|[^;,]*)/gi, '')
}

/** Whether a client would rather read HTML than a problem document. */
export function prefersHtml(accept: string): boolean {
  const types = ['application/problem+json', mediaTypes.json, 'text/html']
  return new Negotiator({ headers: { accept } }).mediaType(types) === 'text/html'
}
