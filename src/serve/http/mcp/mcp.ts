import type { IncomingHttpHeaders } from 'node:http'
import type { McpServer } from '@modelcontextprotocol/server'
import type { Market } from '../../../book/market/market.ts'
import { hasRanges } from '../../../book/market/standing.ts'
import { currentOffers } from '../../../book/query/current-offers.ts'
import { longestGapDays } from '../../../domain/day.ts'
import { counted, quoted } from '../../../domain/text.ts'
import { about, sampleNotice } from '../docs/openapi.ts'
import { rowWarning, valueText, type ServerState, type WireRow } from '../endpoint.ts'
import { csvText, ndjsonText } from '../formats/format-text.ts'
import { isEvents, isList, isPaged } from '../formats/format.ts'
import type { HttpResponse } from '../http-response.ts'
import { termsOf } from '../schema/parameters.ts'
import { readQuery } from '../schema/read-query.ts'
import { version } from '../site.ts'
import { unknownInstitution } from '../unknown-institution.ts'
import { envelopeOf, tools, type Envelope, type Tool } from './tools.ts'

/** Answers the body of a request to `/mcp`. */
export type Mcp = (headers: IncomingHttpHeaders, body: Buffer) => Promise<HttpResponse>

/**
 * The Model Context Protocol over the endpoints, without sessions, streams or subscriptions. The first request loads the SDK
 * (docs/dependencies.md). Internal errors are passed to `report`.
 */
export function createMcp(state: () => ServerState, report: (error: unknown) => void): Mcp {
  let loading: Promise<Exchange> | undefined
  return async (headers, body) => {
    // Every valid origin is allowed, as everywhere in the API (decision 016).
    if (headers.origin !== undefined && !validOrigin.test(headers.origin))
      return mcpError(403, serverError, 'The Origin header names no origin.')
    const message = readMessage(body)
    if (message === undefined)
      return mcpError(400, parseError, 'The body is not JSON; send one message of JSON-RPC.')
    if (Array.isArray(message))
      return mcpError(
        400,
        invalidRequest,
        'The body is a batch; send each message in a request of its own.',
      )
    loading ??= loadExchange(state, report)
    const exchange = await loading
    const response = await exchange(requestOf(headers, message), message)
    const type = response.headers.get('content-type')
    return {
      status: response.status,
      headers: { 'cache-control': 'no-store', ...(type !== null && { 'content-type': type }) },
      body: Buffer.from(await response.text()),
    }
  }
}

/** Answers a message. */
type Exchange = (request: Request, body: unknown) => Promise<Response>

/** Loads the SDK. Each request gets a server of its own. */
async function loadExchange(
  state: () => ServerState,
  report: (error: unknown) => void,
): Promise<Exchange> {
  const sdk = await import('@modelcontextprotocol/server')
  const listed = tools.map((tool) => tool.listed)
  const createServer = (): McpServer => {
    const mcp = new sdk.McpServer(
      { name: 'ratebook', title: 'Ratebook', version },
      {
        capabilities: { tools: { listChanged: false } },
        instructions: instructionsOf(state()),
        cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' } },
      },
    )
    // `registerTool` would answer wrong arguments with the message of a validator (decision 016).
    mcp.server.setRequestHandler('tools/list', () => ({ tools: listed }))
    mcp.server.setRequestHandler('tools/call', async ({ params }) => {
      try {
        return await callTool(params.name, params.arguments ?? {}, state())
      } catch (error) {
        report(error)
        return failed('The server met an error that is its own; try again later.')
      }
    })
    return mcp
  }
  // No subscriptions: the list of tools never changes.
  const modern = sdk.createMcpHandler(createServer, { legacy: 'reject', maxSubscriptions: 0 })
  return async (request, parsedBody) => {
    if (!(await sdk.isLegacyRequest(request, parsedBody)))
      return modern.fetch(request, { parsedBody })
    // For the older protocol, the handler of the SDK would send an event stream; this transport sends JSON.
    const server = createServer()
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    try {
      await server.connect(transport)
      return await transport.handleRequest(request, { parsedBody })
    } finally {
      server.close().catch(report)
    }
  }
}

/** The description of the service that a model reads before its first call. */
function instructionsOf({ market }: ServerState): string {
  return [
    ...(market.sample ? [sampleNotice] : []),
    about,
    'Name the page that a figure was read from (`source_url`) and when it was last confirmed (`last_verified_at`). Say so where `is_stale` is true, and where `own_page` is false: that page is not the institution’s own.',
    'Rates are nominal percent per annum: compare them at the same tenure and payout only.',
    '`list_institutions` has the identifiers of the institutions.',
  ].join(' ')
}

/** Error codes of JSON-RPC 2.0. The first is for requests that are refused before their body is parsed. */
const [serverError, parseError, invalidRequest] = [-32_000, -32_700, -32_600]

/** A refusal of a request whose id is unknown. */
export function mcpRefusal(status: number, message: string): HttpResponse {
  return mcpError(status, serverError, message)
}

function mcpError(status: number, code: number, message: string): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })),
  }
}

