import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
} from 'fastify'
import type { Market } from '../market/market.ts'
import { ask, type Asking } from './answer.ts'
import { createAnswers, type Answers, type Source } from './answers.ts'
import { createDerived } from './derived.ts'
import { homeOf, documentsOf } from './docs/documents.ts'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { createFormatNegotiation, formatsOf, splitFormat } from './formats/format.ts'
import { addMcp } from './mcp/route.ts'
import { rememberHeads } from './memo/memo.ts'
import { createQuick } from './memo/quick.ts'
import { createWireHead } from './memo/wire.ts'
import type { Observe, Via } from './message/observation.ts'
import { ownHeaders, type Reply } from './message/reply.ts'
import { createTargetReader } from './read-target.ts'
import { newSendingMemory } from './rows/sending-memory.ts'
import type { RawQuery } from './schema/read-query.ts'
import { createFramework } from './server/framework.ts'
import { defaultLimits, type Limits } from './server/limits.ts'
import type { Certificate } from './server/listener.ts'
import { createAwaitPosition, minPosition } from './server/min-position.ts'
import { createGate } from './server/overload.ts'
import { createAssets, lostReply, pageContent, viewPaths, type Page } from './web-page.ts'

/** How the server is set. */
export type AppOptions = {
  /** What stands before every path, such as `/rates/lk`; empty for none. */
  readonly basePath?: string
  readonly certificate?: Certificate
  readonly limits?: Limits
  readonly logger?: FastifyBaseLogger
  /** Whether requests that were answered before are answered without being parsed again. */
  readonly memo?: boolean
  /** The bound of the cache of whole answers; 0 for none. */
  readonly cacheBytes?: number
  /** Is told of every request once it is over. */
  readonly observe?: Observe
  /** Milliseconds since any moment, with fractions, never falling; without it nothing is timed and no overload noticed. */
  readonly clock?: () => number
  /** Requests a second of one client; without it as many as it likes. With this or the next, there is no memo. */
  readonly rateLimit?: number | undefined
  /** Whose `X-Forwarded-For` is believed: addresses and CIDR blocks. */
  readonly trustProxy?: readonly string[]
  /** What is shown at `/`; without it, `/` leads to the reference. */
  readonly page?: Page | undefined
}

/** The server, and what makes ready for a market that it is about to answer from. */
export type App = FastifyInstance & Pick<Answers, 'prepare'>

/** As many bytes of answers as a server keeps that is not told otherwise. */
const defaultCache = 64_000_000

/** As many bytes of responses by the heads that ask for them; the cache has most of them a second time, so it bounds this too. */
const mostHot = 16_000_000

/** What a route replies, and how it came by that. */
type Replier = (request: FastifyRequest) => Replied | Promise<Replied>
type Replied = { readonly reply: Reply; readonly via: Via }

