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
export function splitFormat(path: string): { readonly path: string; readonly format?: Format } {
  const [, base = path, extension] = /^(.*)\.(json|csv|ndjson|atom|sse)$/.exec(path) ?? []
  const format = formats.find((one) => one === extension)
  return format === undefined ? { path } : { path: base, format }
}
