import { setTimeout as timer } from 'node:timers/promises'
import { MIMEType } from 'node:util'
import { getDomain } from 'tldts'
import { after, instantText, type Instant } from '../../domain/instant.ts'
import { quoted } from '../../domain/text.ts'
import type { AddressCheck } from '../../outbound/address-check.ts'
import { retryAfterDelay, type Resolve } from '../../outbound/send.ts'
import type {
  FetchFault,
  FetchOutcome,
  FetchRequest,
  FollowedRedirect,
  PageResponse,
} from './fetch-outcome.ts'
import {
  fetchLimits,
  get,
  isRedirect,
  type FetchLimits,
  type GetOptions,
  type GetRequest,
} from './get.ts'
import { readRobots, robotsUrl, type RobotsRules } from './robots.ts'

/** How a fetcher works. */
export type FetcherOptions = {
  readonly check: AddressCheck
  /** From `userAgentOf`. */
  readonly userAgent: string
  readonly now: () => Instant
  /** Ends all fetches. */
  readonly signal?: AbortSignal
  readonly limits?: Partial<FetchLimits>
  readonly resolve?: Resolve
  /** Waits, or rejects once the signal is aborted. */
  readonly pause?: (milliseconds: number) => Promise<void>
}

/** Fetches pages of institutions. It remembers robots.txt and the last request of each host, so a process needs only one. */
export type Fetcher = {
  /** Never rejects because of what a server does. Fetches of one host take turns; those of different hosts run together. */
  readonly fetch: (request: FetchRequest) => Promise<FetchOutcome>
}

/** Makes a fetcher. docs/fetching.md says what it sends, what it refuses and where its limits are. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const limits = { ...fetchLimits, ...options.limits }
  const { now, signal = new AbortController().signal } = options
  const visits: VisitOptions = {
    check: options.check,
    userAgent: options.userAgent,
    resolve: options.resolve,
    pause: options.pause ?? (async (milliseconds) => timer(milliseconds, undefined, { signal })),
    inTurn: createHostTurns(now, limits.pause),
    limits,
    now,
    signal,
  }
  return {
    async fetch(request) {
      if (URL.parse(request.url) === null) {
        const message = `A page was not requested, because its address is not a URL.`
        return { kind: 'refused', code: 'url', message, url: request.url, redirects: [] }
      }
      try {
        return await fetchPage(request, visits)
      } catch (error) {
        if (!signal.aborted) throw error
        const message = `The fetch of ${request.url} was stopped.`
        return { kind: 'failed', code: 'stopped', message, url: request.url, redirects: [] }
      }
    },
  }
}

/** Fetches a page. A 304 that is not about the body with our ETag is followed by a request for the whole page. */
async function fetchPage(request: FetchRequest, options: VisitOptions): Promise<FetchOutcome> {
  const { hosts = [] } = request
  const strong = strongEtag(request.etag)
  const left = { time: options.limits.total }
  const visitPage = async (url: URL, etag: string | undefined): Promise<Visited> => {
    const result = await visit({ url, hosts, left, etag }, options)
    if ('kind' in result || result.status !== 304 || etag === undefined) return result
    return result.headers['etag'] === etag ? result : visitPage(url, undefined)
  }
  const followed = await followRedirects(request, options.limits, (url) => visitPage(url, strong))
  return outcomeOf(followed, strong)
}

/** An ETag that may be sent: strong, and a valid header. */
function strongEtag(etag: string | undefined): string | undefined {
  return etag !== undefined && /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : undefined
}

/** The statuses by which a server says that it does not want the request. */
const refusals = [401, 403, 429, 451]

/** The outcome of a fetch whose requests had this strong ETag. */
function outcomeOf({ url, redirects, result }: Followed, etag: string | undefined): FetchOutcome {
  const place = { url: url.href, redirects }
  if ('kind' in result) {
    const { response, ...fault } = result
    return { ...fault, ...place, ...(response && pageOf(response)) }
  }
  const { status, headers, body } = result
  if (status === 304 && etag !== undefined && headers['etag'] === etag)
    return { kind: 'not-modified', ...place, status, headers }
  const page = { ...place, ...pageOf(result) }
  if (status === 200 && body !== undefined) return { kind: 'fetched', ...page, body }
  const message = `${url.href} was answered with status ${status}.`
  const kind = refusals.includes(status) ? 'refused' : 'failed'
  return { kind, code: 'status', message, ...page }
}

/** A response without an empty body, and its character encoding. */
function pageOf({ body, ...page }: PageResponse) {
  const kept = body === undefined || body.length === 0 ? {} : { body }
  return { ...page, ...charsetOf(page.headers['content-type']), ...kept }
}

/** The form of the names of character encodings. The book keeps the name, so no other text may get there. */
const charsetName = /^[\w.:-]{1,40}$/

/** The character encoding that a Content-Type names; nothing if it is not valid. */
function charsetOf(header: string | undefined): { readonly charset?: string } {
  if (header === undefined) return {}
  try {
    const charset = new MIMEType(header).params.get('charset')?.trim().toLowerCase() ?? ''
    return charsetName.test(charset) ? { charset } : {}
  } catch {
    return {}
  }
}

