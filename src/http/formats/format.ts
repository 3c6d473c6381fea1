import type { Endpoint } from '../endpoint.ts'

/** The formats of lists, the preferred one first. All but JSON are also an extension of a path. */
export const formats = ['json', 'csv', 'ndjson', 'atom'] as const
export type Format = (typeof formats)[number]

export const mediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  atom: 'application/atom+xml',
} as const satisfies Record<Format, string>

/** The formats of an endpoint. Every list has CSV and NDJSON; the list of changes has Atom too. */
export function formatsOf(endpoint: Endpoint): readonly Format[] {
  if (!isList(endpoint)) return ['json']
  return formats.filter((format) => format !== 'atom' || endpoint.isFeed === true)
}

/** Whether an endpoint answers with a list. */
export function isList({ response }: Endpoint): boolean {
  return 'items' in response
}

/** Splits a path such as `/rates/current.csv` into path and format. */
export function splitFormat(path: string): { readonly path: string; readonly format?: Format } {
  const [, base = path, extension] = /^(.*)\.(csv|ndjson|atom)$/.exec(path) ?? []
  const format = formats.find((one) => one === extension)
  return format === undefined ? { path } : { path: base, format }
}
