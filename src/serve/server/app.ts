import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Market } from '../../book/market/market.ts'
import { defaultSettings } from '../../domain/book-settings.ts'
import { exampleTarget, openApi } from '../http/docs/openapi.ts'
import type { ServedBook } from '../http/endpoint.ts'
import { prefersHtml } from '../http/formats/format.ts'
import { problem, serverHeaders } from '../http/http-response.ts'
import { createResponseCache } from '../http/respond.ts'
import type { Site } from '../http/site.ts'
import { createTurnQueue } from '../http/turn-queue.ts'
import { notFoundPage, notFoundTitle, pageContent } from '../http/web-page.ts'
import { createEventStreams } from './event-streams.ts'
import { createFramework, warmUpAddress, type Certificate } from './framework.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { createAwaitPosition, createReachPosition } from './min-position.ts'
import { addRequestHooks, isHttp1 } from './request-hooks.ts'
import { addRoutes } from './routes.ts'
import { createRootAddress, createSend } from './send.ts'
import type { RequestOutcome } from './serve-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Warms the server up; `/ready` is 200 afterwards. Call it once the server listens. */
    warmUp: () => Promise<void>
    /** For some milliseconds before `close`: `/ready` is 503, and connections of HTTP/1 close after their next response. */
    drain: (milliseconds: number) => Promise<void>
  }
}

/** The options of the server. */
export type AppOptions = Partial<Site> & {
  /** For TLS; without it the server uses clear text. */
  readonly certificate?: Certificate
  readonly limits?: Limits
  readonly logger?: FastifyBaseLogger
  /** Called for every request once it is over. */
  readonly onOutcome?: (outcome: RequestOutcome) => void
  /** The most bytes in the response cache; 0 for no cache. */
  readonly cacheBytes?: number
  /** Requests a second of one client; without it there is no limit. */
  readonly rateLimit?: number | undefined
  /** The public address of the server with its base path; without it, links have the address of the request. */
  readonly publicUrl?: string | undefined
  /** The addresses and CIDR blocks of the proxies whose X-Forwarded headers are trusted. */
  readonly trustProxy?: readonly string[]
}

const defaultCacheBytes = 64_000_000

/**
 * The server with every endpoint, `/openapi.json`, `/docs`, `/llms.txt`, `/mcp` and the web page. `/ready` is 503 until
 * `app.warmUp()` is over, and from `app.drain()` on. `app.close()` waits for clients.
 */
export function createApp(book: ServedBook, options: AppOptions = {}): FastifyInstance {
  const { certificate, limits = defaultLimits, trustProxy = [] } = options
  const { basePath = '', settings = defaultSettings } = options
  const { checkpointSigner, logo, captures, page } = options
  const site: Site = { basePath, settings, checkpointSigner, logo, captures, page }
  const headers = serverHeaders(certificate !== undefined)
  const rootAddress = createRootAddress(options.publicUrl, basePath)
  const send = createSend(headers, rootAddress, basePath, limits)
  const pageFor = createPageFor(book.market, site)
  const position = (): number => book.market().position
  const reachPosition = createReachPosition(position, limits.positionWait)
  const turns = createTurnQueue()
  const eventStreams = createEventStreams(book.market, reachPosition, limits)
  const app = createFramework({
    certificate,
    limits,
    logger: options.logger,
    trustProxy,
    headers,
    onStop: eventStreams.end,
    onOutcome: options.onOutcome,
    onBadUrl: (request, reply) => {
      const detail = 'The target of the request is not encoded as a URL should be.'
      send(reply, pageFor(400, request) ?? problem(400, detail))
    },
  })
  let [isWarm, isDraining] = [false, false]
  app.addHook('onRequest', (request, reply, next) => {
    if (isDraining && isHttp1(request.raw)) reply.header('connection', 'close')
    next()
  })
  addRequestHooks(app, { basePath, limits, rateLimit: options.rateLimit, send, pageFor })
  const context = {
    book,
    cache: createResponseCache(options.cacheBytes ?? defaultCacheBytes),
    isReady: () => isWarm && !isDraining,
    site,
  }
  const awaitPosition = createAwaitPosition(position, reachPosition)
  const { bodyBytes } = limits
  const shared = { turns, eventStreams, send, awaitPosition, rootAddress, headers, bodyBytes }
  addRoutes(app, { ...shared, context })
  app.decorate('warmUp', async () => {
    await warmUp(app, basePath, () => book.market().position === 0)
    isWarm = true
  })
  app.decorate('drain', async (milliseconds) => {
    isDraining = true
    await sleep(milliseconds)
  })
  return app
}

/** The web page that browsers get instead of a problem document; `undefined` for other clients. */
function createPageFor(
  market: () => Market,
  site: Site,
): (status: 400 | 404, request: FastifyRequest) => ReturnType<typeof problem> | undefined {
  const { page } = site
  return (status, { method, headers: { accept = '' } }) => {
    if (page === undefined || (method !== 'GET' && method !== 'HEAD') || !prefersHtml(accept))
      return undefined
    const details = { site, market: market(), title: notFoundTitle, framing: 'no site' } as const
    return notFoundPage(pageContent(page, details), status)
  }
}

/**
 * Answers the documented example of each endpoint once, so that the code is compiled before clients send requests. A failure
 * is logged and does not keep the server from being ready.
 */
async function warmUp(
  app: FastifyInstance,
  basePath: string,
  isEmpty: () => boolean,
): Promise<void> {
  try {
    if (isEmpty()) return
    for (const [path, { get }] of Object.entries(openApi().paths)) {
      // These two report the state of the server and have nothing to warm up.
      if (path === '/health' || path === '/ready') continue
      await request(app, basePath + exampleTarget(path, get.parameters))
    }
  } catch (error) {
    app.log.warn(error, 'The warm-up failed.')
  }
}

async function request(app: FastifyInstance, url: string): Promise<void> {
  const headers = { 'accept-encoding': 'identity', host: 'localhost' }
  const response = await app.inject({ method: 'GET', url, headers, remoteAddress: warmUpAddress })
  const { statusCode, body } = response
  if (statusCode >= 500) app.log.warn({ url, statusCode, body }, 'A warm-up request failed.')
}
