import type { IncomingMessage } from 'node:http'
import { problem } from '../message/problem.ts'
import type { Reply } from '../message/reply.ts'
import type { Limits } from './limits.ts'

/** Why a request that the parser let through is refused all the same; `undefined` if it is sound (issue 2, part 7). */
export function guard(request: IncomingMessage, limits: Limits): Reply | undefined {
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
  // Of HTTP/1 the parser measures the head.
  if (!isHttp1(request) && rawHeaders.join('').length > limits.headBytes) {
    return problem(
      431,
      `The head of the request is too large; ${limits.headBytes} bytes are the most that is read.`,
    )
  }
  if (!/^(?:\/|https?:\/\/|\*$)/i.test(url) || (url === '*' && request.method !== 'OPTIONS')) {
    return problem(400, 'The target of the request is no path.')
  }
  const doubt = isHttp1(request) ? guardHeaders(request) : undefined
  // Where one request ends and the next begins, or whom it is for, is in doubt: nothing more is read (RFC 9112, 6.3).
  return doubt && { ...doubt, headers: { ...doubt.headers, connection: 'close' } }
}

/** Whether a request came over HTTP/1; one that only says it is HTTP/2.0 has no stream. */
export function isHttp1(request: IncomingMessage): boolean {
  return !('stream' in request)
}

function guardHeaders({ httpVersion, rawHeaders, headers }: IncomingMessage): Reply | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return problem(400, 'The request has more than one Host header; send one.')
  if (hosts.length === 0 && httpVersion === '1.1') {
    return problem(400, 'The request has no Host header, which HTTP/1.1 asks for.')
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
