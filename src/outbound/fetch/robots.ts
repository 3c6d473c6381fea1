import { after, instantText, type Instant } from '../../domain/instant.ts'
import type { FetchFault } from './fetch-error.ts'
import type { PageResponse } from './exchange.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { parseRobots } from './robots-rules.ts'

/** The name that robots.txt files address, without a version. */
export const robotsName = 'Ratebook'

/** The rules of a host's robots.txt, until it is fetched again. */
export type RobotsRules = {
  readonly until: Instant
  /** Why nothing of the host may be requested until then, as a sentence. */
  readonly unreachable?: string
  readonly isAllowed: (url: URL) => boolean
  /** Milliseconds between two requests that Crawl-delay asks for; 0 without one. */
  readonly crawlDelay: number
}

/** Where the rules for a URL are: each scheme, name and port has its own. */
export function robotsUrl(url: URL): URL {
  return new URL('/robots.txt', url.origin)
}

/**
 * Reads the response to the request for robots.txt as RFC 9309 defines it: 2xx has rules, and 4xx means that there are none.
 * 429 asks for fewer requests, so it counts as unreachable, as 5xx does: nothing is requested for a day.
 */
export function readRobots(
  url: URL,
  result: PageResponse | FetchFault,
  now: Instant,
  { robotsAge }: FetchLimits,
): RobotsRules {
  const until = after(now, robotsAge)
  const file = robotsUrl(url).href
  const unreachable = (what: string): RobotsRules => ({
    until,
    unreachable: `${url.host} is not requested before ${instantText(until)}, because ${file} ${what}.`,
    isAllowed: () => false,
    crawlDelay: 0,
  })
  if ('kind' in result) return unreachable(`could not be read: ${result.message.slice(0, -1)}`)
  const { status, body } = result
  if (status >= 400 && status <= 499 && status !== 429) {
    return { until, isAllowed: () => true, crawlDelay: 0 }
  }
  if (status < 200 || status > 299) return unreachable(`was answered with status ${status}`)
  const rules = parseRobots(new TextDecoder().decode(body), robotsName)
  return {
    until,
    isAllowed: ({ pathname, search }) => rules.isAllowed(pathname + search),
    crawlDelay: rules.crawlDelay * 1_000,
  }
}
