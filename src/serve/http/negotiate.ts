import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'
import type { Endpoint } from './endpoint.ts'
import { formatsOf, mediaTypes, splitFormat, type Format } from './formats/format.ts'

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

/** A request for an endpoint, without its parameters. */
export type AddressedRequest = {
  readonly endpoint: Endpoint
  /** The identifier in the path, or the path itself if it has none. Either may end in a format, such as `.csv`. */
  readonly pathEnd: string
  readonly headers: IncomingHttpHeaders
  /** The address of the server as the client knows it, for the links of a feed. */
  readonly root: string
}

/** The endpoint, identifier and format that a request asks for, without its parameters. */
export type Target = {
  readonly endpoint: Endpoint
  /** The identifier in the path; empty where the path has none. */
  readonly id: string
  readonly format: Format
  /** Whether the Accept header, not the path, chose the format. */
  readonly isNegotiated: boolean
  readonly root: string
}

/** Chooses the format by the end of the path, or else by the Accept header. */
export function chooseFormat({ endpoint, pathEnd, headers, root }: AddressedRequest): Target {
  const { path, format } = splitFormat(pathEnd)
  // An extension that is no format of the endpoint belongs to the identifier.
  const isInPath = format !== undefined && formatsOf(endpoint).includes(format)
  return {
    endpoint,
    id: !endpoint.path.includes('{') ? '' : isInPath ? path : pathEnd,
    format: isInPath ? format : formatFor(endpoint, headers.accept),
    isNegotiated: !isInPath,
    root,
  }
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
