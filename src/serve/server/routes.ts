import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import fastifyStatic from '@fastify/static'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Market } from '../../book/market/market.ts'
import { evidenceIdText, parseEvidenceId } from '../../book/query/ids.ts'
import { createIsCited } from '../../book/query/receipt/cited-captures.ts'
import { quoted } from '../../domain/text.ts'
import {
  answer,
  answerDocument,
  presentState,
  uncached,
  type AnswerContext,
  type Answered,
  type EndpointRequest,
} from '../http/answer.ts'
import { documentsOf } from '../http/docs/documents.ts'
import type { Endpoint, ServerState } from '../http/endpoint.ts'
import { endpoints } from '../http/endpoints.ts'
import { chooseFormat, formatsOf, isEvents, isList } from '../http/formats/format.ts'
import { immutable, problem, type Headers, type HttpResponse } from '../http/http-response.ts'
import { createMcp, mcpRefusal } from '../http/mcp/mcp.ts'
import { notModified } from '../http/respond.ts'
import type { RawQuery } from '../http/schema/read-query.ts'
import { capturesPath, logoPath, type CapturedBodies, type Logo } from '../http/site.ts'
import type { NextTurn, TurnQueue } from '../http/turn-queue.ts'
import {
  catalogueDocuments,
  embeddedViews,
  isInBook,
  notFoundPage,
  pageContent,
  titleOf,
  viewPaths,
  type Framing,
  type ViewPath,
} from '../http/web-page.ts'
import type { Content } from '../http/write.ts'
import type { EventStreams } from './event-streams.ts'
import { minPosition, type AwaitPosition } from './min-position.ts'
import { clientOf, isClosed, whenClosed, type RootAddress, type Send } from './send.ts'

/** The options that all routes share. */
export type RouteOptions = {
  readonly context: AnswerContext
  readonly turns: TurnQueue
  readonly eventStreams: EventStreams
  readonly send: Send
  readonly awaitPosition: AwaitPosition
  readonly rootAddress: RootAddress
  /** The headers of every response. */
  readonly headers: Headers
  /** The most bytes of a body. */
  readonly bodyBytes: number
}

type Responder = (request: FastifyRequest, reply: FastifyReply) => Answered | Promise<Answered>

/** Adds the routes of every endpoint, of the documents, of the web page and `/mcp`. */
export function addRoutes(app: FastifyInstance, options: RouteOptions): void {
  const { context } = options
  const { site } = context
  const answerCapture = createAnswerCapture(context.book.market, site.captures)
  const add = (url: string, responder: Responder, config: FastifyContextConfig): void =>
    addRoute(app, options, site.basePath + url, responder, config)
  for (const endpoint of endpoints) {
    const config = { template: endpoint.path, isProbe: endpoint.isProbe === true }
    for (const extension of extensionsOf(endpoint))
      add(
        routePath(endpoint.path) + extension,
        (request, reply) => answerEndpoint(endpoint, options, request, reply),
        config,
      )
  }
  const documents = { ...documentsOf(site), ...catalogueDocuments(site.page) }
  for (const [path, contentOf] of Object.entries(documents)) {
    add(
      path,
      (request) =>
        answerDocument(context, ({ market }) => contentOf(market), path, sentBy(options, request)),
      { template: path },
    )
  }
  add(
    `${capturesPath}:digest`,
    async (request) => {
      await nextTurnOf(options.turns, request)()
      return uncached(await answerCapture(pathId(request) ?? '', request.headers))
    },
    { template: `${capturesPath}{digest}` },
  )
  const logoRoute = { template: logoPath, isPageFile: true }
  add(logoPath, ({ headers }) => uncached(answerLogo(site.logo, headers)), logoRoute)
  addPage(app, options, add)
  addMcp(app, options)
}

function addRoute(
  app: FastifyInstance,
  { send, awaitPosition }: RouteOptions,
  url: string,
  responder: Responder,
  config: FastifyContextConfig,
): void {
  app.route({
    // All methods, because a request hook answers OPTIONS and refuses other methods with 405.
    method: app.supportedMethods,
    url,
    config,
    handler: async (request, reply) => {
      const position = config.isProbe === true ? undefined : request.headers[minPosition]
      const refusal = position === undefined ? undefined : await awaitPosition(position)
      const answered = refusal === undefined ? await responder(request, reply) : uncached(refusal)
      return send(reply, answered.response, answered.cache)
    },
  })
}

