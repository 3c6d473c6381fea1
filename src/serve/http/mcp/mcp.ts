import type { IncomingHttpHeaders } from 'node:http'
import type { McpServer } from '@modelcontextprotocol/server'
import { about, sampleNotice } from '../docs/openapi.ts'
import type { ServerState } from '../endpoint.ts'
import type { HttpResponse } from '../headers.ts'
import { version } from '../version.ts'
import { callTool, failed } from './call-tool.ts'
import { tools } from './tools.ts'

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
