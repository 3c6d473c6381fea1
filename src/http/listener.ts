import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { Socket } from 'node:net'
import { answerParserError, endWith } from './client-error.ts'
import { isHttp1 } from './guard.ts'
import type { Limits } from './limits.ts'
import { problem } from './problem.ts'

/** A certificate chain and its key, in PEM. */
export type Certificate = { readonly cert: string | Buffer; readonly key: string | Buffer }

/** What takes up requests: HTTP/1.1 in the clear, or HTTP/2 and HTTP/1.1 over TLS. */
export type Listener = Server | Http2SecureServer

/** Node's server with every limit set, and its parser's errors answered. */
export function createListener(
  certificate: Certificate | undefined,
  limits: Limits,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Listener {
  const parsing = {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headTimeout,
    requestTimeout: limits.requestTimeout,
    connectionsCheckingInterval: limits.timeoutCheck,
    keepAliveTimeout: limits.keepAlive,
    insecureHTTPParser: false,
    joinDuplicateHeaders: false,
    // Answered by the guard, so that the client reads a problem and not an empty 400.
    requireHostHeader: false,
  }
  const server =
    certificate === undefined
      ? createServer(parsing, handler)
      : createSecureServer(
          {
            ...parsing,
            ...certificate,
            minVersion: 'TLSv1.2',
            allowHTTP1: true,
            settings: { maxConcurrentStreams: limits.streams, maxHeaderListSize: limits.headBytes },
            maxSessionMemory: limits.sessionMemory,
          },
          handler as never,
        )
  // Every header line is counted by the guard; Node would drop what is over its own count without a word.
  Object.assign(server, { maxHeadersCount: 0, maxRequestsPerSocket: 0 })
  server.setTimeout(limits.idleSocket)
  // Expectations are the client's to wait for: no body is read, so the answer is the same with and without.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response))
  }
  return answerParserErrors(server, limits)
}

function answerParserErrors(server: Listener, limits: Limits): Listener {
  const last = new WeakMap<object, ServerResponse>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isHttp1(request)) last.set(request.socket, response)
  })
  server.on('clientError', (error: Error, socket: Socket) => {
    answerParserError(error, socket, last.get(socket), limits)
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    if (isHttp1(request))
      endWith(socket, problem(405, 'CONNECT is not for this server; it is no proxy.'))
  })
  return server
}
