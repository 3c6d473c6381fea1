import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Headers } from '../http/headers.ts'
import type { HttpResponse } from '../http/http-response.ts'
import { problem } from '../http/problems.ts'
import type { Limits } from './limits.ts'

/** An error of Node's HTTP parser. Fastify's type for it does not match what Node passes. */
type ParserError = Error & {
  readonly code?: string
  readonly rawPacket?: Buffer
  /** The number of bytes of the packet that were parsed. */
  readonly bytesParsed?: number
}

/** The problem document for an error of the parser. */
export function parserProblem(given: Error, limits: Limits): HttpResponse {
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
export function endWithResponse(
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
