import type { IncomingHttpHeaders } from 'node:http'
import type { View } from '../answer.ts'
import { version } from '../docs/version.ts'
import { endpoints } from '../endpoints.ts'
import { textPayload } from '../message/payload.ts'
import type { Reply } from '../message/reply.ts'
import type { Limits } from '../server/limits.ts'
import { callTool, failed } from './call-tool.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { instructionsOf } from './instructions.ts'
import { toolsOf } from './tools.ts'

/** Answers the body of a request to `/mcp`. */
export type Mcp = (headers: IncomingHttpHeaders, body: Buffer) => Promise<Reply>

/**
 * The Model Context Protocol over the endpoints. No request leaves anything behind: there are no sessions, no streams and no
 * subscriptions. The SDK is loaded when the first request comes (docs/dependencies.md); `report` is told of errors that are ours.
 */
export function createMcp(
  view: () => View,
  { batch }: Limits,
  report: (error: unknown) => void,
  bring: Bring = () => import('@modelcontextprotocol/server'),
): Mcp {
  let loaded: Promise<Exchange> | undefined
  return async (headers, body) => {
    const refusal = refuseOrigin(headers.origin)
    if (refusal !== undefined) return refusal
    const message = readMessage(body)
    if (message === undefined) {
      return mcpError(400, parseError, 'The body is no JSON; send one message of JSON-RPC.')
    }
    if (Array.isArray(message) && message.length > batch) {
      return mcpError(400, invalidRequest, `A body has ${batch} messages at the most.`)
    }
    // Not for good: a file that could not be opened today is there tomorrow.
    loaded ??= load(bring, view, report).catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    const exchange = await loaded
    return replyOf(await exchange(requestOf(headers), message))
  }
}

/** What brings the SDK. */
type Bring = () => Promise<typeof import('@modelcontextprotocol/server')>

async function load(
  bring: Bring,
  view: () => View,
  report: (error: unknown) => void,
): Promise<Exchange> {
  const sdk = await bring()
  const about = { name: 'ratebook', title: 'Ratebook', version }
  const tools = toolsOf(endpoints)
  const listed = tools.map((tool) => tool.listed)
  const serverOf = () => {
    const mcp = new sdk.McpServer(about, {
      capabilities: { tools: { listChanged: false } },
      instructions: instructionsOf(view().market),
      cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' } },
    })
    // By hand: the schemas of tools that are registered are compiled anew for each request.
    mcp.server.setRequestHandler('tools/list', () => ({ tools: [...listed] }))
    mcp.server.setRequestHandler('tools/call', ({ params }) => {
      try {
        return callTool(tools, params, view())
      } catch (error) {
        report(error)
        return failed('The server met an error that is its own; try again later.')
      }
    })
    return mcp
  }
  return createExchange(sdk, serverOf, report)
}

/** Codes of errors in JSON-RPC 2.0; the first is for what HTTP refuses. */
const [serverError, parseError, invalidRequest] = [-32_000, -32_700, -32_600]

/** An error of a request that could not be read as far as to know its id. */
export function mcpRefusal(status: number, message: string): Reply {
  return mcpError(status, serverError, message)
}

function mcpError(status: number, code: number, message: string): Reply {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: textPayload(body),
  }
}

/** Every page may ask here, for it may read the rest too; what is no origin is refused (decision 016). */
function refuseOrigin(origin: string | undefined): Reply | undefined {
  if (origin === undefined || /^(?:null|[a-z][a-z\d+.-]*:\/\/[\w.:[\]%-]+)$/i.test(origin))
    return undefined
  return mcpRefusal(403, 'The Origin header names no origin.')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** What a body says; of several messages those that ask, since a server that remembers nothing has nothing to be notified of. */
function readMessage(body: Buffer): unknown {
  try {
    const message = JSON.parse(utf8.decode(body)) as unknown
    if (!Array.isArray(message)) return message
    const asking = message.filter((one) => isObject(one) && 'method' in one && 'id' in one)
    return asking.length === 0 ? message : asking
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What the SDK reads of a request. That the client accepts what it gets is assumed: what it does not, it gets in JSON. */
function requestOf(given: IncomingHttpHeaders): Request {
  const headers = new Headers({ accept: 'application/json, text/event-stream' })
  for (const [name, value] of Object.entries(given)) {
    if (name === 'content-type' || name.startsWith('mcp-')) headers.set(name, String(value))
  }
  return new Request('http://ratebook.invalid/mcp', { method: 'POST', headers })
}

async function replyOf(response: Response): Promise<Reply> {
  const { status } = response
  const type = response.headers.get('content-type')
  return {
    status,
    headers: { 'cache-control': 'no-store', ...(type !== null && { 'content-type': type }) },
    body: textPayload(await response.text()),
  }
}
