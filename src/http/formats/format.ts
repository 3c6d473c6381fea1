import Negotiator from 'negotiator'
import type { Endpoint } from '../endpoint.ts'

/** What lists are written in, in the order in which the server prefers them; each is also the end of a path, but the first. */
export const formats = ['json', 'csv', 'ndjson', 'atom'] as const
export type Format = (typeof formats)[number]

export const mediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  atom: 'application/atom+xml',
} as const satisfies Record<Format, string>

/** The formats of an endpoint: all lists are spreadsheets as well, and what happens one after the other is a feed. */
export function formatsOf(endpoint: Endpoint): readonly Format[] {
  if (!isList(endpoint)) return ['json']
  return formats.filter((format) => format !== 'atom' || endpoint.isFeed === true)
}

/** Whether an endpoint answers with rows. */
export function isList({ response }: Endpoint): boolean {
  return 'items' in response
}

/** A path without the format at its end, if it has one: `/rates/current.csv`. */
export function splitFormat(path: string): { readonly path: string; readonly format?: Format } {
  const [, before = path, end] = /^(.*)\.(csv|ndjson|atom)$/.exec(path) ?? []
  const format = formats.find((one) => one === end)
  return format === undefined ? { path } : { path: before, format }
}

/** As many headers as are remembered; browsers and libraries write them in a few dozen ways. */
const remembered = 1_000

/** The format for a client's `Accept`. */
export type FormatFor = (endpoint: Endpoint, accept: string) => Format

/** The format for a client's `Accept`; what we lack is answered in JSON, never 406. Each header is read once. */
export function createFormatNegotiation(): FormatFor {
  const known = new Map<string, readonly string[]>()
  return (endpoint, accept) => {
    if (accept === '' || accept === '*/*' || accept === mediaTypes.json) return 'json'
    let wished = known.get(accept)
    if (wished === undefined) {
      // A character set or a profile does not make another type of it; the library would look for it in ours.
      const bare = accept.replaceAll(/;\s*(?!q=)[^;,=]+=(?:"[^"]*"|[^;,]*)/gi, '')
      wished = new Negotiator({ headers: { accept: bare } }).mediaTypes(Object.values(mediaTypes))
      if (known.size >= remembered) known.clear()
      known.set(accept, wished)
    }
    const has = formatsOf(endpoint)
    const types = has.map((format) => mediaTypes[format])
    const type = wished.find((one) => types.some((own) => own === one))
    return has.find((format) => mediaTypes[format] === type) ?? 'json'
  }
}
