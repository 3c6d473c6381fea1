import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CacheResult } from '../http/answer.ts'
import type { Headers, HttpResponse } from '../http/headers.ts'
import { tooMuchUnread } from '../http/problems.ts'
import { mustClose } from './check-request.ts'
import type { Limits } from './limits.ts'
import { sendStream } from './send-stream.ts'
import { createHoldUnread } from './unread.ts'

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
