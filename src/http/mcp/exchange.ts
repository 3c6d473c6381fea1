import type { McpServer } from '@modelcontextprotocol/server'

type Sdk = typeof import('@modelcontextprotocol/server')

/** Answers one message, or several of the protocol of March 2025, that came as the body of a request. */
export type Exchange = (request: Request, body: unknown) => Promise<Response>

/**
 * One server for each request, in both generations of the protocol, which the SDK tells apart. The SDK's own way to answer the
 * older one sends a stream of events; this one sends JSON, and is otherwise the same.
 */
export function createExchange(
  sdk: Sdk,
  serverOf: () => McpServer,
  report: (error: unknown) => void,
): Exchange {
  // A subscription would hold a connection open to say nothing: the tools never change.
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
