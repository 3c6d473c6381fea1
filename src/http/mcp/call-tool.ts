import { currentOffers } from '../../query/current-offers.ts'
import type { ServerState, WireRow } from '../endpoint.ts'
import { csvText } from '../formats/table-text.ts'
import { termsOf } from '../schema/terms.ts'
import { envelopeOf, type Envelope } from './envelope.ts'
import { readArguments, type ToolArguments } from './read-arguments.ts'
import { periodRows } from './period-rows.ts'
import type { Tool } from './tools.ts'

/** The result of a tool call, as MCP defines it. */
export type ToolResult = {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
}

/** Answers a tool call from one snapshot of the market. An invalid call gets an error result that the model can act on. */
export function callTool(
  tools: readonly Tool[],
  {
    name,
    arguments: given = {},
  }: { name: string; arguments?: Record<string, unknown> | undefined },
  state: ServerState,
): ToolResult {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) {
    const names = tools.map((one) => one.name).join(', ')
    return failed(`There is no tool ${JSON.stringify(name.slice(0, 80))}; there are ${names}.`)
  }
  const read = readArguments(tool, given, state.market)
  if ('wrong' in read) return failed(read.wrong)
  const { rows, hasMore } = toolPage(tool, read, state)
  const returned = rows.length
  const envelope = envelopeOf(state, idsOf(rows, read, state), { ...read, returned, hasMore })
  return {
    content: [{ type: 'text', text: textOf(tool, envelope, rows) }],
    structuredContent: { ...envelope, rows },
  }
}

/** An error result; the text says what to do next. */
export function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

type ToolPage = { readonly rows: readonly WireRow[]; readonly hasMore: boolean }

function toolPage({ endpoint, isDaily }: Tool, read: ToolArguments, state: ServerState): ToolPage {
  const { query, id, limit, offset } = read
  if (isDaily) return cut(periodRows(state, query), read)
  // A list without pages may still have a `limit`; the tool cuts its own page.
  const page = endpoint.isPaged === true ? { limit, offset } : { limit: Infinity }
  const result = endpoint.answer({ ...state, query: { ...query, ...page }, id })
  switch (result.kind) {
    case 'list': {
      const rows = result.rows()
      if (result.count === undefined) return cut(rows, read)
      return { rows, hasMore: offset + rows.length < result.count }
    }
    case 'status':
      throw new Error(`${endpoint.path} is no list.`)
    case 'not-found':
    case 'unavailable':
      throw new Error(`${endpoint.path}: ${result.detail}`)
    case 'invalid':
      throw new Error('XX')
    default:
      throw result satisfies never
  }
}

function cut(rows: readonly WireRow[], { limit, offset }: ToolArguments): ToolPage {
  return { rows: rows.slice(offset, offset + limit), hasMore: rows.length > offset + limit }
}

/** The institutions that the rows name. Rows of a summary name none; then the institutions whose offers they summarise. */
function idsOf(
  rows: readonly WireRow[],
  { query, id }: ToolArguments,
  { market }: ServerState,
): Iterable<string> {
  if (id !== '') return [id]
  const [first] = rows
  if (first === undefined) return []
  const key = 'institution_id' in first ? 'institution_id' : 'id'
  if (key in first) return rows.map((row) => String(row[key]))
  return currentOffers(market, termsOf(query)).map(({ institution }) => institution.id)
}

/** The result as text, for hosts that pass only text to the model. CSV is much shorter than JSON. */
function textOf({ listed }: Tool, envelope: Envelope, rows: readonly WireRow[]): string {
  const { as_of, position, notice, page, sources, stale_institutions: stale } = envelope
  const more =
    page.next_offset === null
      ? ''
      : ` More follow: call ${listed.name} again with offset ${page.next_offset}.`
  const head = `${listed.title}: ${rows.length} rows.${more} As of ${as_of}, position ${position} of the book. ${notice}`
  if (rows.length === 0) {
    const next = page.offset > 0 ? 'begin with offset 0' : 'leave out a filter, or change it'
    return `${head} Nothing matches; ${next}.`
  }
  const sourcesTitle = `Sources (${stale} of ${sources.length} may be out of date):`
  const [table, sourceTable] = [rows, sources].map((list) =>
    csvText(Object.keys(list[0] ?? {}), list),
  )
  return [head, table, sourcesTitle, sourceTable].join('\n').replaceAll('\r\n', '\n')
}
