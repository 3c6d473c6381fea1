import { after, instantText, type Instant } from '../../domain/instant.ts'
import { sendRequest, type SendSettings } from './send-request.ts'
import type { PageResponse, FetchFault, FetchRequest } from './fetch-outcome.ts'
import { followRedirects } from './redirects.ts'
import { readRobots, robotsUrl, type RobotsRules } from './robots.ts'
import { parseWhole } from '../../domain/decimal.ts'
import type { FetchLimits } from './fetch-limits.ts'

/** How pages are requested politely. */
export type VisitOptions = SendSettings & {
  readonly turns: HostTurns
  readonly now: () => Instant
  /** Waits, or rejects once the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** A request for a page. */
export type Visit = {
  readonly url: URL
  /** The hosts that the redirects of robots.txt may lead to. */
  readonly hosts: readonly string[]
  readonly time: number
  readonly etag?: string
}

/** A response or a fault, the milliseconds that the request took, and when the host may be asked again. */
export type VisitResult = {
  readonly result: PageResponse | FetchFault
  readonly took: number
  readonly retryAt?: Instant
}

/** Requests a URL when its host has no other request, robots.txt allows it, and the pause since the last request is over. */
export function visit(request: Visit, options: VisitOptions): Promise<VisitResult> {
  const { url } = request
  const { turns, now, limits, signal } = options
  return turns.inTurn(url, async (memory) => {
    const refusal = await refusalOf(request, memory, options)
    if (refusal !== undefined) return { took: 0, ...refusal }
    const wait = waitOf(memory, options)
    if (wait > limits.longestPause) {
      const retryAt = after(now(), wait)
      return { took: 0, retryAt, result: waiting(url, 'Crawl-delay', retryAt) }
    }
    if (wait > 0) await options.pause(wait, signal)
    const began = now()
    const { time, etag } = request
    const body = { bytes: limits.bodyBytes, ratio: limits.ratio, excess: 'fails' } as const
    const tagged = etag === undefined ? {} : { etag }
    const result = await sendRequest({ url, time, body, ...tagged }, options)
    const ended = now()
    memory.lastRequest = ended
    // The clock may have been set back meanwhile.
    const took = Math.max(0, ended - began)
    const retryAt = 'kind' in result ? undefined : retryAtOf(result, ended, limits)
    if (retryAt === undefined) return { took, result }
    memory.retryAt = retryAt
    return { took, result, retryAt }
  })
}

/** Why the host, or its robots.txt, refuses the request. */
async function refusalOf(
  request: Visit,
  memory: HostMemory,
  options: VisitOptions,
): Promise<Omit<VisitResult, 'took'> | undefined> {
  const { url } = request
  const { retryAt } = memory
  if (retryAt !== undefined && retryAt > options.now()) {
    return { retryAt, result: waiting(url, 'Retry-After', retryAt) }
  }
  const rules = await rulesOf(request, memory, options)
  if ('kind' in rules) return { result: rules }
  if (rules.unreachable !== undefined) {
    const message = rules.unreachable
    const result = { kind: 'refused', code: 'robots-unreachable', message } as const
    return { result, retryAt: rules.until }
  }
  if (rules.isAllowed(url)) return undefined
  const message = `${url.href} was not requested: ${robotsUrl(url).href} disallows it.`
  return { result: { kind: 'refused', code: 'robots', message } }
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
  const body = { bytes: limits.robotsBytes, ratio: limits.ratio, excess: 'is cut off' } as const
  let time = limits.total
  const request: FetchRequest = { url: robotsUrl(url).href, hosts }
  const { result, redirects } = await followRedirects(request, limits, async (target) => {
    const began = now()
    const response = await sendRequest({ url: target, time, body }, options)
    time = Math.max(1, time - Math.max(0, now() - began))
    return response
  })
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

function waiting({ host }: URL, header: string, at: Instant): FetchFault {
  const message = `${host} asks for no request before ${instantText(at)} (${header}).`
  return { kind: 'refused', code: 'wait', message }
}

/** When a host that answers 429 or 503 with Retry-After may be asked again. */
function retryAtOf(
  { status, headers }: PageResponse,
  now: Instant,
  { longestRetry }: FetchLimits,
): Instant | undefined {
  const text = headers['retry-after']?.trim()
  if (text === undefined || (status !== 429 && status !== 503)) return undefined
  const seconds = parseWhole(text)
  const at = seconds === undefined ? parseHttpDate(text) : now + seconds * 1_000
  if (at === undefined || at <= now) return undefined
  return after(now, Math.min(at - now, longestRetry))
}

/** Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that RFC 9110 lets servers send. */
function parseHttpDate(text: string): number | undefined {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    return undefined
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}

/** The state of a host, which is a scheme, a name and a port. */
export type HostMemory = {
  /** When its last request ended. */
  lastRequest?: Instant
  /** The rules of its robots.txt. */
  robots?: RobotsRules
  /** Until when Retry-After asks for no request. */
  retryAt?: Instant
}

/** The hosts that a fetcher requests. */
export type HostTurns = {
  /** Does the work for a host once all earlier work for it has ended. */
  readonly inTurn: <Result>(
    url: URL,
    work: (memory: HostMemory) => Promise<Result>,
  ) => Promise<Result>
}

/** A host with its memory, and the promise that its work so far has ended. */
type Host = { readonly memory: HostMemory; last: Promise<unknown>; waiting: number }

/** Makes an empty list of hosts. A host is forgotten once nothing of its memory holds any more. */
export function createHostTurns(now: () => Instant, pause: number): HostTurns {
  const hosts = new Map<string, Host>()
  const forgetOld = (): void => {
    const at = now()
    for (const [origin, { memory, waiting }] of hosts) {
      const { lastRequest = 0, robots, retryAt = 0 } = memory
      const until = Math.max(lastRequest + pause, retryAt, robots?.until ?? 0)
      if (waiting === 0 && until < at) hosts.delete(origin)
    }
  }
  return {
    async inTurn(url, work) {
      let host = hosts.get(url.origin)
      if (host === undefined) {
        forgetOld()
        host = { memory: {}, last: Promise.resolve(), waiting: 0 }
        hosts.set(url.origin, host)
      }
      const { memory, last } = host
      host.waiting++
      const turn = last.then(async () => work(memory))
      const ended = turn.then(
        () => host.waiting--,
        () => host.waiting--,
      )
      host.last = ended
      return turn
    },
  }
}
