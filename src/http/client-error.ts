import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'
import { STATUS_CODES } from './node-http.ts'
import { unread, type Observe } from './observation.ts'
import { bytesOf } from './payload.ts'
import { problem } from './problem.ts'
import { commonHeaders, type Reply } from './reply.ts'

/** An error of Node's HTTP parser. */
type ParserError = Error & {
  readonly code?: string
  readonly reason?: string
  readonly rawPacket?: Buffer
  /** How far the parser came in that packet. */
  readonly bytesParsed?: number
}

/**
 * Answers what Node's parser refuses with a problem, as every other error is answered, and closes the connection. The
 * last response on it is finished first: the client would take the error for the answer to its earlier request. If that
 * request is the one that is broken, in its body, it has had its answer. What comes behind a response that closes the connection
 * is for nobody (RFC 9112, 9.6): whether Node has closed it by then depends on how long the answer took.
 */
export function answerParserError(
  error: ParserError,
  socket: Socket,
  last: ServerResponse | undefined,
  limits: Limits,
  headers: Reply['headers'],
  observe?: Observe,
): void {
  whenOver(last, () => {
    const isOver = last !== undefined && !(last.req.complete && last.shouldKeepAlive)
    endWith(socket, isOver ? undefined : parserProblem(error, limits), limits, headers, observe)
  })
}

/** Calls once a response is finished, or at once where none is under way. */
export function whenOver(last: ServerResponse | undefined, act: () => void): void {
  if (last === undefined || last.writableFinished || last.destroyed) act()
  // Before Node, which closes the connection then if its client has ended its side.
  else last.prependOnceListener('finish', act)
}

/** Sends a last response over a bare connection and closes it, reading on so that the response is not lost in a reset. */
export function endWith(
  socket: Socket,
  reply: Reply | undefined,
  limits: Limits,
  headers: Reply['headers'],
  observe?: Observe,
): void {
  if (!socket.writable || socket.writableEnded) return
  if (reply !== undefined) observe?.(unread(socket.remoteAddress, reply))
  socket.end(reply === undefined ? '' : wireBytes(reply, headers), 'latin1')
  socket.resume()
  socket.setTimeout(limits.farewell, () => socket.destroy())
}

/** The problem that a parser error is. */
function parserProblem(error: ParserError, limits: Limits): Reply {
  const { code = '', reason = '' } = error
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return isLongTarget(lineOf(error), limits)
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
      // Of a length and a coding one is a lie: a way to smuggle a request past whoever believes the other.
      if (reason.includes('Content-Length')) {
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
      // A line that does not end as it should is taken for a version too.
      if (!namesOtherVersion(lineOf(error))) return unreadable
      return problem(
        505,
        'This version of HTTP is not spoken here; HTTP/1.1 and HTTP/1.0 are, and HTTP/2 over TLS.',
      )
    default:
      return unreadable
  }
}

const unreadable = problem(400, 'The request is not HTTP that can be read.')

/** What the packet has of the line in which the parser stopped, and behind it; other requests may stand before. */
function lineOf({ rawPacket, bytesParsed = 0 }: ParserError): string | undefined {
  const start =
    rawPacket === undefined ? 0 : rawPacket.subarray(0, bytesParsed).lastIndexOf('\n') + 1
  return rawPacket?.toString('latin1', start)
}

function namesOtherVersion(line: string | undefined): boolean {
  return line === undefined || /^[^\r\n]* HTTP\/(?!1\.[01][\r\n])/.test(line)
}

/** Whether a line is a request line whose target is too long: what overflowed was then that. */
function isLongTarget(line: string | undefined, limits: Limits): boolean {
  const target = line?.match(/^[A-Z]+ ([^\r\n ]*)/)?.[1] ?? ''
  return target.length > limits.target
}

function wireBytes({ status, headers, body }: Reply, own: Reply['headers']): string {
  const all = {
    ...commonHeaders,
    ...own,
    ...headers,
    'content-length': String(body.length),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${bytesOf(body).toString('latin1')}`
}
