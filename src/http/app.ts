import { METHODS } from 'node:http'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { answer } from './answer.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { guard } from './guard.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { createListener, type Certificate } from './listener.ts'
import { homeOf, pagesOf } from './pages.ts'
import { problem } from './problem.ts'
import type { RawQuery } from './read-query.ts'
import { commonHeaders, optionsReply, strictTransport, type Reply } from './reply.ts'
import { represent, type Content } from './represent.ts'

/** Where answers come from; the server is handed no database and no clock of its own. */
export type Source = {
  readonly market: () => Market
  readonly isHealthy: () => boolean
  readonly now: () => Instant
}

/** How the server is set. */
export type AppOptions = {
  /** What stands before every path, such as `/rates/lk`; empty for none. */
  readonly basePath?: string
  readonly certificate?: Certificate
  readonly limits?: Limits
  readonly logger?: FastifyBaseLogger
}

/** The server: every endpoint of the table, `/openapi.json` and `/docs`, and a problem for everything else. */
export function createApp(source: Source, options: AppOptions = {}): FastifyInstance {
  const { basePath = '', certificate, limits = defaultLimits, logger } = options
  const app = Fastify({
    serverFactory: (handler) => createListener(certificate, limits, handler) as never,
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    // The listener answers them (http/client-error.ts).
    clientErrorHandler: () => {},
    // No length of its own: a long identifier is unknown (404), and a long target the guard's to refuse (414).
    routerOptions: { maxParamLength: limits.headBytes },
    // Draining closes connections (http/drain.ts); a request that still arrives is answered as any other.
    return503OnClosing: false,
    forceCloseConnections: false,
    frameworkErrors: (_error, _request, reply) => {
      void send(reply, problem(400, 'The target of the request is not encoded as a URL should be.'))
    },
  })
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT')
      app.addHttpMethod(method, { hasBody: true })
  }
  // No endpoint reads a body.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  const send = (reply: FastifyReply, { status, headers, body }: Reply): FastifyReply => {
    const hasBody = status !== 204 && status !== 304
    return reply
      .code(status)
      .headers({ ...commonHeaders, ...headers, ...(certificate && strictTransport) })
      .headers(hasBody ? { 'content-length': String(Buffer.byteLength(body)) } : {})
      .send(body.length > 0 && reply.request.method !== 'HEAD' ? Buffer.from(body) : undefined)
  }

  const notFound = (request: FastifyRequest): Reply =>
    problem(404, `There is nothing at ${pathOf(request)}; ${basePath}/docs lists what there is.`)
  // What is not there is answered here: Fastify's own 404 comes after its errors with a body that nothing reads.
  app.addHook('onRequest', (request, reply, next) => {
    const missing = request.is404 ? notFound(request) : undefined
    const refusal = guard(request.raw, limits) ?? missing ?? methodReply(request)
    if (refusal === undefined) next()
    else send(reply, refusal)
  })
  app.setErrorHandler((error, request, reply) => {
    request.log.error(error)
    return send(reply, problem(500, 'The server met an error that is its own; its log says more.'))
  })

  const sendContent = async (request: FastifyRequest, reply: FastifyReply, content: Content) =>
    send(reply, await represent(content, request.headers, source.now()))

  const ask = (endpoint: Endpoint) => async (request: FastifyRequest, reply: FastifyReply) => {
    const view = { market: source.market(), isHealthy: source.isHealthy(), now: source.now() }
    const { institution_id: id } = request.params as { institution_id?: string }
    const said = answer(endpoint, view, request.query as RawQuery, id)
    return 'problem' in said ? send(reply, said.problem) : sendContent(request, reply, said.content)
  }
  const method = app.supportedMethods
  for (const endpoint of endpoints) {
    const url = basePath + endpoint.path.replace('{institution_id}', ':institution_id')
    app.route({ method, url, handler: ask(endpoint) })
  }
  for (const [path, page] of Object.entries(pagesOf(basePath))) {
    app.route({
      method,
      url: basePath + path,
      handler: (request, reply) => sendContent(request, reply, page(source.market())),
    })
  }
  const home = homeOf(basePath)
  for (const url of new Set([`${basePath}/`, basePath || '/'])) {
    app.route({ method, url, handler: (_request, reply) => send(reply, home) })
  }
  return app
}

/** OPTIONS is answered for every path that there is, and every method that only reads is let through. */
function methodReply(request: FastifyRequest): Reply | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  if (request.method === 'OPTIONS') return optionsReply
  return problem(405, `${request.method} is not for ${pathOf(request)}; it is read with GET.`)
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}
