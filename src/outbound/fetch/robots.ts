import robotsParser from 'robots-parser'
import { after, instantText, type Instant } from '../../domain/instant.ts'
import type { FetchFault } from './fetch-error.ts'
import type { PageResponse } from './exchange.ts'
import type { FetchLimits } from './fetch-limits.ts'

/** The types of the package describe an ES module, but Node imports its CommonJS function as the default export. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

/** The name that robots.txt files address, without a version. */
export const robotsName = 'Ratebook'

/** Rules with wildcards that would take longer to match disallow the page: the matching stops the whole process meanwhile. */
const mostComparisons = 100_000_000

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
  const text = new TextDecoder().decode(body)
  const rules = parseRobots(file, text)
  const wildcards = (text.match(/^.*\*.*$/gm) ?? []).join('').length
  const delay = rules.getCrawlDelay(robotsName) ?? 0
  return {
    until,
    isAllowed: (page) =>
      wildcards * page.href.length <= mostComparisons &&
      (rules.isAllowed(page.href, robotsName) ?? true),
    crawlDelay: delay > 0 ? delay * 1_000 : 0,
  }
}
