import { counted, quoted } from '../../../domain/text.ts'
import { longestGapDays } from '../../../domain/day.ts'
import { currentOffers } from '../../../book/query/current-offers.ts'
import { valueText, type ServerState, type WireRow } from '../endpoint.ts'
import { csvText, ndjsonText } from '../formats/format-text.ts'
import { isEvents, isList, isPaged } from '../formats/format.ts'
import { rowWarning } from '../row-warning.ts'
import { termsOf } from '../schema/parameters.ts'
import { envelopeOf, type Envelope } from './envelope.ts'
import { readArguments, type ToolArguments } from './tool-arguments.ts'
import { tools, type Tool } from './tools.ts'

/** The result of a tool call, as MCP defines it. */
type ToolResult = {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
}

/** Answers a tool call from one snapshot of the market. An invalid call gets an error result that the model can act on. */
export async function callTool(
  name: string,
  given: Readonly<Record<string, unknown>>,
  state: ServerState,
): Promise<ToolResult> {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) {
    const names = tools.map((one) => one.name).join(', ')
    return failed(`There is no tool ${quoted(name)}; there are ${names}.`)
  }
  const read = readArguments(tool, given, state.market)
  if ('wrong' in read) return failed(read.wrong)
  const found = await pageOf(tool, read, state)
  if ('wrong' in found) return failed(found.wrong)
  const { rows, page } = found
  const envelope = envelopeOf(state, institutionsOf(rows, read, state), page)
  const warnings = await gapWarnings(tool, read, state)
  const warned = warnings.filter((warning) => warning !== '').length
  if (warned > 0) envelope.notice = `${envelope.notice} ${gapNotice(warned)}`
  const listed =
    warned === 0 ? rows : rows.map((row, index) => ({ ...row, warning: warnings[index] ?? '' }))
  return {
    content: [{ type: 'text', text: textOf(tool, envelope, listed) }],
    structuredContent: { ...envelope, rows },
  }
}

/** The warning of each row of a list of changes, which only rows with details have the times for; none for other tools. */
async function gapWarnings(
  tool: Tool,
  read: ToolArguments,
  state: ServerState,
): Promise<readonly string[]> {
  if (!tool.showsChanges) return []
  const query = { ...read.query, details: true }
  const found = await pageOf(tool, { ...read, query }, state)
  return 'rows' in found ? found.rows.map(rowWarning) : []
}

function gapNotice(count: number): string {
  const [rows, their] = count === 1 ? ['row', 'its'] : ['rows', 'their']
  return `Warning for ${count} ${rows}: ${their} previous rate was last seen more than ${longestGapDays} days before the new one was read (\`details\` says when), so nobody knows when it moved, or how often. Say so with the figures.`
}

/** An error result; the text says what to do next. */
export function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

type ToolPage = { readonly rows: readonly WireRow[]; readonly page: Envelope['page'] }

/** The rows that the endpoint answers with, and their place in the list. */
async function pageOf(
  { endpoint }: Tool,
  { query, id, limit, offset }: ToolArguments,
  state: ServerState,
): Promise<ToolPage | { readonly wrong: string }> {
  // A list without pages may still have a `limit`; the tool cuts its own page.
  const isCut = !isPaged(endpoint) && !isEvents(endpoint)
  const page = isCut ? { limit: Infinity } : { limit, offset }
  const result = await endpoint.answer({ ...state, query: { ...query, ...page }, id })
  switch (result.kind) {
    case 'list': {
      const all = [...result.rows]
      const { count = all.length, reached } = result
      if (reached !== undefined) {
        const next = reached.hasMore ? reached.id : null
        return { rows: all, page: { returned: all.length, next_after: next } }
      }
      return offsetPage(isCut ? all.slice(offset, offset + limit) : all, offset, count)
    }
    case 'record':
      return offsetPage([result.value], 0, 1)
    case 'status':
    case 'text':
    case 'log':
      throw new Error(`${endpoint.path} is not a tool.`)
    case 'not-found':
    case 'unavailable':
      return { wrong: result.detail }
    case 'invalid':
      return { wrong: result.errors.map(({ message }) => message).join(' ') }
    default:
      throw result satisfies never
  }
}

function offsetPage(rows: readonly WireRow[], offset: number, count: number): ToolPage {
  const end = offset + rows.length
  return {
    rows,
    page: { offset, returned: rows.length, next_offset: end < count ? end : null },
  }
}

/** The institutions that the rows name. Rows of a summary name none; then the institutions whose offers they summarise. */
function institutionsOf(
  rows: readonly WireRow[],
  { query, institutionId }: ToolArguments,
  { market }: ServerState,
): Iterable<string> {
  if (institutionId !== '') return [institutionId]
  const [first] = rows
  if (first === undefined) return []
  const key = 'institution_id' in first ? 'institution_id' : 'id'
  if (key in first) return rows.map((row) => valueText(row[key]))
  return currentOffers(market, termsOf(query)).map(({ institution }) => institution.id)
}

/** The result as text, for hosts that pass only text to the model. CSV is much shorter than JSON, which events and receipts need. */
function textOf({ listed, endpoint }: Tool, envelope: Envelope, rows: readonly WireRow[]): string {
  const { as_of, position, notice, page, sources, stale_institutions: stale } = envelope
  const next = 'next_after' in page ? page.next_after : page.next_offset
  const argument = 'next_after' in page ? 'after' : 'offset'
  const more =
    next === null ? '' : ` More follow: call ${listed.name} again with ${argument} ${next}.`
  const head = `${listed.title}: ${counted(rows.length, 'row')}.${more} As of ${as_of}, position ${position} of the book. ${notice}`
  if (rows.length === 0) {
    const isBeyondEnd = 'offset' in page && page.offset > 0
    const advice = isBeyondEnd ? 'begin with offset 0' : 'leave out a filter, or change it'
    return `${head} Nothing matches; ${advice}.`
  }
  const sourcesTitle = `Sources (${stale} of ${sources.length} may be out of date). The times are those of the oldest offer of each institution, and the days are counted until now:`
  const isNested = isEvents(endpoint) || !isList(endpoint)
  const table = isNested ? ndjsonText(rows) : tableText(rows)
  return [head, table, sourcesTitle, tableText(sources)].join('\n')
}

function tableText(rows: readonly WireRow[]): string {
  return csvText(Object.keys(rows[0] ?? {}), rows).replaceAll('\r\n', '\n')
}
