import Negotiator from 'negotiator'
import type { Endpoint } from '../endpoint.ts'

/** The formats of lists, the preferred one first. Each is also an extension of a path. */
export const formats = ['json', 'csv', 'ndjson', 'atom', 'sse'] as const
export type Format = (typeof formats)[number]
/** The formats of complete answers: all but the stream of events. */
export type TextFormat = Exclude<Format, 'sse'>

export const mediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  atom: 'application/atom+xml',
  sse: 'text/event-stream',
} as const satisfies Record<Format, string>

/** The media type of an endpoint that answers with a text. */
export const textType = 'text/plain; charset=utf-8'

/** The formats of an endpoint. Lists are tables, except that of events; some are feeds too. */
export function formatsOf(endpoint: Endpoint): readonly Format[] {
  if (!isList(endpoint)) return ['json']
  if (isEvents(endpoint)) return ['json', 'ndjson', 'sse']
  return ['json', 'csv', 'ndjson', ...(endpoint.feed === undefined ? [] : (['atom'] as const))]
}

/** Whether an endpoint answers with one page of a list (`limit`, `offset`). */
export function isPaged({ query }: Endpoint): boolean {
  return 'offset' in query.properties
}

/** Whether this is `/events`: paged by id, and also available as a stream. */
export function isEvents({ path }: Endpoint): boolean {
  return path === '/events'
}

/** Whether the tools of `/mcp` include an endpoint: the lists, and receipts. */
export function isTool(endpoint: Endpoint): boolean {
  return isList(endpoint) || endpoint.path === '/evidence/{id}'
}

/** Whether an endpoint answers with a list. */
export function isList({ response }: Endpoint): boolean {
  return 'items' in response
}

/** Whether this is the log, in lines of JSON. */
export function isLog({ path }: Endpoint): boolean {
  return path === '/log' || path === '/log/{page}'
}

/** Whether an endpoint answers with a text, not with JSON. */
function isText({ response }: Endpoint): boolean {
  return 'type' in response && response.type === 'string'
}

/** The media types that a client may request from an endpoint, the default one first. */
export function mediaTypesOf(endpoint: Endpoint): readonly string[] {
  if (isLog(endpoint)) return [mediaTypes.ndjson]
  return isText(endpoint) ? [textType] : formatsOf(endpoint).map((format) => mediaTypes[format])
}

/** Splits a path such as `/rates/current.csv` into path and format. */
function splitFormat(path: string): { readonly path: string; readonly format?: Format } {
  const [, base = path, extension] = /^(.*)\.(json|csv|ndjson|atom|sse)$/.exec(path) ?? []
  const format = formats.find((one) => one === extension)
  return format === undefined ? { path } : { path: base, format }
}

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
  readonly headers: { readonly accept?: string | undefined }
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
function formatFor(endpoint: Endpoint, accept = ''): Format {
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