/** The server: every endpoint of the table, `/openapi.json`, `/docs`, `/llms.txt`, `/mcp` and the page; for everything else a problem, which browsers are shown as the page. */
export function createApp(source: Source, options: AppOptions = {}): App {
  const { basePath = '', certificate, limits = defaultLimits, logger } = options
  const { clock = () => 0, trustProxy = [], cacheBytes = defaultCache } = options
  // How often somebody asked, and on whose behalf, is not in the bytes of a request.
  const isAnyone = options.rateLimit === undefined && trustProxy.length === 0
  const isQuick = (options.memo ?? true) && isAnyone
  // What is encrypted is sent from elsewhere.
  const sending = isQuick && certificate === undefined ? newSendingMemory() : undefined
  const answers = createAnswers(source, cacheBytes, createDerived(sending))
  const gate = createGate(limits, clock)
  const { page } = options
  const shown = page && (({ sample }: Market) => pageContent(page, basePath, sample))
  const { app, send } = createFramework({
    basePath,
    certificate,
    limits,
    logger,
    gate,
    observe: options.observe,
    rateLimit: options.rateLimit,
    trustProxy,
    lost: (status, request) => shown && lostReply(shown(source.market()), status, request),
  })
  const awaitPosition = createAwaitPosition(() => source.market().position)
  const route = (url: string, replyTo: Replier, config: FastifyContextConfig): void => {
    // Every method, so that the framework can say which ones a path has.
    const method = app.supportedMethods
    app.route({
      method,
      url,
      config,
      handler: async (request, answer) => {
        const isFromMarket = config.isProbe !== true
        const late = isFromMarket ? await awaitPosition(request.headers[minPosition]) : undefined
        if (late !== undefined) return send(answer, late)
        const { reply, via } = await gate.during(() => replyTo(request))
        return send(answer, reply, via)
      },
    })
  }
  for (const endpoint of endpoints) {
    const config = { template: endpoint.path, isProbe: !endpoint.fromMarket }
    const replyTo = replierOf(endpoint, answers)
    const path = basePath + routed(endpoint.path)
    for (const end of endsOf(endpoint)) route(path + end, replyTo, config)
  }
  for (const [path, answer] of Object.entries(documentsOf(basePath))) {
    const asking: Asking = { key: path, answer: ({ market }) => answer(market) }
    route(basePath + path, replierTo(asking, answers), { template: path })
  }
  addMcp(app, { basePath, limits, gate, send, answers, awaitPosition })
  const home: Replier =
    shown === undefined
      ? () => ({ reply: homeOf(basePath), via: 'none' })
      : replierTo({ key: '/', answer: ({ market }) => shown(market) }, answers)
  for (const url of new Set([`${basePath}/`, basePath || '/']))
    route(url, home, { template: '/', isAtHand: true })
  if (page !== undefined) {
    for (const path of viewPaths) {
      for (const end of ['', '/'])
        route(basePath + routed(path) + end, home, { template: path, isAtHand: true })
    }
    const assetOf = createAssets(page)
    const asset: Replier = ({ params, headers }) => {
      const { name } = params as { name: string }
      return { reply: assetOf(name, headers), via: 'none' }
    }
    route(`${basePath}/assets/:name`, asset, {
      template: '/assets/{name}',
      isAtHand: true,
    })
  }
  if (isQuick) {
    const quick = createQuick({
      sending,
      answers,
      readTarget: createTargetReader(endpoints, basePath),
      wireHead: createWireHead(ownHeaders(certificate !== undefined), limits.keepAlive),
      now: source.now,
      clock,
      gate,
      observe: options.observe ?? (() => {}),
      hotBytes: Math.min(mostHot, cacheBytes),
    })
    rememberHeads(app.server, quick, limits)
    // What was answered in the turn in which the server is closed.
    app.addHook('preClose', async () => quick.settle())
  }
  return Object.assign(app, { prepare: answers.prepare })
}

/** What may stand at the end of a path: nothing, or a format; at that of an identifier it is looked for when it is read. */
function endsOf(endpoint: Endpoint): readonly string[] {
  const others = endpoint.path.endsWith('}') ? [] : formatsOf(endpoint).slice(1)
  return ['', ...others.map((format) => `.${format}`)]
}

/** A path as the router writes it. */
function routed(path: string): string {
  return path.replace('{institution_id}', ':institution_id')
}

function replierOf(endpoint: Endpoint, answers: Answers): Replier {
  const formatFor = createFormatNegotiation()
  const has = formatsOf(endpoint)
  return (request) => {
    const { institution_id: given } = request.params as { institution_id?: string }
    const { path, format: named } = splitFormat(given ?? request.routeOptions.url ?? '')
    const format = named ?? formatFor(endpoint, request.headers.accept ?? '')
    const isKnown = named === undefined || has.includes(named)
    const id = given === undefined ? '' : isKnown ? path : given
    const asking = ask(endpoint, request.query as RawQuery, id, isKnown ? format : 'json')
    if ('problem' in asking) return { reply: asking.problem, via: 'none' }
    return replierTo(asking, answers)(request)
  }
}

function replierTo(asking: Asking, { say }: Answers): Replier {
  return ({ headers }) => say(asking, headers)
}