const validOrigin = /^(?:null|[a-z][a-z\d+.-]*:\/\/[\w.:[\]%-]+)$/i
const utf8 = new TextDecoder('utf-8', { fatal: true })

function readMessage(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body)) as unknown
  } catch {
    return undefined
  }
}

/** The request for the SDK. Clients get JSON whatever they accept, so `accept` is fixed. */
function requestOf(received: IncomingHttpHeaders, message: unknown): Request {
  const headers = new Headers({ accept: 'application/json, text/event-stream' })
  for (const [name, value] of Object.entries(received)) {
    if (name === 'content-type' || name.startsWith('mcp-')) headers.set(name, String(value))
  }
  // `initialize` negotiates the version in its body; the SDK would refuse it for the header of a newer protocol.
  if ((message as { method?: unknown } | null)?.method === 'initialize')
    headers.delete('mcp-protocol-version')
  return new Request('http://ratebook.invalid/mcp', { method: 'POST', headers })
}

/** The result of a tool call, as MCP defines it. */
type ToolResult = {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
}

/** Answers a tool call from one snapshot of the market. An invalid call gets an error result that the model can act on. */
async function callTool(
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
  const { changeDetails } = tool
  // Only rows with details have the times that warnings are made from.
  const query = changeDetails.length > 0 ? { ...read.query, details: true } : read.query
  const found = await pageOf(tool, { ...read, query }, state)
  if ('wrong' in found) return failed(found.wrong)
  const rows =
    read.query['details'] === true
      ? found.rows
      : found.rows.map((row) => withoutFields(row, changeDetails))
  const envelope = envelopeOf(state, institutionsOf(rows, read, state), found.page)
  const warnings = changeDetails.length > 0 ? found.rows.map(rowWarning) : []
  const warned = warnings.filter((warning) => warning !== '').length
  if (warned > 0) envelope.notice = `${envelope.notice} ${gapNotice(warned)}`
  const listed =
    warned === 0 ? rows : rows.map((row, index) => ({ ...row, warning: warnings[index] ?? '' }))
  return {
    content: [{ type: 'text', text: textOf(tool, envelope, listed) }],
    structuredContent: { ...envelope, rows },
  }
}

function withoutFields(row: WireRow, names: readonly string[]): WireRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
}

function gapNotice(count: number): string {
  const [rows, their] = count === 1 ? ['row', 'its'] : ['rows', 'their']
  return `Warning for ${count} ${rows}: ${their} previous rate was last seen more than ${longestGapDays} days before the new one was read (\`details\` says when), so nobody knows when it moved, or how often. Say so with the figures.`
}

/** An error result; the text says what to do next. */
function failed(text: string): ToolResult {
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

/** The arguments of a tool call: the query of the endpoint, the identifier in its path, and the page. */
export type ToolArguments = {
  readonly query: Readonly<Record<string, unknown>>
  readonly id: string
  /** The institution that is asked for; empty if none is. */
  readonly institutionId: string
  readonly limit: number
  readonly offset: number
}

/** Reads the arguments of a tool call. Reports every wrong one, and says what to do next. */
function readArguments(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  market: Market,
): ToolArguments | { readonly wrong: string } {
  const again = `Correct that and call ${tool.name} again.`
  const names = Object.keys(tool.query.properties)
  const isWithRanges = market.institutions.values().some(({ standing }) => hasRanges(standing))
  // Without its upper bound, a range of tenures would look like one tenure.
  const raw: Record<string, string> =
    names.includes('details') && isWithRanges ? { details: 'true' } : {}
  const wrong: string[] = []
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) {
      wrong.push(`${tool.name} has no argument ${quoted(name)}; it has ${names.join(', ')}.`)
    } else if (isNumberForId(tool, name, value)) {
      wrong.push(`${name} must be a text, in quotes, such as "p57-10".`)
    } else if (['string', 'number', 'boolean'].includes(typeof value)) raw[name] = String(value)
    // Models write null for arguments that they leave out.
    else if (value !== null) wrong.push(`${name} must be one value, no list and no object.`)
  }
  const read = readQuery(tool.query, raw)
  if ('errors' in read) wrong.push(...read.errors.map(({ message }) => message))
  if ('errors' in read || wrong.length > 0) return { wrong: `${wrong.join(' ')} ${again}` }
  const { limit = 1, offset = 0, ...query } = read.query as Record<string, unknown>
  const { institution_id: institutionId = '' } = query as Record<string, string>
  if (institutionId !== '' && !market.institutions.has(institutionId)) {
    return {
      wrong: `${unknownInstitution(institutionId, market)} Call list_institutions for the identifiers, with active_only false for inactive ones too.`,
    }
  }
  const { pathName } = tool
  const id = pathName === undefined ? '' : String(query[pathName])
  return { query, id, institutionId, limit: limit as number, offset: offset as number }
}

/** Earlier ids look like numbers, and the number 57.10 is 57.1, another one. A position is a whole number. */
function isNumberForId({ pathName }: Tool, name: string, value: unknown): boolean {
  if (typeof value !== 'number') return false
  return name === pathName || (name === 'after' && !Number.isInteger(value))
}