/** A response or a fault, with the URL that it belongs to and the redirects that led there. */
type Followed = {
  readonly url: URL
  readonly redirects: readonly FollowedRedirect[]
  readonly result: PageResponse | FetchFault
}

/** Sends requests, following redirects as long as the rules allow it. `getOne` sends one request. */
async function followRedirects(
  { url: address, hosts = [] }: Pick<FetchRequest, 'url' | 'hosts'>,
  limits: FetchLimits,
  getOne: (url: URL) => Promise<PageResponse | FetchFault>,
): Promise<Followed> {
  const redirects: FollowedRedirect[] = []
  const first = new URL(address)
  first.hash = ''
  let url = first
  const refused = (code: 'url' | 'redirect', message: string): Followed => ({
    url,
    redirects,
    result: { kind: 'refused', code, message },
  })
  const refusal = urlRefusal(first, limits)
  if (refusal !== undefined) return refused('url', refusal)
  for (;;) {
    const result = await getOne(url)
    if ('kind' in result || !isRedirect(result)) return { url, redirects, result }
    const { status, headers } = result
    const next = redirectTarget(url, headers['location'] ?? '')
    const isOneTooMany = redirects.length === limits.redirects
    redirects.push({ url: url.href, status })
    const nextRefusal = next && urlRefusal(next, limits)
    if (nextRefusal !== undefined)
      return refused('url', `${url.href} was redirected: ${nextRefusal}`)
    const problem = isOneTooMany
      ? `was redirected more than ${limits.redirects} times`
      : redirectProblem(first, url, next, hosts)
    if (problem !== undefined) return refused('redirect', `${first.href} ${problem}.`)
    url = next ?? url
  }
}

/** Why a URL is never requested, as a sentence. */
function urlRefusal(url: URL, { urlLength }: FetchLimits): string | undefined {
  if (!['http:', 'https:'].includes(url.protocol))
    return `${quoted(url.href)} was not requested: only http and https are.`
  if (url.username !== '' || url.password !== '')
    return `A URL of ${url.host} was not requested: it has a user name or a password.`
  if (url.href.length > urlLength)
    return `A URL of ${url.host} was not requested: it is longer than ${urlLength} characters.`
  return undefined
}

