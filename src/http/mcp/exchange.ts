import type { McpServer } from '@modelcontextprotocol/server'

type Sdk = typeof import('@modelcontextprotocol/server')

/** Answers the body of a request: one message, or a batch (protocol of March 2025). */
export type Exchange = (request: Request, body: unknown) => Promise<Response>

/**
 * Creates one MCP server for each request, for both generations of the protocol. For the older one, the SDK's own handler
 * would send an event stream; this one sends JSON.
 */
export function createExchange(
  sdk: Sdk,
  serverOf: () => McpServer,
  report: (error: unknown) => void,
): Exchange {
  // No subscriptions: the list of tools never changes.
  const modern = sdk.createMcpHandler(serverOf, { legacy: 'reject', maxSubscriptions: 0 })
  return async (request, body) => {
    if (!(await sdk.isLegacyRequest(request, body)))
      return modern.fetch(request, { parsedBody: body })
    const server = serverOf()
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    try {
      await server.connect(transport)
      return await transport.handleRequest(request, { parsedBody: body })
    } finally {
      server.close().catch(report)
    }
  }
}