/** The headers of a request, and its turns. */
function sentBy(
  options: RouteOptions,
  request: FastifyRequest,
): Pick<EndpointRequest, 'headers' | 'nextTurn'> {
  return { headers: request.headers, nextTurn: nextTurnOf(options.turns, request) }
}

/** The turns of a request. A probe does not wait, and a request whose client is gone gets no further turn. */
function nextTurnOf(turns: TurnQueue, { raw, routeOptions }: FastifyRequest): NextTurn {
  if (routeOptions.config.isProbe === true) return async () => {}
  return turns.of(connectionOf(raw), () => isClosed(raw))
}

/** The connection of a request: the socket of HTTP/1, or the session of HTTP/2, which many requests share. */
function connectionOf(request: IncomingMessage | Http2ServerRequest): object {
  return 'stream' in request ? (request.stream.session ?? request) : request.socket
}

/** The identifier in the path of a request; `undefined` if the path has none. */
function pathId({ params }: FastifyRequest): string | undefined {
  return Object.values(params as Readonly<Record<string, string>>)[0]
}

async function answerEndpoint(
  endpoint: Endpoint,
  options: RouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answered> {
  const { context, eventStreams, rootAddress, turns } = options
  const asked = {
    endpoint,
    pathEnd: pathId(request) ?? request.routeOptions.url ?? '',
    query: request.query as RawQuery,
    ...sentBy(options, request),
    onClose: (listener: () => void) => whenClosed(reply, listener),
    root: rootAddress(request),
  }
  if (endpoint.path === '/evidence/{id}') {
    const redirect = redirectFromEarlierId(chooseFormat(asked).id, request)
    if (redirect !== undefined) return uncached(redirect)
  }
  if (isEvents(endpoint) && chooseFormat(asked).format === 'sse') {
    // A stream ends itself when its client goes.
    const nextTurn = turns.of(connectionOf(request.raw))
    return uncached(await eventStreams.answer({ ...asked, client: clientOf(request), nextTurn }))
  }
  if ('after' in endpoint.query.properties) await eventStreams.awaitAfter(asked.query)
  return answer(context, asked)
}

/**
 * The redirect of a receipt whose address has an id as earlier versions wrote it, such as `57.10`; `undefined` for any other
 * id. Its address is relative, because a proxy may have changed the path.
 */
function redirectFromEarlierId(
  text: string,
  { originalUrl }: FastifyRequest,
): HttpResponse | undefined {
  const id = parseEvidenceId(text)
  if (id === undefined || evidenceIdText(id) === text) return undefined
  const [path = '', ...query] = originalUrl.split(/(?=\?)/)
  const folder = path.endsWith('/') ? '../' : ''
  return { status: 301, headers: { location: folder + evidenceIdText(id) + query.join('') } }
}

/** The extensions of a path: none, or a format. After an identifier, the extension is part of the last segment. */
function extensionsOf(endpoint: Endpoint): readonly string[] {
  if (endpoint.path.endsWith('}') || !isList(endpoint)) return ['']
  return ['', ...formatsOf(endpoint).map((format) => `.${format}`)]
}

/** A path in the syntax of the router. */
function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/, ':$1')
}

/** Adds the web page at `/` and at the addresses of its views, and its files. Without a page, `/` redirects to the reference. */
function addPage(
  app: FastifyInstance,
  options: RouteOptions,
  add: (url: string, responder: Responder, config: FastifyContextConfig) => void,
): void {
  const { context, send, headers } = options
  const { basePath, page } = context.site
  const root = basePath === '' ? ['/'] : ['', '/']
  if (page === undefined) {
    const headers = { location: `${basePath}/docs`, 'cache-control': 'no-store' }
    for (const url of root)
      add(url, () => uncached({ status: 302, headers }), { template: '/', isPageFile: true })
    return
  }
  const addView = (path: ViewPath, template: string, framing: Framing): void => {
    const responder: Responder = (request) => {
      const id = pathId(request)
      if (path === '/receipt/{id}') {
        const redirect = redirectFromEarlierId(id ?? '', request)
        if (redirect !== undefined) return uncached(redirect)
      }
      const contentOf = ({ market, site }: ServerState): Content | HttpResponse => {
        const title = titleOf(market, path, id ?? '')
        const view = pageContent(page, { site, market, title, framing })
        return isInBook(market, path, id ?? '') ? view : notFoundPage(view, 404)
      }
      // Not cached by identifier: clients could fill the cache with identifiers.
      const key = id === undefined ? template : undefined
      return answerDocument(context, contentOf, key, sentBy(options, request))
    }
    for (const url of template === '/' ? root : [template, `${template}/`])
      add(routePath(url), responder, { template, isPageFile: true })
  }
  for (const path of viewPaths) addView(path, path, 'no site')
  for (const path of embeddedViews)
    addView(path, path === '/' ? '/embed' : `/embed${path}`, 'any site')
  // A request hook refuses unknown paths, so only missing files of the page reach this handler.
  app.setNotFoundHandler((_request, reply) => send(reply, missingFile))
  void app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, template: '/assets/{name}', isPageFile: true }
    })
    files.addHook('onRequest', (_request, reply, next) => {
      reply.headers(headers)
      next()
    })
    await files.register(fastifyStatic, {
      root: page.assets,
      prefix: `${basePath}/assets/`,
      preCompressed: true,
      // The names of the files contain digests of their contents.
      immutable: true,
      maxAge: '365d',
      index: false,
      decorateReply: false,
    })
  })
}

