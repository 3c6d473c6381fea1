import type { IncomingMessage } from 'node:http'
import { constants, type Http2ServerRequest } from 'node:http2'
import { Readable } from 'node:stream'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CacheResult } from '../http/answer.ts'
import {
  tooMuchUnread,
  type Headers,
  type HttpResponse,
  type ResponseStream,
} from '../http/http-response.ts'
import type { Limits } from './limits.ts'

/** Sends a response through Fastify. */
export type Send = (
  reply: FastifyReply,
  response: HttpResponse,
  cache?: CacheResult,
) => FastifyReply

/** A `Send` that adds the headers of every response, and makes the targets of `Link` absolute. */
export function createSend(
  serverHeaders: Headers,
  rootAddress: RootAddress,
  basePath: string,
  limits: Limits,
): Send {
  const holdUnread = createHoldUnread(limits.unreadBytes)
  const send: Send = (reply, response, cache = 'none') => {
    const { raw } = reply.request
    const { status, headers, body, stream } = response
    const size =
      stream === undefined ? (body?.length ?? 0) : Math.max(limits.streamBytes, stream.firstBytes)
    if (raw.method !== 'HEAD' && !holdUnread(reply, size)) return send(reply, tooMuchUnread)
    reply.cacheResult = cache
    reply.code(status).headers(serverHeaders).headers(headers)
    // Here, because a cached response is sent to clients that know the server by different addresses.
    if (headers['link'] !== undefined) {
      const root = rootAddress(reply.request)
      reply.header('link', absoluteLinks(headers['link'], reply.request, root, basePath))
    }
    if (mustClose(raw)) reply.header('connection', 'close')
    if (status === 204 || status === 304) return reply.send()
    if (stream !== undefined) return sendStream(reply, stream, limits.unreadChunk, holdUnread)
    reply.header('content-length', String(body?.length ?? 0))
    return reply.send(raw.method === 'HEAD' ? undefined : body)
  }
  return send
}

/** Whether the connection must close after the response: HTTP/1.0 does not define Transfer-Encoding (RFC 9112, section 6.1). */
function mustClose({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.0' && headers['transfer-encoding'] !== undefined
}

/** The address of the server as the client of a request knows it, with the base path and without a slash at the end. */
export type RootAddress = (request: FastifyRequest) => string

/**
 * The public address, or else the address of the request: of its Host header, and behind a trusted proxy of X-Forwarded-Host
 * and X-Forwarded-Proto. A request without a usable host gives the base path alone.
 */
export function createRootAddress(publicUrl: string | undefined, basePath: string): RootAddress {
  if (publicUrl !== undefined) return () => publicUrl
  return ({ protocol, host }) => {
    const url = URL.parse(`${protocol}://${host}`)
    return (url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : '') + basePath
  }
}

/** The targets of a Link header as absolute addresses. They are relative to the path of the request. */
function absoluteLinks(
  link: string,
  request: FastifyRequest,
  root: string,
  basePath: string,
): string {
  const path = URL.parse(request.url, 'http://localhost')?.pathname ?? ''
  const base = root + path.slice(basePath.length)
  if (!URL.canParse(base)) return link
  return link.replaceAll(/<([^>]*)>/g, (_, target: string) => `<${new URL(target, base).href}>`)
}

/**
 * Sends a stream. HEAD does not open it. A client that leaves a chunk unread for `timeout` milliseconds, or has too much unread, is
 * disconnected.
 */
function sendStream(
  reply: FastifyReply,
  { open }: ResponseStream,
  timeout: number,
  holdUnread: HoldUnread,
): FastifyReply {
  reply.streamedBytes = 0
  const { raw } = reply.request as { raw: IncomingMessage | Http2ServerRequest }
  const { method, httpVersion } = raw
  // A cache could not see that the response ended early.
  if (httpVersion === '1.0') reply.header('cache-control', 'no-store')
  if (method === 'HEAD') {
    // Node would state the length 0.
    if (httpVersion === '1.1') reply.header('transfer-encoding', 'chunked')
    return reply.send()
  }
  const hold = (bytes: number): void => {
    if (!holdUnread(reply, bytes)) throw new Error('The client has too much unread.')
  }
  const chunks = async function* (): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of chunksOf(open(hold), hold)) {
      reply.streamedBytes = (reply.streamedBytes ?? 0) + chunk.length
      const timer = setTimeout(
        () => stream.destroy(new Error('The client reads nothing.')),
        timeout,
      )
      try {
        yield chunk
      } finally {
        clearTimeout(timer)
      }
    }
  }
  // The stream reads one chunk ahead of the client.
  const stream = Readable.from(chunks(), { objectMode: false, highWaterMark: 1 })
  // Fastify would end an HTTP/2 response as if it were complete. Over HTTP/1 it closes the connection.
  stream.once('error', () => {
    if ('stream' in raw) raw.stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  })
  return reply.send(stream)
}

/** The most bytes of a chunk: a slow client must be able to read it in time. */
const chunkLength = 65_536

async function* chunksOf(
  parts: AsyncIterable<Buffer>,
  hold: (bytes: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const part of parts) {
    hold(part.length)
    for (let start = 0; start < part.length; start += chunkLength)
      yield part.subarray(start, start + chunkLength)
  }
}

/**
 * Counts the bytes that the server holds for a response until its client has read it; only a larger number than before counts.
 * Returns false, and counts nothing, if the client has too much unread.
 */
type HoldUnread = (reply: FastifyReply, bytes: number) => boolean

/** Bytes of a response that the operating system takes at once. Such responses are not counted. */
const smallest = 16_384

/**
 * Limits the bytes of unread responses of one client, which the rate limit cannot: it counts requests. Clients are the same as there
 * (decision 073).
 */
function createHoldUnread(limit: number): HoldUnread {
  const clients = new Map<string, number>()
  return (reply, bytes) => {
    const { request, raw, unreadBytes: before = 0 } = reply
    if (bytes <= Math.max(before, smallest) || isClosed(request.raw)) return true
    const client = clientOf(request)
    const all = (clients.get(client) ?? 0) + bytes - before
    if (all > limit) return false
    clients.set(client, all)
    reply.unreadBytes = bytes
    if (before > 0) return true
    raw.once('close', () => {
      const rest = (clients.get(client) ?? 0) - (reply.unreadBytes ?? 0)
      if (rest > 0) clients.set(client, rest)
      else clients.delete(client)
    })
    return true
  }
}

/** The client of a request, as the rate limit counts it: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function clientOf({ clientAddress }: FastifyRequest): string {
  return normalizeIP(clientAddress)
}

/** Calls a listener when the connection of a response closes, or at once if it is closed. */
export function whenClosed(reply: FastifyReply, listener: () => void): void {
  if (isClosed(reply.request.raw)) listener()
  else reply.raw.once('close', listener)
}

/** Whether a request is closed, so that nobody reads its response. */
export function isClosed(request: IncomingMessage | Http2ServerRequest): boolean {
  return 'stream' in request ? request.stream.destroyed : request.socket.destroyed
}
