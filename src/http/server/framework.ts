import type { IncomingMessage } from 'node:http'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Observe, Via } from '../message/observation.ts'
import { bytesOf } from '../message/payload.ts'
import { problem } from '../message/problem.ts'
import { optionsReply, ownHeaders, type Reply } from '../message/reply.ts'
import { readQueryString } from '../schema/read-query.ts'
import { forwardedAddresses } from './forwarded.ts'
import { guard, isHttp1 } from './guard.ts'
import type { Limits } from './limits.ts'
import { createListener, type Certificate } from './listener.ts'
import { METHODS } from './node-http.ts'
import { observeReply } from './observe-reply.ts'
import { tooBusy, tooMany, type Gate } from './overload.ts'
import { refuseUnlessPosted } from './posted.ts'
import { createRateLimit } from './rate-limit.ts'

/** What Fastify is set up with. */
export type FrameworkOptions = {
  readonly basePath: string
  readonly certificate: Certificate | undefined
  readonly limits: Limits
  readonly logger: FastifyBaseLogger | undefined
  readonly observe: Observe | undefined
  readonly gate: Gate
  /** Requests a second of one client; `undefined` for as many as it likes. */
  readonly rateLimit: number | undefined
  /** Whose `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[]
  /** What is shown in place of a problem to whoever came to no place; `undefined` for the problem. */
  readonly lost: (status: 400 | 404, request: IncomingMessage) => Reply | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The template of the path, for those who observe. */
    readonly template?: string
    /** Asked by who watches over the server, and answered whatever the load. */
    readonly isProbe?: boolean
    /** Takes POST and nothing else: `/mcp`. */
    readonly isPosted?: boolean
    /** A file of the page, which costs less than its refusal would cost a reader: sent whatever the load. */
    readonly isAtHand?: boolean
  }
}

/** Fastify over our listener, with nothing of its own between a request and a reply; and what sends one. */
export function createFramework(options: FrameworkOptions): {
  readonly app: FastifyInstance
  readonly send: (reply: FastifyReply, said: Reply, via?: Via) => FastifyReply
} {
  const { certificate, limits, logger, observe, gate } = options
  const own = ownHeaders(certificate !== undefined)
  const send = (reply: FastifyReply, said: Reply, via: Via = 'none'): FastifyReply => {
    const { status, headers, body } = said
    const hasBody = status !== 204 && status !== 304
    if (observe !== undefined) observeReply(observe, reply, said, via)
    if (said === tooBusy) restAfter(reply, gate)
    // For those who ask the response whether it is the last, before it is written or after (http/server/client-error.ts).
    if (headers['connection'] === 'close') reply.raw.shouldKeepAlive = false
    return reply
      .code(status)
      .headers({ ...own, ...headers })
      .headers(hasBody ? { 'content-length': String(body.length) } : {})
      .send(body.length > 0 && reply.request.method !== 'HEAD' ? bytesOf(body) : undefined)
  }
  const app = Fastify({
    serverFactory: (handler) => createListener(certificate, limits, handler, observe) as never,
    ...(options.trustProxy.length > 0 && { trustProxy: [...options.trustProxy] }),
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    // What Fastify checks and writes schemas with takes 60 ms to read (decision 019).
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    // The listener answers them (http/server/client-error.ts).
    clientErrorHandler: () => {},
    // No length of its own: a long identifier is unknown (404), and a long target the guard's to refuse (414).
    routerOptions: {
      maxParamLength: limits.headBytes,
      querystringParser: readQueryString,
    },
    // Draining closes connections (http/server/drain.ts); a request that still arrives is answered like the rest.
    return503OnClosing: false,
    forceCloseConnections: false,
    frameworkErrors: (_error, request, reply) => {
      const said = 'The target of the request is not encoded as a URL should be.'
      void send(reply, options.lost(400, request.raw) ?? problem(400, said))
    },
  })
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT')
      app.addHttpMethod(method, { hasBody: true })
  }
  // No endpoint reads a body, and what is posted is read by us (http/server/posted.ts).
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const refuseBy = (refusalOf: (request: FastifyRequest) => Reply | undefined): void => {
    app.addHook('onRequest', (request, reply, next) => {
      const refusal = refusalOf(request)
      if (refusal === undefined) next()
      else send(reply, refusal)
    })
  }
  if (options.trustProxy.length > 0) {
    // Before anybody asks who the client is, which the library works out of the header then.
    app.addHook('onRequest', ({ raw: { headers } }, _reply, next) => {
      const forwarded = headers['x-forwarded-for']
      if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwardedAddresses(forwarded)
      next()
    })
  }
  refuseBy((request) => guard(request.raw, limits))
  if (options.rateLimit !== undefined) {
    const secondsToWait = createRateLimit(app, options.rateLimit, limits.clients)
    app.addHook('onRequest', async (request, reply) => {
      const seconds = isExempt(request) ? 0 : await secondsToWait(request)
      if (seconds > 0) return send(reply, tooMany(seconds))
    })
  }
  refuseBy((request) => refusalOf(request, options))
  refuseBy((request) =>
    isExempt(request) || gate.admits(request.raw.socket) ? undefined : tooBusy,
  )
  app.setErrorHandler((error, request, reply) => {
    request.log.error(error)
    return send(reply, problem(500, 'The server met an error that is its own; its log says more.'))
  })
  return { app, send }
}

function noSchemas(): never {
  throw new Error('No route has a schema.')
}

/** Lets a client of HTTP/1 rest when its refusal is sent. */
function restAfter({ request: { raw }, raw: response }: FastifyReply, gate: Gate): void {
  if (!isHttp1(raw)) return
  response.once('finish', () => {
    // Node goes on reading once it is done with a request, a moment later.
    setImmediate(() => {
      if (raw.socket.writable) gate.rest(raw.socket)
    })
  })
}

/** Whether a request is answered whatever the load, and not counted. */
function isExempt({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.isProbe === true || config.isAtHand === true
}

/**
 * What is answered without a handler. What is not there is among it: Fastify's own 404 comes after its errors with a body
 * that nothing reads.
 */
function refusalOf(
  request: FastifyRequest,
  { basePath, lost }: Pick<FrameworkOptions, 'basePath' | 'lost'>,
): Reply | undefined {
  const path = request.url.split('?', 1)[0] ?? ''
  if (request.is404) {
    const says = `There is nothing at ${path}; ${basePath}/docs lists what there is.`
    return lost(404, request.raw) ?? problem(404, says)
  }
  if (request.routeOptions.config.isPosted === true) {
    return refuseUnlessPosted(request.method, path, `${basePath}/docs`)
  }
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  if (request.method === 'OPTIONS') return optionsReply
  return problem(405, `${request.method} is not for ${path}; it is read with GET.`)
}
