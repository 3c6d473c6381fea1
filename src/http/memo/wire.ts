import type { Reply } from '../message/reply.ts'
import { STATUS_CODES } from '../server/node-http.ts'

/** The head of a response on a connection of HTTP/1.1 that stays open, as Node writes it, around its date. */
export type WireText = readonly [beforeDate: string, afterDate: string]

/** Makes the heads of responses. */
export type WireHead = (reply: Reply) => WireText

/** Heads with the server's own headers first, and so many milliseconds of keeping idle connections. */
export function createWireHead(own: Reply['headers'], keepAlive: number): WireHead {
  const ownLines = linesOf(own)
  const afterDate = `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n\r\n`
  return ({ status, headers, body }) => {
    const hasBody = status !== 204 && status !== 304
    const length = hasBody ? `content-length: ${body.length}\r\n` : ''
    const line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    return [`${line}${ownLines}${linesOf(headers)}${length}Date: `, afterDate]
  }
}

function linesOf(headers: Reply['headers']): string {
  let lines = ''
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`
  return lines
}
