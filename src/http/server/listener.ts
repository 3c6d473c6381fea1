import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { unread, type Observe } from '../message/observation.ts'
import { bytesOf } from '../message/payload.ts'
import { problem } from '../message/problem.ts'
import { ownHeaders, strictTransport } from '../message/reply.ts'
import { endWith, parserProblem, type Ending } from './client-error.ts'
import { isHttp1 } from './guard.ts'
import { inSteps } from './in-steps.ts'
import type { Limits } from './limits.ts'
import { linger } from './linger.ts'
import { createSecureServer, createServer, METHODS } from './node-http.ts'

/** A certificate chain and its key, in PEM. */
export type Certificate = { readonly cert: string | Buffer; readonly key: string | Buffer }

/** What takes up requests: HTTP/1.1 in the clear, or HTTP/2 and HTTP/1.1 over TLS. */
export type Listener = Server | Http2SecureServer

/** What answers a request. */
type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Node's server with every limit set, one answer at a time on a connection, and its parser's errors answered. */
export function createListener(
  certificate: Certificate | undefined,
  limits: Limits,
  handler: Handler,
  observe?: Observe,
): Listener {
  const server = createNodeServer(certificate, limits)
  // Every header line is counted by the guard; Node would drop what is over its own count without a word.
  Object.assign(server, { maxHeadersCount: 0, maxRequestsPerSocket: 0, httpAllowHalfOpen: true })
  const isSecure = certificate !== undefined
  // A session of HTTP/2 ends with either side of its socket.
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket | TLSSocket) => {
    if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') return
    // Who has ended its side is still answered.
    socket.allowHalfOpen = true
    // What Node calls behind a last response closes both sides at once.
    socket.destroySoon = () => linger(socket, limits)
  })
  server.maxConnections = limits.connections
  server.setTimeout(limits.idleSocket)
  const turns = new WeakMap<Socket, Turn>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isHttp1(request)) inTurn(turns, request, response, handler, limits)
    else answerStream(request, response, handler, observe)
  })
  // Expectations are the client's to wait for: no body is read, so the answer is the same with and without.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => server.emit('request', request, response))
  }
  const headers = isSecure ? strictTransport : {}
  const later = inSteps(limits.latePerTurn)
  const endingOf = (socket: Socket): Ending => {
    return { socket, last: turns.get(socket)?.last, limits, headers, observe }
  }
  const refused = new WeakSet<Socket>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Node tells of the same error again with whatever comes behind it.
    if (refused.has(socket)) return
    refused.add(socket)
    const answer = (): void => endWith(parserProblem(error, limits), endingOf(socket))
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return answer()
    // All that are late are heard of in one turn of the event loop. What one says from now on comes too late.
    socket.pause()
    later(() => {
      socket.resume()
      answer()
    })
  })
  server.on('connect', (request: IncomingMessage, connection: Socket | ServerResponse) => {
    if ('setHeader' in connection) return refuseMethod(request, connection, observe)
    // Node has let go of the socket: nobody else hears that its client is gone, or silent.
    connection.on('error', () => {})
    connection.setTimeout(limits.idleSocket, () => connection.destroy())
    endWith(noProxy, endingOf(connection))
  })
  return server
}

function createNodeServer(certificate: Certificate | undefined, limits: Limits): Listener {
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
  if (certificate === undefined) return createServer(parsing)
  return createSecureServer({
    ...parsing,
    ...certificate,
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.handshake,
    allowHTTP1: true,
    // Wider than what is read, so that the guard answers: what is over these is cut off without a word.
    maxHeaderListPairs: limits.http2HeaderLines,
    settings: { maxConcurrentStreams: limits.streams, maxHeaderListSize: limits.http2HeadBytes },
    maxSessionMemory: limits.sessionMemory,
  })
}

/** The requests of one connection that wait for the answers before them, the last response among them. */
type Turn = { last: ServerResponse; waiting: number }

/**
 * Hands on one request of a connection after the other. Node hands on all that a client has sent ahead at once, and their
 * answers would wait in memory for a client that does not read them. One that sends more ahead than anybody does is cut off:
 * a request that waits costs some kilobytes, and the parser is faster than the answers.
 */
function inTurn(
  turns: WeakMap<Socket, Turn>,
  request: IncomingMessage,
  response: ServerResponse,
  handler: Handler,
  limits: Limits,
): void {
  const { socket } = request
  if (!socket.writable) return
  const turn = turns.get(socket) ?? { last: response, waiting: 0 }
  const before = turn.last
  turn.last = response
  turns.set(socket, turn)
  if (before === response || before.writableFinished || before.destroyed) {
    handler(request, response)
    return
  }
  turn.waiting++
  if (turn.waiting > limits.ahead) {
    socket.destroy()
    return
  }
  before.once('close', () => {
    turn.waiting--
    // Nobody is left to read what would be made now.
    if (socket.writable) handler(request, response)
  })
}

/** An HTTP/2 stream may name any method; those that Node does not know are unknown to the router too. */
function answerStream(
  request: IncomingMessage,
  response: ServerResponse,
  handler: Handler,
  observe?: Observe,
): void {
  if (METHODS.includes(request.method ?? '')) handler(request, response)
  else refuseMethod(request, response, observe)
}

function refuseMethod(
  { method, socket }: IncomingMessage,
  response: ServerResponse,
  observe?: Observe,
): void {
  const refusal = problem(405, `${method} is not for this server; it is read with GET.`)
  const { status, headers, body } = refusal
  observe?.(unread(socket.remoteAddress, refusal))
  response.writeHead(status, { ...ownHeaders(true), ...headers }).end(bytesOf(body))
}

const noProxy = problem(405, 'CONNECT is not for this server; it is no proxy.')
