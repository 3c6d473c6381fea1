import {
  createServer,
  METHODS,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createSecureServer, type SecureServerOptions } from 'node:http2'
import type { Socket } from 'node:net'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Headers, HttpResponse } from '../http/headers.ts'
import { problem } from '../http/problems.ts'
import type { Limits } from './limits.ts'

/** A certificate chain and its key, in PEM. */
export type Certificate = { readonly cert: string | Buffer; readonly key: string | Buffer }

/** The options of Node's server and Fastify. */
export type FrameworkOptions = {
  readonly certificate: Certificate | undefined
  readonly limits: Limits
  readonly logger: FastifyBaseLogger | undefined
  /** The addresses and CIDR blocks of the proxies whose X-Forwarded-For header is trusted. */
  readonly trustProxy: readonly string[]
  /** The headers of every response. */
  readonly headers: Headers
  /** Answers a request whose target cannot be decoded. */
  readonly onBadUrl: (request: FastifyRequest, reply: FastifyReply) => void
  /** Called when the server stops listening. */
  readonly onStop: () => void
  /** Called for requests that Node's parser refuses, which never reach Fastify. */
  readonly onRefused: (client: string, response: HttpResponse) => void
}

/** Fastify over Node's server, with every limit set and without routes. */
export function createFramework(options: FrameworkOptions): FastifyInstance {
  const { limits, logger, trustProxy } = options
  const lastResponses = new WeakMap<Socket, ServerResponse>()
  const app = Fastify({
    serverFactory: (handler) =>
      createNodeServer(options, (request, response) => {
        lastResponses.set(request.socket, response)
        handler(request, response)
      }),
    bodyLimit: limits.bodyBytes,
    ...(trustProxy.length > 0 && { trustProxy: [...trustProxy] }),
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // `checkRequest` limits the length of the target, and so of identifiers.
    routerOptions: { maxParamLength: limits.headBytes },
    frameworkErrors: (_error, request, reply) => options.onBadUrl(request, reply),
    clientErrorHandler: (error, socket) =>
      answerParserError(error, socket, lastResponses.get(socket), options),
  })
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT')
      app.addHttpMethod(method, { hasBody: true })
  }
  addGracefulClose(app, limits, options.onStop)
  return app
}

/** The answers to what Node's parser refuses, by the code of its error. */
const parserProblems: Readonly<Record<string, HttpResponse>> = {
  HPE_HEADER_OVERFLOW: problem(431, 'The head of the request is too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: problem(408, 'The request took too long to arrive.'),
}
const unreadable = problem(400, 'The request is not HTTP that can be read.')

/**
 * Answers an error of Node's parser, and closes the connection. The answer waits for the response to the request before it, so
 * that the client does not mistake it for that. There is no response object, so it is written as text.
 */
function answerParserError(
  error: Error & { readonly code?: string },
  socket: Socket,
  last: ServerResponse | undefined,
  { headers, onRefused }: FrameworkOptions,
): void {
  // An error in the body of a request, which may have its response by then.
  const isInBody = last?.req.complete === false
  const isAnswered = isInBody && last.headersSent
  const end = (): void => {
    if (!socket.writable) return
    if (isAnswered) return void socket.end()
    const refusal = parserProblems[error.code ?? ''] ?? unreadable
    onRefused(socket.remoteAddress ?? '', refusal)
    socket.end(textOf(refusal, headers))
  }
  const isOpen = last !== undefined && !last.writableFinished && !last.destroyed
  if (isOpen && (isAnswered || !isInBody)) last.once('close', end)
  else end()
}

function textOf(refusal: HttpResponse, serverHeaders: Headers): string {
  const { status, body = Buffer.alloc(0) } = refusal
  const framing = { 'content-length': String(body.length), connection: 'close' }
  const headers = Object.entries({ ...serverHeaders, ...refusal.headers, ...framing })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body.toString()}`
}

function createNodeServer(
  { certificate, limits }: FrameworkOptions,
  listener: RequestListener,
): Server {
  // Fastify types the server by its protocol; the code uses only what both share.
  const server =
    certificate === undefined
      ? createServer(clearTextOptions(limits), listener)
      : (createSecureServer(
          tlsOptions(certificate, limits),
          listener as never,
        ) as unknown as Server)
  // `checkRequest` counts the header lines: Node drops those over its own limit without an error.
  server.maxHeadersCount = 0
  server.maxConnections = limits.connections
  server.setTimeout(limits.idleSocket)
  // No path waits for an expectation, so the answer is the same with and without.
  server.on('checkExpectation', listener)
  return server
}

/** The options of Node's server in clear text: HTTP/1.1 and HTTP/1.0. */
function clearTextOptions(limits: Limits): ServerOptions {
  return {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headTimeout,
    requestTimeout: limits.requestTimeout,
    connectionsCheckingInterval: limits.timeoutCheck,
    keepAliveTimeout: limits.keepAlive,
    // `checkRequest` refuses requests without a Host header with a problem document.
    requireHostHeader: false,
  }
}

/** The options of Node's server over TLS: HTTP/2 and HTTP/1.1. */
function tlsOptions(certificate: Certificate, limits: Limits): SecureServerOptions {
  return {
    ...clearTextOptions(limits),
    ...certificate,
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.handshake,
    allowHTTP1: true,
    // More than `checkRequest` accepts, so that a client over the limit gets a response.
    maxHeaderListPairs: limits.http2HeaderLines,
    settings: { maxConcurrentStreams: limits.streams, maxHeaderListSize: limits.http2HeadBytes },
    maxSessionMemory: limits.sessionMemory,
  }
}

/**
 * Makes `app.close()` wait for clients. It stops listening, closes idle connections, ends the streams with `onStop`, and destroys
 * the connections that are open after `stop` milliseconds.
 */
function addGracefulClose(app: FastifyInstance, { stop }: Limits, onStop: () => void): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    onStop()
    const destroyAll = (): void => {
      for (const socket of sockets) socket.destroy()
    }
    setTimeout(destroyAll, stop).unref()
  })
}
