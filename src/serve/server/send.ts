import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseWhole } from '../../domain/decimal.ts'
import type { CacheResult } from '../http/answer.ts'
import type { Headers, HttpResponse } from '../http/headers.ts'
import { tooMuchUnread } from '../http/problems.ts'
import { mustClose } from './check-request.ts'
import type { Limits } from './limits.ts'
import { sendStream } from './send-stream.ts'
import { createHoldUnread } from './unread.ts'
import { warmUpAddress } from './warm-up.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client; behind a trusted proxy, the one that the proxy reports. */
    clientAddress: string
  }
  interface FastifyReply {
    cacheResult: CacheResult
    /** The bytes that a stream has produced; absent for complete responses. */
    streamedBytes?: number
    /** The bytes that the server holds for the response until it is read; absent for small ones. */
    unreadBytes?: number
  }
  interface FastifyContextConfig {
    /** The path template for the log and the metrics. */
    readonly template?: string
    /** Whether the path is for load balancers and monitors: no rate limit. */
    readonly isProbe?: boolean
    /** Whether the path is a file of the web page. A browser loads many at once: no rate limit. */
    readonly isPageFile?: boolean
    /** Whether the path accepts only POST: `/mcp`. */
    readonly isPosted?: boolean
  }
}

/** The outcome of one request, for the log and the metrics. */
export type RequestOutcome = {
  /** The path template, such as `/rates/history/{institution_id}`; `other` for unknown paths. */
  readonly endpoint: string
  /** Empty if the request could not be parsed. */
  readonly method: string
  /** The path and query as the client sent them; empty if the request could not be parsed. */
  readonly target: string
  readonly status: number
  /** The size of the body as sent. */
  readonly bytes: number
  /** The time from the end of the request's headers until the operating system has the whole response. */
  readonly milliseconds: number
  /** The client's address; empty if the connection is gone. */
  readonly client: string
  readonly cache: CacheResult
  /** Whether the response was a stream. Its time is that of the connection, so it is no measure of speed. */
  readonly isStream: boolean
}

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

/** Whether the warm-up sent a request. Such requests are not logged, counted or limited. */
export function isWarmUp({ raw }: FastifyRequest): boolean {
  return raw.socket.remoteAddress === warmUpAddress
}

/** Reports a request once its response is sent or its connection is closed. */
export function reportOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  report: (outcome: RequestOutcome) => void,
): void {
  reply.raw.once('close', () => {
    const length = reply.getHeader('content-length')
    report({
      endpoint: request.routeOptions.config.template ?? 'other',
      method: request.method,
      target: request.url,
      status: reply.statusCode,
      bytes:
        reply.streamedBytes ?? (request.method === 'HEAD' ? 0 : (parseWhole(String(length)) ?? 0)),
      milliseconds: reply.elapsedTime,
      client: request.clientAddress,
      cache: reply.cacheResult,
      isStream: reply.streamedBytes !== undefined,
    })
  })
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
