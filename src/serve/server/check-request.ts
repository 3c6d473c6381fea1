import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { FastifyRequest } from 'fastify'
import type { HttpResponse } from '../http/headers.ts'
import { problem } from '../http/problems.ts'
import type { NextTurn, TurnQueue } from '../http/turn-queue.ts'
import type { Limits } from './limits.ts'

/** Checks what Node's parser does not check. Returns the refusal, or `undefined` for a valid request. */
export function checkRequest(
  request: IncomingMessage,
  limits: Limits,
  isProbe: boolean,
): HttpResponse | undefined {
  const { httpVersion, rawHeaders, url = '' } = request
  if (isHttp1(request) && httpVersion !== '1.1' && httpVersion !== '1.0') {
    return problem(
      505,
      `HTTP/${httpVersion} is not spoken here; HTTP/1.1 and HTTP/1.0 are, and HTTP/2 over TLS.`,
    )
  }
  if (url.length > limits.target) {
    return problem(
      414,
      `The target has ${url.length} characters; ${limits.target} is the most that is read.`,
    )
  }
  if (rawHeaders.length / 2 > limits.headerLines) {
    return problem(
      431,
      `The request has ${rawHeaders.length / 2} header lines; ${limits.headerLines} is the most that is read.`,
    )
  }
  // Node's parser limits the headers of HTTP/1 itself.
  if (!isHttp1(request) && rawHeaders.join('').length > limits.headBytes) {
    return problem(
      431,
      `The head of the request is too large; ${limits.headBytes} bytes are the most that is read.`,
    )
  }
  if (!/^(?:\/|https?:\/\/|\*$)/i.test(url) || (url === '*' && request.method !== 'OPTIONS')) {
    return problem(400, 'The target of the request is not a path.')
  }
  const refusal = isHttp1(request) ? checkHttp1Headers(request, isProbe) : undefined
  // Where such a request ends is uncertain, so the connection must close (RFC 9112, section 6.3).
  return refusal && { ...refusal, headers: { ...refusal.headers, connection: 'close' } }
}

/** Whether a request came over HTTP/1, not HTTP/2. */
export function isHttp1(request: IncomingMessage): boolean {
  return !('stream' in request)
}

/** The connection of a request: the socket of HTTP/1, or the session of HTTP/2, which many requests share. */
export function connectionOf(request: IncomingMessage | Http2ServerRequest): object {
  return 'stream' in request ? (request.stream.session ?? request) : request.socket
}

/** Whether a request is closed, so that nobody reads its response. */
export function isClosed(request: IncomingMessage | Http2ServerRequest): boolean {
  return 'stream' in request ? request.stream.destroyed : request.socket.destroyed
}

/** The turns of a request. A probe does not wait, and a request whose client is gone gets no further turn. */
export function nextTurnOf(turns: TurnQueue, { raw, routeOptions }: FastifyRequest): NextTurn {
  if (routeOptions.config.isProbe === true) return async () => {}
  return turns.of(connectionOf(raw), () => isClosed(raw))
}

/** Whether the connection must close after the response: HTTP/1.0 does not define Transfer-Encoding (RFC 9112, section 6.1). */
export function mustClose({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.0' && headers['transfer-encoding'] !== undefined
}

function checkHttp1Headers(
  { httpVersion, rawHeaders, headers }: IncomingMessage,
  isProbe: boolean,
): HttpResponse | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return problem(400, 'The request has more than one Host header; send one.')
  if (hosts.length === 0 && httpVersion === '1.1') {
    return problem(400, 'The request has no Host header, which HTTP/1.1 asks for.')
  }
  // Node's parser reads `GET / RTSP/1.0` as HTTP/1.0 and drops the protocol. A CSeq header identifies RTSP; the missing Host
  // header does not, because probes of load balancers lack it too.
  if (httpVersion === '1.0' && headers['cseq'] !== undefined) {
    return problem(400, 'The request is RTSP; this server speaks HTTP.')
  }
  if (hosts.length === 0 && !isProbe) {
    return problem(400, 'The request has no Host header; send one with HTTP/1.0 too.')
  }
  if (!/^[\w.:[\]~!$&'()*+,;=%-]*$/.test(headers.host ?? '')) {
    return problem(400, 'The Host header names no host.')
  }
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    return problem(501, 'The Transfer-Encoding is not known here; chunked is the only one that is.')
  }
  return undefined
}