/** The URL that Location names, without a fragment; `undefined` if it is not valid. */
function redirectTarget(url: URL, location: string): URL | undefined {
  // Node decodes headers as Latin-1, so each character is a byte. Browsers encode such bytes as they are, mostly UTF-8.
  const encoded = location.replaceAll(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const target = URL.parse(encoded, url)
  if (target === null) return undefined
  target.hash = ''
  return target
}

/** Why a redirect is not followed, as the end of a sentence. */
function redirectProblem(
  first: URL,
  from: URL,
  to: URL | undefined,
  hosts: readonly string[],
): string | undefined {
  if (to === undefined) return 'was redirected to something that is not a URL'
  if (from.protocol === 'https:' && to.protocol === 'http:')
    return `was redirected from https to http, to ${to.host}`
  if (isSameSite(first.hostname, to.hostname) || hosts.includes(to.hostname)) return undefined
  return `was redirected to ${to.host}, which is another domain and not one of the source's hosts`
}

/** Whether two hosts have the same registrable domain, such as bank.example. An address, or localhost, only equals itself. */
function isSameSite(one: string, other: string): boolean {
  if (one === other) return true
  const domain = getDomain(one, { allowPrivateDomains: true })
  return domain !== null && domain === getDomain(other, { allowPrivateDomains: true })
}

/** How pages are requested politely. */
type VisitOptions = GetOptions &
  Required<Pick<FetcherOptions, 'now' | 'pause'>> & { readonly inTurn: InTurn }

/** The milliseconds that are left for all requests of a page; pauses do not count. */
type TimeLeft = { time: number }

/** A request for a page, and the hosts that the redirects of robots.txt may lead to. */
type Visit = Pick<GetRequest, 'url' | 'etag'> & {
  readonly hosts: readonly string[]
  readonly left: TimeLeft
}

type Visited = PageResponse | FetchFault

/** Requests a URL when its host has no other request, robots.txt allows it, and the pause since the last request is over. */
function visit(request: Visit, options: VisitOptions): Promise<Visited> {
  const { url, etag, left } = request
  const { inTurn, now, limits } = options
  return inTurn(url, async (memory) => {
    const refusal = await refusalOf(request, memory, options)
    if (refusal !== undefined) return refusal
    const wait = waitOf(memory, options)
    if (wait > limits.longestPause) return waiting(url, 'Crawl-delay', after(now(), wait))
    if (wait > 0) await options.pause(wait)
    const page = { url, etag, bytes: limits.bodyBytes, excess: 'fails' } as const
    const result = await getInTime(page, left, options)
    const ended = now()
    memory.lastRequest = ended
    const retryAt = 'kind' in result ? undefined : retryAtOf(result, ended, limits)
    if (retryAt === undefined) return result
    memory.retryAt = retryAt
    return { ...result, retryAt }
  })
}

/** Sends a request, and takes its time from what is left. */
async function getInTime(
  request: Omit<GetRequest, 'time'>,
  left: TimeLeft,
  options: VisitOptions,
): Promise<Visited> {
  const began = options.now()
  const result = await get({ ...request, time: left.time }, options)
  // The clock may have been set back meanwhile.
  left.time = Math.max(1, left.time - Math.max(0, options.now() - began))
  return result
}

/** Why the host, or its robots.txt, refuses the request. */
async function refusalOf(
  request: Visit,
  memory: HostMemory,
  options: VisitOptions,
): Promise<FetchFault | undefined> {
  const { url } = request
  const { retryAt } = memory
  if (retryAt !== undefined && retryAt > options.now()) return waiting(url, 'Retry-After', retryAt)
  const rules = await rulesOf(request, memory, options)
  if ('kind' in rules) return rules
  const { unreachable, until } = rules
  if (unreachable !== undefined)
    return { kind: 'refused', code: 'robots-unreachable', message: unreachable, retryAt: until }
  if (rules.isAllowed(url.pathname + url.search)) return undefined
  const message = `${url.href} was not requested: ${robotsUrl(url).href} disallows it.`
  return { kind: 'refused', code: 'robots', message }
}

/** Faults after which the next fetch asks for robots.txt again: the host gave no response that could be kept for a day. */
const unanswered = new Set<string>(['name', 'connect', 'tls', 'timeout', 'protocol', 'stopped'])

/** The rules of the host, which are fetched at most once a day. */
async function rulesOf(
  { url, hosts }: Visit,
  memory: HostMemory,
  options: VisitOptions,
): Promise<RobotsRules | FetchFault> {
  const { limits, now } = options
  if (memory.robots !== undefined && memory.robots.until > now()) return memory.robots
  const left = { time: limits.total }
  const file = { etag: undefined, bytes: limits.robotsBytes, excess: 'is cut off' } as const
  const { result, redirects } = await followRedirects(
    { url: robotsUrl(url).href, hosts },
    limits,
    (target) => getInTime({ ...file, url: target }, left, options),
  )
  if ('kind' in result) {
    const isOwnAddress = result.code === 'address' && redirects.length === 0
    if (isOwnAddress || unanswered.has(result.code)) return result
  }
  memory.robots = readRobots(url, result, now(), limits)
  return memory.robots
}

/** Milliseconds until the pause since the last request is over; never more than the pause, whatever the clock says. */
function waitOf({ lastRequest, robots }: HostMemory, { limits, now }: VisitOptions): number {
  if (lastRequest === undefined) return 0
  const pause = Math.max(limits.pause, robots?.crawlDelay ?? 0)
  return Math.min(pause, Math.max(0, lastRequest + pause - now()))
}

function waiting({ host }: URL, header: string, retryAt: Instant): FetchFault {
  const message = `${host} asks for no request before ${instantText(retryAt)} (${header}).`
  return { kind: 'refused', code: 'wait', message, retryAt }
}

/** When a host that answers 429 or 503 with Retry-After may be asked again. */
function retryAtOf(
  { status, headers }: PageResponse,
  now: Instant,
  { longestRetry }: FetchLimits,
): Instant | undefined {
  if (status !== 429 && status !== 503) return undefined
  const wait = retryAfterDelay(headers['retry-after'], now)
  return wait > 0 ? after(now, Math.min(wait, longestRetry)) : undefined
}

/** The state of a host, which is a scheme, a name and a port. */
type HostMemory = {
  /** When its last request ended. */
  lastRequest?: Instant
  /** The rules of its robots.txt. */
  robots?: RobotsRules
  /** Until when Retry-After asks for no request. */
  retryAt?: Instant
}

/** Does the work for a host once all earlier work for it has ended. */
type InTurn = (url: URL, work: (memory: HostMemory) => Promise<Visited>) => Promise<Visited>

/** A host with its memory, and the promise that its work so far has ended. */
type Host = { readonly memory: HostMemory; last: Promise<unknown>; waiting: number }

/** Makes an empty list of hosts. A host is forgotten once nothing of its memory holds any more. */
function createHostTurns(now: () => Instant, pause: number): InTurn {
  const hosts = new Map<string, Host>()
  const forgetOld = (): void => {
    const at = now()
    for (const [origin, { memory, waiting }] of hosts) {
      const { lastRequest = 0, robots, retryAt = 0 } = memory
      const until = Math.max(lastRequest + pause, retryAt, robots?.until ?? 0)
      if (waiting === 0 && until < at) hosts.delete(origin)
    }
  }
  const hostOf = ({ origin }: URL): Host => {
    const known = hosts.get(origin)
    if (known !== undefined) return known
    forgetOld()
    const host = { memory: {}, last: Promise.resolve(), waiting: 0 }
    hosts.set(origin, host)
    return host
  }
  return (url, work) => {
    const host = hostOf(url)
    host.waiting++
    const turn = host.last.then(() => work(host.memory))
    const end = (): number => host.waiting--
    host.last = turn.then(end, end)
    return turn
  }
}
