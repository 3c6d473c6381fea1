import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Headers, HttpResponse } from '../http/headers.ts'
import { problem } from '../http/problems.ts'
import { isHttp1 } from './check-request.ts'
import type { Limits } from './limits.ts'

/** Responses to requests that never reach Fastify. */
export type Refusals = {
  /** Remembers the response of a request, because a parser error may follow on the same connection. */
  readonly watch: (request: IncomingMessage, response: ServerResponse) => void
  readonly onParserError: (error: Error, socket: Socket) => void
  readonly refuseMethod: (request: IncomingMessage, response: ServerResponse) => void
  /** Answers CONNECT over HTTP/1, for which Node passes on the bare connection. */
  readonly refuseConnect: (socket: Socket) => void
}

/** The options of `createRefusals`. */
export type RefusalOptions = {
  readonly limits: Limits
  /** The headers of every response. */
  readonly headers: Headers
  readonly onRefused: (client: string, response: HttpResponse) => void
}

/** Refusals for the connections of one server. */
export function createRefusals({ limits, headers, onRefused }: RefusalOptions): Refusals {
  const connections = new WeakMap<Socket, LastResponses>()
  const end = (socket: Socket, refusal: HttpResponse): void => {
    if (!socket.writable) return
    onRefused(socket.remoteAddress ?? '', refusal)
    endWithResponse(socket, refusal, headers)
  }
  return {
    watch(request, response) {
      if (!isHttp1(request)) return
      const before = connections.get(request.socket)?.last
      connections.set(request.socket, {
        last: response,
        before: isOver(before) ? undefined : before,
      })
    },
    onParserError(error, socket) {
      const refusal = parserProblem(error, limits)
      const { last, before } = connections.get(socket) ?? {}
      if (last === undefined || last.req.complete) afterwards(last, () => end(socket, refusal))
      else
        afterwards(before, () => {
          // The error is in the body of the last request. That request has a response by now, or gets this one.
          if (last.headersSent) afterwards(last, () => socket.end())
          else end(socket, refusal)
        })
    },
    refuseMethod({ method, socket }, response) {
      const refusal = problem(405, `${method} is not for this server; it is read with GET.`)
      onRefused(socket.remoteAddress ?? '', refusal)
      response.writeHead(refusal.status, { ...headers, ...refusal.headers }).end(refusal.body)
    },
    refuseConnect(socket) {
      // Node passes the connection on with its errors and timeouts.
      socket.on('error', () => socket.destroy())
      socket.setTimeout(limits.idleSocket, () => socket.destroy())
      const refusal = problem(405, 'CONNECT is not for this server; it is not a proxy.')
      afterwards(connections.get(socket)?.last, () => end(socket, refusal))
    },
  }
}

/** The response to the last request of a connection, and the one before it while that is not sent. */
type LastResponses = {
  readonly last: ServerResponse
  readonly before: ServerResponse | undefined
}

/** Calls back once a response is sent, because the client must not mistake another response for it. */
function afterwards(response: ServerResponse | undefined, callback: () => void): void {
  if (isOver(response)) callback()
  else response?.once('close', callback)
}

function isOver(response: ServerResponse | undefined): boolean {
  return response === undefined || response.writableFinished || response.destroyed
}

/** An error of Node's HTTP parser. Fastify's type for it does not match what Node passes. */
type ParserError = Error & {
  readonly code?: string
  readonly rawPacket?: Buffer
  /** The number of bytes of the packet that were parsed. */
  readonly bytesParsed?: number
}

/** The problem document for an error of the parser. */
function parserProblem(given: Error, limits: Limits): HttpResponse {
  const error = given as ParserError
  const { code = '' } = error
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return isLongTarget(lastLine(error), limits)
        ? problem(
            414,
            `The target is too long; ${limits.target} characters are the most that is read.`,
          )
        : problem(
            431,
            `The head of the request is too large; ${limits.headBytes} bytes are the most that is read.`,
          )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return problem(408, 'The request took too long to arrive.')
    case 'HPE_INVALID_TRANSFER_ENCODING':
      // With both headers, an attacker could smuggle a second request past a proxy.
      if (/\ncontent-length[ \t]*:/i.test(error.rawPacket?.toString('latin1') ?? '')) {
        return problem(
          400,
          'The request has both a Content-Length and a Transfer-Encoding; send one.',
        )
      }
      return problem(
        501,
        'The Transfer-Encoding is not known here; chunked is the only one that is.',
      )
    case 'HPE_INVALID_VERSION':
      // The parser reports a malformed line ending as a wrong version too.
      if (!namesOtherVersion(lastLine(error))) return unreadable
      return problem(
        505,
        'This version of HTTP is not spoken here; HTTP/1.1 and HTTP/1.0 are, and HTTP/2 over TLS.',
      )
    default:
      return unreadable
  }
}

const unreadable = problem(400, 'The request is not HTTP that can be read.')

/** Writes a response to a socket and closes the connection. */
function endWithResponse(
  socket: Socket,
  { status, headers, body }: HttpResponse,
  serverHeaders: Headers,
): void {
  const length = String(body?.length ?? 0)
  const all = { ...serverHeaders, ...headers, 'content-length': length, connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`
  socket.end(Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]))
}

/** The rest of the packet, from the start of the line in which the parser stopped. */
function lastLine({ rawPacket, bytesParsed = 0 }: ParserError): string | undefined {
  const start =
    rawPacket === undefined ? 0 : rawPacket.subarray(0, bytesParsed).lastIndexOf('\n') + 1
  return rawPacket?.toString('latin1', start)
}

function namesOtherVersion(line: string | undefined): boolean {
  return line === undefined || /^[^\r\n]* HTTP\/(?!1\.[01][\r\n])/.test(line)
}

/** Whether the line is a request line with a target over the limit. */
function isLongTarget(line: string | undefined, limits: Limits): boolean {
  const target = line?.match(/^[A-Z]+ ([^\r\n ]*)/)?.[1] ?? ''
  return target.length > limits.target
}
