import {
  createServer,
  METHODS,
  type RequestListener,
  STATUS_CODES,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createSecureServer, type SecureServerOptions } from 'node:http2'
import { isIP, type Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { parseWhole } from '../../domain/decimal.ts'
import type { CacheResult } from '../http/answer.ts'
import { problem, type Headers, type HttpResponse } from '../http/http-response.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { createRequestLog, type RequestOutcome } from './serve-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client; behind a trusted proxy, the one that the proxy reports. */
    clientAddress: string
  }
  interface FastifyReply {
    cacheResult: CacheResult
    /** The bytes that a stream has produced; absent for complete responses. */
    streamedBytes?: number
    /** The bytes that the server holds for the response until it is read; absent for small ones. */
    unreadBytes?: number
  }
  interface FastifyContextConfig {
    /** The path template for the log and the metrics. */
    readonly template?: string
    /** Whether the path is for load balancers and monitors: no rate limit. */
    readonly isProbe?: boolean
    /** Whether the path is a file of the web page. A browser loads many at once: no rate limit. */
    readonly isPageFile?: boolean
    /** Whether the path accepts only POST: `/mcp`. */
    readonly isPosted?: boolean
  }
}

/** A certificate chain and its key, in PEM. */
export type Certificate = { readonly cert: string | Buffer; readonly key: string | Buffer }

/** The options of Node's server and Fastify. */
export type FrameworkOptions = {
  readonly certificate: Certificate | undefined
  /** The limits that differ from the default. */
  readonly limits?: Partial<Limits>
  /** Logs every request, and errors. */
  readonly logger: FastifyBaseLogger | undefined
  /** Called for every request once it is over. */
  readonly onOutcome?: ((outcome: RequestOutcome) => void) | undefined
  /** The addresses and CIDR blocks of the proxies whose X-Forwarded-For header is trusted. */
  readonly trustProxy: readonly string[]
  /** The headers of every response. */
  readonly headers: Headers
  /** Answers a request whose target cannot be decoded. */
  readonly onBadUrl: (request: FastifyRequest, reply: FastifyReply) => void
  /** Called when the server stops listening. */
  readonly onStop: () => void
}

/** Fastify over Node's server, with every limit set and without routes. Each request has an outcome, but for those of the warm-up. */
export function createFramework(options: FrameworkOptions): FastifyInstance {
  const { certificate, logger, trustProxy } = options
  const limits = { ...defaultLimits, ...options.limits }
  const logRequest = logger && createRequestLog(logger)
  const report: Report = (outcome) => {
    logRequest?.(outcome)
    options.onOutcome?.(outcome)
  }
  const receive = (request: FastifyRequest, reply: FastifyReply): void => {
    request.clientAddress = clientAddress(request, trustProxy.length > 0)
    if (!isWarmUp(request)) reportOutcome(request, reply, report)
  }
  const lastResponses = new WeakMap<Socket, ServerResponse>()
  const app = Fastify({
    serverFactory: (handler) =>
      createNodeServer(certificate, limits, (request, response) => {
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
    frameworkErrors: (_error, request, reply) => {
      receive(request, reply)
      options.onBadUrl(request, reply)
    },
    clientErrorHandler: (error, socket) =>
      answerParserError(error, socket, lastResponses.get(socket), options.headers, report),
  })
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT')
      app.addHttpMethod(method, { hasBody: true })
  }
  app.decorateRequest('clientAddress', '')
  app.decorateReply('cacheResult', 'none')
  app.addHook('onRequest', (request, reply, next) => {
    receive(request, reply)
    next()
  })
  addGracefulClose(app, limits, options.onStop)
  return app
}

type Report = (outcome: RequestOutcome) => void

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
  headers: Headers,
  report: Report,
): void {
  // An error in the body of a request, which may have its response by then.
  const isInBody = last?.req.complete === false
  const isAnswered = isInBody && last.headersSent
  const end = (): void => {
    if (!socket.writable) return
    if (isAnswered) return void socket.end()
    const refusal = parserProblems[error.code ?? ''] ?? unreadable
    report({
      endpoint: 'other',
      method: '',
      target: '',
      status: refusal.status,
      bytes: refusal.body?.length ?? 0,
      milliseconds: 0,
      client: socket.remoteAddress ?? '',
      cache: 'none',
      isStream: false,
    })
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
  certificate: Certificate | undefined,
  limits: Limits,
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

/** The address of the client; empty if its connection is closed already. */
function clientAddress(request: FastifyRequest, trustsProxy: boolean): string {
  const { headers } = request.raw
  const forwarded = headers['x-forwarded-for']
  // Fastify reads this header for `request.ip`.
  if (trustsProxy && typeof forwarded === 'string')
    headers['x-forwarded-for'] = forwardedAddresses(forwarded)
  return request.ip ?? ''
}

/** An address with a port, as some proxies write it; IPv6 in brackets (RFC 7239, section 6). */
const withPort = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/

/**
 * The addresses of an X-Forwarded-For header without ports. Each proxy appends its client's address, so what precedes an
 * invalid element is not trustworthy and is dropped.
 */
export function forwardedAddresses(header: string): string {
  if (isIP(header) !== 0) return header
  // Empty elements of a list are ignored (RFC 9110, section 5.6.1.2).
  const elements = header
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const addresses = elements.map((text) => {
    const [, inBrackets, plain] = withPort.exec(text) ?? []
    return inBrackets ?? plain ?? text
  })
  const lastInvalid = addresses.findLastIndex((address) => isIP(address) === 0)
  return addresses.slice(lastInvalid + 1).join(', ')
}

/** The client address of warm-up requests. No connection has such an address. */
export const warmUpAddress = 'warm-up'

/** Whether the warm-up sent a request. Such requests are not logged, counted or limited. */
export function isWarmUp({ raw }: FastifyRequest): boolean {
  return raw.socket.remoteAddress === warmUpAddress
}

/** Reports a request once its response is sent or its connection is closed. */
function reportOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  report: (outcome: RequestOutcome) => void,
): void {
  reply.raw.once('close', () => {
    const length = reply.getHeader('content-length')
    report({
      endpoint: request.routeOptions.config.template ?? 'other',
      method: request.method,
      target: request.url,
      status: reply.statusCode,
      bytes:
        reply.streamedBytes ?? (request.method === 'HEAD' ? 0 : (parseWhole(String(length)) ?? 0)),
      milliseconds: reply.elapsedTime,
      client: request.clientAddress,
      cache: reply.cacheResult,
      isStream: reply.streamedBytes !== undefined,
    })
  })
}
