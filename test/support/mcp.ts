import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestContext } from 'node:test'

/** The structured content of a tool's result. */
export type Structured = {
  readonly as_of: string
  readonly position: number
  readonly answered_at: string
  readonly is_sample: boolean
  readonly notice: string
  readonly page: {
    readonly offset: number
    readonly returned: number
    readonly next_offset: number | null
  }
  readonly sources: readonly {
    readonly institution_id: string
    readonly source_url: string | null
    readonly own_page: boolean | null
    readonly last_verified_at: string | null
    readonly days_since_verified: number | null
    readonly is_stale: boolean | null
  }[]
  readonly stale_institutions: number
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** The generations of the protocol: `legacy` has a handshake, `auto` negotiates the stateless one. */
export const generations = ['legacy', 'auto'] as const

/** A connected client of the SDK. It is closed after the test. */
export async function connectMcp(
  t: Pick<TestContext, 'after'>,
  port: number,
  generation: (typeof generations)[number] = 'auto',
  path = '/mcp',
): Promise<Client> {
  const mcp = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: generation } },
  )
  const address = new URL(`http://127.0.0.1:${port}${path}`)
  await mcp.connect(new StreamableHTTPClientTransport(address))
  t.after(() => mcp.close())
  return mcp
}

/** Calls a tool; the result has structured content unless it is an error. */
export async function callTool(
  mcp: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<{ readonly structured?: Structured; readonly text: string; readonly isError: boolean }> {
  const result = await mcp.callTool({ name, arguments: given })
  const [first] = result.content as { text: string }[]
  return {
    text: first?.text ?? '',
    isError: result.isError === true,
    ...(result.structuredContent !== undefined && {
      structured: result.structuredContent as Structured,
    }),
  }
}

/** Posts a message to `/mcp`. */
export function posted(port: number, body: string, headers: Record<string, string> = {}) {
  return fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}

/** The JSON text of a tool call in the older generation. */
export function callText(name: string, given: object = {}, id = 1): string {
  const params = { name, arguments: given }
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })
}
