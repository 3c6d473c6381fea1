import { METHODS } from 'node:http'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { guard } from './guard.ts'
import type { Limits } from './limits.ts'
import { createListener, type Certificate } from './listener.ts'
import { problem } from './problem.ts'
import { commonHeaders, optionsReply, strictTransport, type Reply } from './reply.ts'

/** What Fastify is set up with. */
export type FrameworkOptions = {
  readonly basePath: string
  readonly certificate: Certificate | undefined
  readonly limits: Limits
  readonly logger: FastifyBaseLogger | undefined
}

/** Fastify over our listener, with nothing of its own between a request and a reply; and what sends one. */
export function createFramework(options: FrameworkOptions): {
  readonly app: FastifyInstance
  readonly send: (reply: FastifyReply, said: Reply) => FastifyReply
} {
  const { basePath, certificate, limits, logger } = options
  const own = { ...commonHeaders, ...(certificate && strictTransport) }
  const send = (reply: FastifyReply, { status, headers, body }: Reply): FastifyReply => {
    const hasBody = status !== 204 && status !== 304
    return reply
      .code(status)
      .headers({ ...own, ...headers })
      .headers(hasBody ? { 'content-length': String(Buffer.byteLength(body)) } : {})
      .send(body.length > 0 && reply.request.method !== 'HEAD' ? Buffer.from(body) : undefined)
  }
  const app = Fastify({
    serverFactory: (handler) => createListener(certificate, limits, handler) as never,
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    // The listener answers them (http/client-error.ts).
    clientErrorHandler: () => {},
    // No length of its own: a long identifier is unknown (404), and a long target the guard's to refuse (414).
    routerOptions: { maxParamLength: limits.headBytes },
    // Draining closes connections (http/drain.ts); a request that still arrives is answered like the rest.
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
  app.addHook('onRequest', (request, reply, next) => {
    const refusal = guard(request.raw, limits) ?? refusalOf(request, basePath)
    if (refusal === undefined) next()
    else send(reply, refusal)
  })
  app.setErrorHandler((error, request, reply) => {
    request.log.error(error)
    return send(reply, problem(500, 'The server met an error that is its own; its log says more.'))
  })
  return { app, send }
}

/**
 * What is answered without a handler. What is not there is among it: Fastify's own 404 comes after its errors with a body
 * that nothing reads.
 */
function refusalOf(request: FastifyRequest, basePath: string): Reply | undefined {
  const path = request.url.split('?', 1)[0] ?? ''
  if (request.is404) {
    return problem(404, `There is nothing at ${path}; ${basePath}/docs lists what there is.`)
  }
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  if (request.method === 'OPTIONS') return optionsReply
  return problem(405, `${request.method} is not for ${path}; it is read with GET.`)
}
