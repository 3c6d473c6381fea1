import type { IncomingHttpHeaders } from 'node:http'
import { version } from '../version.ts'
import type { ServerState } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import type { HttpResponse } from '../http-response.ts'
import type { Limits } from '../../server/limits.ts'
import type { Source } from '../source.ts'
import { callTool, failed } from './call-tool.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { instructionsOf } from './instructions.ts'
import { toolsOf } from './tools.ts'

/** Answers the body of a request to `/mcp`. */
export type Mcp = (headers: IncomingHttpHeaders, body: Buffer) => Promise<HttpResponse>

/**
 * The Model Context Protocol over the endpoints, without sessions, streams or subscriptions. The first request loads the SDK
 * (docs/dependencies.md). Internal errors are passed to `report`.
 */
export function createMcp(
  state: () => ServerState,
  readEntry: Source['readEntry'],
  { batch }: Limits,
  report: (error: unknown) => void,
  importSdk: ImportSdk = () => import('@modelcontextprotocol/server'),
): Mcp {
  let loaded: Promise<Exchange> | undefined
  return async (headers, body) => {
    const refusal = refuseOrigin(headers.origin)
    if (refusal !== undefined) return refusal
    const message = readMessage(body)
    if (message === undefined) {
      return mcpError(400, parseError, 'The body is not JSON; send one message of JSON-RPC.')
    }
    if (Array.isArray(message) && message.length > batch) {
      return mcpError(400, invalidRequest, `A body has ${batch} messages at the most.`)
    }
    // A failed import is retried with the next request.
    loaded ??= load(importSdk, state, readEntry, report).catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    const exchange = await loaded
    return replyOf(await exchange(requestOf(headers), message))
  }
}

/** Imports the SDK. */
type ImportSdk = () => Promise<typeof import('@modelcontextprotocol/server')>

async function load(
  importSdk: ImportSdk,
  state: () => ServerState,
  readEntry: Source['readEntry'],
  report: (error: unknown) => void,
): Promise<Exchange> {
  const sdk = await importSdk()
  const about = { name: 'ratebook', title: 'Ratebook', version }
  const tools = toolsOf(endpoints)
  const listed = tools.map((tool) => tool.listed)
  const serverOf = () => {
    const mcp = new sdk.McpServer(about, {
      capabilities: { tools: { listChanged: false } },
      instructions: instructionsOf(state().market),
      cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' } },
    })
    // `registerTool` would compile the schemas again for each request.
    mcp.server.setRequestHandler('tools/list', () => ({ tools: [...listed] }))
    mcp.server.setRequestHandler('tools/call', async ({ params }) => {
      try {
        return await callTool(tools, params, state(), readEntry)
      } catch (error) {
        report(error)
        return failed('The server met an error that is its own; try again later.')
      }
    })
    return mcp
  }
  return createExchange(sdk, serverOf, report)
}

/** Error codes of JSON-RPC 2.0. The first is for requests that are refused before their body is parsed. */
const [serverError, parseError, invalidRequest] = [-32_000, -32_700, -32_600]

/** A refusal of a request whose id is unknown. */
export function mcpRefusal(status: number, message: string): HttpResponse {
  return mcpError(status, serverError, message)
}

function mcpError(status: number, code: number, message: string): HttpResponse {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: Buffer.from(body),
  }
}

/** Refuses an invalid origin. Every valid one is allowed, as everywhere in the API (decision 016). */
function refuseOrigin(origin: string | undefined): HttpResponse | undefined {
  if (origin === undefined || /^(?:null|[a-z][a-z\d+.-]*:\/\/[\w.:[\]%-]+)$/i.test(origin))
    return undefined
  return mcpRefusal(403, 'The Origin header names no origin.')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a body. Drops notifications from a batch, because a stateless server does not use them. */
function readMessage(body: Buffer): unknown {
  try {
    const message = JSON.parse(utf8.decode(body)) as unknown
    if (!Array.isArray(message)) return message
    const requests = message.filter((one) => isObject(one) && 'method' in one && 'id' in one)
    return requests.length === 0 ? message : requests
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The request for the SDK. Clients get JSON whatever they accept, so `accept` is fixed. */
function requestOf(received: IncomingHttpHeaders): Request {
  const headers = new Headers({ accept: 'application/json, text/event-stream' })
  for (const [name, value] of Object.entries(received)) {
    if (name === 'content-type' || name.startsWith('mcp-')) headers.set(name, String(value))
  }
  return new Request('http://ratebook.invalid/mcp', { method: 'POST', headers })
}

async function replyOf(response: Response): Promise<HttpResponse> {
  const { status } = response
  const type = response.headers.get('content-type')
  return {
    status,
    headers: { 'cache-control': 'no-store', ...(type !== null && { 'content-type': type }) },
    body: Buffer.from(await response.text()),
  }
}