const missingFile = problem(
  404,
  'This file belongs to another version of the page; reload the page, which brings its own.',
)

/** Adds `/mcp`. Fastify reads the body; the SDK checks its content type. */
function addMcp(
  app: FastifyInstance,
  { bodyBytes, context, turns, send, awaitPosition }: RouteOptions,
): void {
  const mcp = createMcp(
    () => presentState(context),
    (error) => app.log.error(error),
  )
  const most = `${bodyBytes} bytes are the most that is read.`
  const tooLarge = mcpRefusal(413, `The body is too large; ${most}`)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.route({
    method: app.supportedMethods,
    url: `${context.site.basePath}/mcp`,
    config: { template: '/mcp', isPosted: true },
    handler: async (request, reply) => {
      if (request.headers['content-type'] === undefined) return send(reply, invalidType)
      const refusal = await awaitPosition(request.headers[minPosition])
      if (refusal !== undefined) return send(reply, refusal)
      await nextTurnOf(turns, request)()
      const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
      return send(reply, await mcp(request.headers, body))
    },
    errorHandler: (error, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') send(reply, tooLarge)
      else if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') send(reply, invalidType)
      else if (error.code === 'ECONNRESET') send(reply, incomplete)
      else app.errorHandler(error, request, reply)
    },
  })
}

const invalidType = mcpRefusal(415, 'The request has no valid Content-Type; send application/json.')
const incomplete = mcpRefusal(400, 'The body did not arrive as a whole.')

/** Answers a request for the logo. An SVG image may have scripts, so a browser that opens it alone runs none. */
function answerLogo(logo: Logo | undefined, headers: IncomingHttpHeaders): HttpResponse {
  if (logo === undefined) return problem(404, 'The operator of this server has set no logo.')
  const etag = `"${hash('sha256', logo.body).slice(0, 16)}"`
  const caching = { etag, 'cache-control': 'public, max-age=3600' }
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  const unchanged = notModified(caching, headers)
  return (
    unchanged ??
    fileResponse(logo.body, {
      ...caching,
      'content-type': logo.type,
      'content-security-policy': policy,
    })
  )
}

function fileResponse({ buffer, byteOffset, byteLength }: Uint8Array, headers: Headers) {
  return { status: 200, headers, body: Buffer.from(buffer, byteOffset, byteLength) }
}

/**
 * Creates the function that answers `/captures/{digest}`. The pages come from other hosts, so a browser stores them and runs
 * nothing. An error of `get` is thrown: a damaged body is never sent.
 */
function createAnswerCapture(
  market: () => Market,
  captures: CapturedBodies | undefined,
): (digest: string, headers: IncomingHttpHeaders) => Promise<HttpResponse> {
  const isCited = createIsCited()
  return async (digest, headers) => {
    if (captures === undefined)
      return problem(404, 'This server does not publish the captured pages.')
    if (!isCited(market(), digest))
      return problem(
        404,
        `No published figure comes from a captured page with the digest ${quoted(digest)}.`,
      )
    const caching = { etag: `"${digest}"`, 'cache-control': immutable }
    const unchanged = notModified(caching, headers)
    if (unchanged !== undefined) return unchanged
    const body = await captures.get(digest)
    if (body === undefined) return problem(404, 'The captured page is no longer kept here.')
    return fileResponse(body, { ...attachment(digest), ...caching })
  }
}

/** The file has the name of no program: a person who opens it must choose one. */
function attachment(digest: string): Headers {
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="capture-${digest.slice(0, 16)}.bin"`,
    'content-security-policy': "default-src 'none'; sandbox",
  }
}
