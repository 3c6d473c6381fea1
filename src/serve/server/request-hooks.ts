import type { IncomingMessage } from 'node:http'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import {
  allowedMethods,
  optionsHeaders,
  problem,
  tooManyRequests,
  type HttpResponse,
} from '../http/http-response.ts'
import { isWarmUp } from './framework.ts'
import type { Limits } from './limits.ts'
import type { Send } from './send.ts'

/** The options of the request hooks. */
export type HookOptions = {
  readonly basePath: string
  readonly limits: Limits
  /** Requests a second of one client; `undefined` for no limit. */
  readonly rateLimit: number | undefined
  readonly send: Send
  /** The web page that browsers get instead of a problem document. */
  readonly pageFor: (status: 400 | 404, request: FastifyRequest) => HttpResponse | undefined
}

/** Adds every check that may refuse a request before its handler, in this order, and the responses to errors. */
export function addRequestHooks(app: FastifyInstance, options: HookOptions): void {
  const { limits, send } = options
  addRefusal(app, send, (request) => checkRequest(request.raw, limits, isProbe(request)))
  if (options.rateLimit !== undefined) addRateLimit(app, options.rateLimit, limits.clients, send)
  app.after(() => {
    addRefusal(app, send, (request) => methodRefusal(request, options))
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // Fastify and its plugins throw these for requests that they cannot read.
    if (error.statusCode !== undefined && error.statusCode < 500) {
      const isFile = request.routeOptions.config.isPageFile === true
      const refusal = problem(400, 'The request cannot be read.')
      return send(reply, isFile ? problem(404, 'There is no such file.') : refusal)
    }
    request.log.error(error)
    return send(reply, problem(500, 'The server met an error that is its own; its log says more.'))
  })
}

function addRefusal(
  app: FastifyInstance,
  send: Send,
  refusalOf: (request: FastifyRequest) => HttpResponse | undefined,
): void {
  app.addHook('onRequest', (request, reply, next) => {
    const refusal = refusalOf(request)
    if (refusal === undefined) next()
    else send(reply, refusal)
  })
}

/** Checks what Node's parser does not check. Returns the refusal, or `undefined` for a valid request. */
function checkRequest(
  request: IncomingMessage,
  limits: Limits,
  isProbe: boolean,
): HttpResponse | undefined {
  const { httpVersion, rawHeaders, url = '' } = request
  if (isHttp1(request) && httpVersion !== '1.1' && httpVersion !== '1.0') {
    return problem(
      505,
      `HTTP/${httpVersion} is not spoken here; HTTP/1.1 and HTTP/1.0 are, and HTTP/2 over TLS.`,
    )
  }
  if (url.length > limits.target) {
    return problem(
      414,
      `The target has ${url.length} characters; ${limits.target} is the most that is read.`,
    )
  }
  if (rawHeaders.length / 2 > limits.headerLines) {
    return problem(
      431,
      `The request has ${rawHeaders.length / 2} header lines; ${limits.headerLines} is the most that is read.`,
    )
  }
  // Node's parser limits the headers of HTTP/1 itself.
  if (!isHttp1(request) && rawHeaders.join('').length > limits.headBytes) {
    return problem(
      431,
      `The head of the request is too large; ${limits.headBytes} bytes are the most that is read.`,
    )
  }
  if (!/^(?:\/|https?:\/\/|\*$)/i.test(url) || (url === '*' && request.method !== 'OPTIONS')) {
    return problem(400, 'The target of the request is not a path.')
  }
  const refusal = isHttp1(request) ? checkHttp1Headers(request, isProbe) : undefined
  // Where such a request ends is uncertain, so the connection must close (RFC 9112, section 6.3).
  return refusal && { ...refusal, headers: { ...refusal.headers, connection: 'close' } }
}

function checkHttp1Headers(
  { httpVersion, rawHeaders, headers }: IncomingMessage,
  isProbe: boolean,
): HttpResponse | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return problem(400, 'The request has more than one Host header; send one.')
  // Node's parser takes RTSP, which has no Host header, for HTTP/1.0. Probes of load balancers have none either.
  if (hosts.length === 0 && !(isProbe && httpVersion === '1.0')) {
    return problem(400, 'The request has no Host header; send one, with HTTP/1.0 too.')
  }
  if (!/^[\w.:[\]~!$&'()*+,;=%-]*$/.test(headers.host ?? '')) {
    return problem(400, 'The Host header names no host.')
  }
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    return problem(501, 'The Transfer-Encoding is not known here; chunked is the only one that is.')
  }
  return undefined
}
/** Whether a request came over HTTP/1, not HTTP/2. */
export function isHttp1(request: IncomingMessage): boolean {
  return !('stream' in request)
}

/**
 * Refuses clients that send too many requests. The library counts by address, for IPv6 by the first 64 bits, which usually
 * belong to one customer.
 */
function addRateLimit(app: FastifyInstance, max: number, clients: number, send: Send): void {
  void app.register(rateLimit, {
    global: false,
    max,
    timeWindow: 1_000,
    cache: clients,
    keyGenerator: (request) => normalizeIP(request.clientAddress),
  })
  app.after(() => {
    const count = app.createRateLimit()
    let last: Promise<unknown> = Promise.resolve()
    app.addHook('onRequest', async (request, reply) => {
      if (isExempt(request)) return
      // The library reads a counter some time after incrementing it, so concurrent requests would all see the highest count.
      const counting = last.then(() => count(request))
      last = counting.catch(() => {})
      const counted = await counting
      if (counted.isAllowed || !counted.isExceeded) return
      return send(reply, tooManyRequests(Math.max(1, counted.ttlInSeconds)))
    })
  })
}

function isProbe({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.isProbe === true
}

/** Whether a request is exempt from the rate limit. */
function isExempt(request: FastifyRequest): boolean {
  return isProbe(request) || request.routeOptions.config.isPageFile === true || isWarmUp(request)
}

/** The response to an unknown path or to another method than GET and HEAD; `undefined` for all other requests. */
function methodRefusal(
  request: FastifyRequest,
  { basePath, pageFor }: HookOptions,
): HttpResponse | undefined {
  const { method } = request
  const path = request.url.split('?', 1)[0] ?? ''
  // The plugin for the files of the page adds no route for other methods.
  const isFile = path.startsWith(`${basePath}/assets/`)
  const isRead = method === 'GET' || method === 'HEAD'
  if (request.is404 && (isRead || !isFile)) {
    const detail = `There is nothing at ${path}; ${basePath}/docs lists what there is.`
    return pageFor(404, request) ?? problem(404, detail)
  }
  if (request.routeOptions.config.isPosted === true) return postRefusal(method, path, basePath)
  if (isRead) return undefined
  if (method === 'OPTIONS') return { status: 204, headers: optionsHeaders(allowedMethods) }
  return problem(405, `${method} is not for ${path}; it is read with GET.`)
}

/** The same for a path that accepts only POST. */
function postRefusal(method: string, path: string, basePath: string): HttpResponse | undefined {
  const methods = 'POST, OPTIONS'
  if (method === 'POST') return undefined
  if (method === 'OPTIONS') return { status: 204, headers: optionsHeaders(methods) }
  const refusal = problem(
    405,
    `${method} is not for ${path}; assistants send it messages of MCP with POST, and ${basePath}/docs is for people.`,
  )
  return { ...refusal, headers: { ...refusal.headers, allow: methods } }
}
