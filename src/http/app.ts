import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Instant } from '../domain/instant.ts'
import type { Market } from '../market/market.ts'
import { answer } from './answer.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { createFramework } from './framework.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { Certificate } from './listener.ts'
import { homeOf, pagesOf } from './pages.ts'
import type { RawQuery } from './read-query.ts'
import type { Reply } from './reply.ts'
import { represent } from './represent.ts'

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

type Replier = (request: FastifyRequest) => Reply | Promise<Reply>

/** The server: every endpoint of the table, `/openapi.json` and `/docs`, and a problem for everything else. */
export function createApp(source: Source, options: AppOptions = {}): FastifyInstance {
  const { basePath = '', certificate, limits = defaultLimits, logger } = options
  const { app, send } = createFramework({ basePath, certificate, limits, logger })
  const route = (url: string, replyTo: Replier): void => {
    // Every method, so that the framework can say which ones a path has.
    const method = app.supportedMethods
    app.route({
      method,
      url,
      handler: async (request, reply) => send(reply, await replyTo(request)),
    })
  }
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace('{institution_id}', ':institution_id')
    route(basePath + path, replierOf(endpoint, source))
  }
  for (const [path, page] of Object.entries(pagesOf(basePath))) {
    route(basePath + path, ({ headers }) => represent(page(source.market()), headers, source.now()))
  }
  for (const url of new Set([`${basePath}/`, basePath || '/'])) route(url, () => homeOf(basePath))
  return app
}

/** What an endpoint replies: it takes one view and keeps it, so that no reply mixes two. */
function replierOf(endpoint: Endpoint, source: Source): Replier {
  return ({ params, query, headers }) => {
    const view = { market: source.market(), isHealthy: source.isHealthy(), now: source.now() }
    const { institution_id: id } = params as { institution_id?: string }
    const said = answer(endpoint, view, query as RawQuery, id)
    return 'problem' in said ? said.problem : represent(said.content, headers, view.now)
  }
}
