import fastifyStatic from '@fastify/static'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import { ask } from '../http/ask.ts'
import { capturesPath, type AnswerCapture } from '../http/captures-route.ts'
import type { ContentRequest } from '../http/content.ts'
import { documentsOf, redirectToDocs } from '../http/docs/documents.ts'
import { redirectFromEarlierId } from '../http/earlier-id.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { endpoints } from '../http/endpoints.ts'
import type { EventAnswers } from './event-answers.ts'
import { formatsOf, isList, splitFormat } from '../http/formats/format.ts'
import type { Headers } from '../http/headers.ts'
import { formatFor } from '../http/negotiate.ts'
import { problem } from '../http/problems.ts'
import { uncached, type Responded, type Respond } from '../http/respond.ts'
import type { RawQuery } from '../http/schema/read-query.ts'
import type { RootAddress, Send } from './send.ts'
import { minPosition, type AwaitPosition } from './min-position.ts'
import { embeddedViews, isInBook, titleOf, viewPaths, type ViewPath } from '../http/page-views.ts'
import { notFoundPage, pageContent, type Framing, type WebPage } from '../http/web-page.ts'

/** The options that all routes share. */
export type RouteOptions = {
  readonly basePath: string
  readonly respond: Respond
  readonly eventAnswers: EventAnswers
  readonly send: Send
  readonly awaitPosition: AwaitPosition
  readonly answerCapture: AnswerCapture
  readonly page: WebPage | undefined
  readonly rootAddress: RootAddress
  /** The headers of every response. */
  readonly headers: Headers
}

/** Computes the response to a request. Asynchronous if the body is compressed on another thread. */
type Responder = (request: FastifyRequest) => Responded | Promise<Responded>

/** Adds the routes of every endpoint, of the documents and of the web page. */
export function addRoutes(app: FastifyInstance, options: RouteOptions): void {
  const { basePath, respond } = options
  const add = (url: string, answer: Responder, config: FastifyContextConfig): void =>
    addRoute(app, options, basePath + url, answer, config)
  for (const endpoint of endpoints) {
    const answer = endpointAnswer(endpoint, options)
    const config = { template: endpoint.path, isProbe: !endpoint.fromMarket }
    for (const extension of extensionsOf(endpoint))
      add(routePath(endpoint.path) + extension, answer, config)
  }
  for (const [path, contentOf] of Object.entries(documentsOf(basePath))) {
    const request: ContentRequest = { cacheKey: path, content: ({ market }) => contentOf(market) }
    add(path, ({ headers }) => respond(request, headers), { template: path })
  }
  add(
    `${capturesPath}:digest`,
    ({ params, headers }) => {
      const { digest } = params as { readonly digest: string }
      return options.answerCapture(digest, headers).then(uncached)
    },
    { template: `${capturesPath}{digest}` },
  )
  addPage(app, options, add)
}

function addRoute(
  app: FastifyInstance,
  { send, awaitPosition }: RouteOptions,
  url: string,
  answer: Responder,
  config: FastifyContextConfig,
): void {
  app.route({
    // All methods, because a request hook answers OPTIONS and refuses other methods with 405.
    method: app.supportedMethods,
    url,
    config,
    handler: (request, reply) => {
      const position = config.isProbe === true ? undefined : request.headers[minPosition]
      const responded =
        position === undefined
          ? answer(request)
          : awaitPosition(position).then((refusal) =>
              refusal === undefined ? answer(request) : uncached(refusal),
            )
      if (!(responded instanceof Promise)) return send(reply, responded.response, responded.cache)
      return responded.then(({ response, cache }) => send(reply, response, cache))
    },
  })
}

function endpointAnswer(
  endpoint: Endpoint,
  { respond, eventAnswers, rootAddress }: RouteOptions,
): Responder {
  const formats = formatsOf(endpoint)
  return (request) => {
    const [pathId] = Object.values(request.params as Readonly<Record<string, string>>)
    const { path, format } = splitFormat(pathId ?? request.routeOptions.url ?? '')
    // An extension that is no format of the endpoint belongs to the identifier.
    const pathFormat = format !== undefined && formats.includes(format) ? format : undefined
    const isNegotiated = pathFormat === undefined
    const usedFormat = pathFormat ?? formatFor(endpoint, request.headers.accept)
    if (usedFormat === 'sse') return eventAnswers.answerStream(request)
    const id = pathId === undefined ? '' : isNegotiated ? pathId : path
    if (endpoint.path === '/evidence/{id}') {
      const redirect = redirectFromEarlierId(id, request)
      if (redirect !== undefined) return uncached(redirect)
    }
    const root = usedFormat === 'atom' ? rootAddress(request) : ''
    const endpointRequest = { endpoint, id, format: usedFormat, isNegotiated, root }
    const answer = (): Responded | Promise<Responded> => {
      const contentRequest = ask(endpointRequest, request.query as RawQuery)
      return 'status' in contentRequest
        ? uncached(contentRequest)
        : respond(contentRequest, request.headers)
    }
    return endpoint.isEvents === true ? eventAnswers.awaitAfter(request).then(answer) : answer()
  }
}

/** The extensions of a path: none, or a format. After an identifier, the handler reads the extension. */
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
  { basePath, respond, send, page, headers }: RouteOptions,
  add: (url: string, answer: Responder, config: FastifyContextConfig) => void,
): void {
  const root = basePath === '' ? ['/'] : ['', '/']
  if (page === undefined) {
    for (const url of root)
      add(url, () => uncached(redirectToDocs(basePath)), { template: '/', isPageFile: true })
    return
  }
  const addView = (path: ViewPath, template: string, framing: Framing): void => {
    const answer: Responder = (request) => {
      const { params, headers } = request
      const [id] = Object.values(params as Readonly<Record<string, string>>)
      if (path === '/receipt/{id}') {
        const redirect = redirectFromEarlierId(id ?? '', request)
        if (redirect !== undefined) return uncached(redirect)
      }
      const content: ContentRequest['content'] = ({ market, operator }) => {
        const title = titleOf(market, path, id ?? '')
        const view = pageContent(page, { basePath, market, operator, title, framing })
        return isInBook(market, path, id ?? '') ? view : notFoundPage(view, 404)
      }
      // Not cached by identifier: clients could fill the cache with identifiers.
      const cacheKey = id === undefined ? template : undefined
      return respond({ cacheKey, content }, headers)
    }
    for (const url of template === '/' ? root : [template, `${template}/`])
      add(routePath(url), answer, { template, isPageFile: true })
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
