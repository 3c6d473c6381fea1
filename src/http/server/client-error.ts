import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { unread, type Observe } from '../message/observation.ts'
import { bytesOf } from '../message/payload.ts'
import { problem } from '../message/problem.ts'
import { commonHeaders, type Reply } from '../message/reply.ts'
import type { Limits } from './limits.ts'
import { linger } from './linger.ts'
import { STATUS_CODES } from './node-http.ts'

/** An error of Node's HTTP parser. */
type ParserError = Error & {
  readonly code?: string
  readonly reason?: string
  readonly rawPacket?: Buffer
  /** How far the parser came in that packet. */
  readonly bytesParsed?: number
}

/** A connection on which a last response is sent that belongs to no request, and the last response before it. */
export type Ending = {
  readonly socket: Socket
  readonly last: ServerResponse | undefined
  readonly limits: Limits
  readonly headers: Reply['headers']
  readonly observe: Observe | undefined
}

/**
 * Sends a last response over a bare connection, and closes it. The last response before it is finished first: the client would
 * take this one for the answer to its earlier request. If that request is the one that is broken, in its body, it has had its
 * answer. What comes behind a response that closes the connection is for nobody (RFC 9112, 9.6): whether Node has closed it by
 * then depends on how long the answer took.
 */
export function endWith(reply: Reply, { socket, last, limits, headers, observe }: Ending): void {
  const end = (): void => {
    if (!socket.writable) return
    if (last !== undefined && !(last.req.complete && last.shouldKeepAlive))
      return linger(socket, limits)
    observe?.(unread(socket.remoteAddress, reply))
    linger(socket, limits, wireBytes(reply, headers))
  }
  if (last === undefined || last.destroyed) end()
  // Before Node, which closes the connection then if its client has ended its side.
  else last.prependOnceListener('finish', end)
}

/** The problem that an error of Node's parser is. */
export function parserProblem(error: ParserError, limits: Limits): Reply {
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
