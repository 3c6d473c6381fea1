import { currentOffers } from '../../query/current-offers.ts'
import type { View } from '../answer.ts'
import { csvText, type TableRow } from '../formats/table-text.ts'
import type { Body } from '../message/body.ts'
import { bytesOf } from '../message/payload.ts'
import { envelopeOf, type Envelope } from './envelope.ts'
import { movesOf } from './moves.ts'
import { readArguments, type Asked } from './read-arguments.ts'
import type { Tool } from './tools.ts'

/** What comes of a call, in the words of MCP. */
export type ToolResult = {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
}

/** Answers a call from one view of the market. What is wrong with it is a result as well, which the model reads and acts on. */
export function callTool(
  tools: readonly Tool[],
  {
    name,
    arguments: given = {},
  }: { name: string; arguments?: Record<string, unknown> | undefined },
  view: View,
): ToolResult {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined) {
    const names = tools.map((one) => one.name).join(', ')
    return failed(`There is no tool ${JSON.stringify(name.slice(0, 80))}; there are ${names}.`)
  }
  const asked = readArguments(tool, given, view.market)
  if ('wrong' in asked) return failed(asked.wrong)
  const { rows, hasMore } = pageOf(tool, asked, view)
  const returned = rows.length
  const around = envelopeOf(view, idsOf(rows, asked, view), { ...asked, returned, hasMore })
  return {
    content: [{ type: 'text', text: textOf(tool, around, rows) }],
    structuredContent: { ...around, rows },
  }
}

/** A result that says what to do next. */
export function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

type Page = { readonly rows: readonly TableRow[]; readonly hasMore: boolean }

function pageOf({ endpoint, isDaily }: Tool, asked: Asked, view: View): Page {
  const { query, id, limit, offset } = asked
  if (isDaily) return cut(movesOf(view, query), asked)
  const answer = endpoint.answer({ ...view, query: { ...query, limit: Infinity }, id })
  switch (answer.kind) {
    case 'found':
      return cut(rowsOf(answer.body), asked)
    case 'list': {
      const rows = rowsOf(answer.page({ limit, offset }))
      return { rows, hasMore: offset + rows.length < answer.count }
    }
    case 'not-found':
    case 'unavailable':
      throw new Error(`${endpoint.path}: ${answer.detail}`)
    default:
      throw answer satisfies never
  }
}

function rowsOf(body: Body): readonly TableRow[] {
  return JSON.parse(bytesOf(body.payload()).toString()) as readonly TableRow[]
}

function cut(rows: readonly TableRow[], { limit, offset }: Asked): Page {
  return { rows: rows.slice(offset, offset + limit), hasMore: rows.length > offset + limit }
}

/** The institutions that rows are of: those that they name, and of figures those whose offers they measure. */
function idsOf(rows: readonly TableRow[], { query, id }: Asked, view: View): Iterable<string> {
  if (id !== '') return [id]
  const [first] = rows
  if (first === undefined) return []
  const key = 'institution_id' in first ? 'institution_id' : 'id'
  if (key in first) return rows.map((row) => String(row[key]))
  return currentOffers(view.market, {
    type: query['type'],
    variant: query['variant'],
    tenure: query['tenure_months'],
    payout: query['payout_type'],
  } as Parameters<typeof currentOffers>[1]).map(({ institution }) => institution.id)
}

/** The same for hosts that hand nothing but text to their model: in CSV, which is less than half of it in JSON. */
function textOf({ listed }: Tool, around: Envelope, rows: readonly TableRow[]): string {
  const { as_of, position, notice, page, sources, stale_institutions: stale } = around
  const more =
    page.next_offset === null
      ? ''
      : ` More follow: call ${listed.name} again with offset ${page.next_offset}.`
  const head = `${listed.title}: ${rows.length} rows.${more} As of ${as_of}, position ${position} of the book. ${notice}`
  if (rows.length === 0) {
    const next = page.offset > 0 ? 'begin with offset 0' : 'leave out a filter, or change it'
    return `${head} Nothing matches; ${next}.`
  }
  const fresh = `Sources (${stale} of ${sources.length} may be out of date):`
  const [table, from] = [rows, sources].map((list) => csvText(Object.keys(list[0] ?? {}), list))
  return [head, table, fresh, from].join('\n').replaceAll('\r\n', '\n')
}
