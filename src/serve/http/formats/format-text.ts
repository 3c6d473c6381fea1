import type { Market } from '../../../book/market/market.ts'
import type { BookSettings } from '../../../domain/book-settings.ts'
import { instantText, type Instant } from '../../../domain/instant.ts'
import { escapeFormula } from '../../../domain/text.ts'
import { valueText, type Endpoint, type WireRow, type WireValue } from '../endpoint.ts'
import type { QueryValues } from '../schema/read-query.ts'
import type { NextTurn } from '../turn-queue.ts'
import { atomText } from './atom.ts'
import { mediaTypes, type TextFormat } from './format.ts'

/** The list to write, and the request that it answers. */
export type WrittenList = {
  readonly endpoint: Endpoint
  /** The columns of a table; all fields of the record if absent. */
  readonly columns: readonly string[] | undefined
  readonly query: QueryValues
  readonly market: Market
  /** The publisher of the list, and the country's words; only feeds need them. */
  readonly settings: BookSettings
  /** The number of records on all pages together. */
  readonly count: number
  /** A permanent name of each row; only feeds need them. */
  readonly names: readonly string[]
  /** The address of the server; only feeds need it. */
  readonly root: string
}

/** The media type of a format, with its parameters. */
export function mediaTypeOf(format: TextFormat): string {
  return format === 'csv' ? `${mediaTypes.csv}; charset=utf-8; header=present` : mediaTypes[format]
}

/** Writes the rows of a list in a format, in stretches: `nextTurn` is awaited between them. */
export async function formatText(
  format: TextFormat,
  rows: Iterable<WireRow>,
  list: WrittenList,
  nextTurn: NextTurn,
): Promise<string> {
  if (format === 'atom') return feedText([...rows], list)
  const { columns = columnsOf(list.endpoint) } = list
  const parts: string[] = []
  for (const some of stretchesOf(rows)) {
    if (parts.length > 0) await nextTurn()
    parts.push(partText(format, columns, some))
  }
  if (format === 'json') return `[${parts.join(',')}]`
  return format === 'csv' ? `${columns.join(',')}\r\n${parts.join('')}` : parts.join('')
}

/** The most rows that one stretch makes and writes. */
const rowsPerStretch = 100

function* stretchesOf(rows: Iterable<WireRow>): Generator<readonly WireRow[]> {
  let stretch: WireRow[] = []
  for (const row of rows) {
    stretch.push(row)
    if (stretch.length < rowsPerStretch) continue
    yield stretch
    stretch = []
  }
  if (stretch.length > 0) yield stretch
}

function partText(
  format: Exclude<TextFormat, 'atom'>,
  columns: readonly string[],
  rows: readonly WireRow[],
): string {
  switch (format) {
    case 'json':
      return JSON.stringify(rows).slice(1, -1)
    case 'csv':
      return csvLines(columns, rows)
    case 'ndjson':
      return ndjsonText(rows)
    default:
      throw format satisfies never
  }
}

function feedText(
  rows: readonly WireRow[],
  { endpoint: { path, feed }, query, market, settings, count, names, root }: WrittenList,
): string {
  if (feed === undefined) throw new Error(`${path} is not a feed.`)
  return atomText(rows, {
    root,
    path,
    format: feed,
    names,
    // A feed has the details in any case.
    query: { ...query, details: undefined },
    count,
    isSample: market.sample,
    settings,
    updated: instantText(market.position === 0 ? (0 as Instant) : market.at),
    nameOf: (id) => market.institutions.get(id)?.institution.name,
  })
}

/** The names of the fields of a record, in the order of the specification. */
function columnsOf({ response }: Endpoint): readonly string[] {
  const { items } = response as { readonly items?: { readonly properties?: object } }
  return Object.keys(items?.properties ?? {})
}

/** Rows as CSV (RFC 4180). The first line names the columns. */
export function csvText(columns: readonly string[], rows: readonly WireRow[]): string {
  return `${columns.join(',')}\r\n${csvLines(columns, rows)}`
}

function csvLines(columns: readonly string[], rows: readonly WireRow[]): string {
  return rows.map((row) => csvLine(columns, row)).join('')
}

/** One row as CSV. */
export function csvLine(columns: readonly string[], row: WireRow): string {
  return `${columns.map((column) => cell(row[column] ?? '')).join(',')}\r\n`
}

/** Rows as NDJSON: one JSON object a line. */
export function ndjsonText(rows: readonly WireRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

function cell(value: WireValue): string {
  const harmless = escapeFormula(valueText(value))
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
