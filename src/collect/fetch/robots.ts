import { parseWhole } from '../../domain/decimal.ts'
import { after, instantText, type Instant } from '../../domain/instant.ts'
import type { FetchFault, PageResponse } from './fetch-outcome.ts'
import type { FetchLimits } from './get.ts'

/** The name that robots.txt files address, without a version. */
const robotsName = 'Ratebook'

/** The rules of a robots.txt for Ratebook. */
type CrawlerRules = {
  /** Whether a path with its query, such as `/rates?page=1`, may be requested. */
  readonly isAllowed: (path: string) => boolean
  /** Milliseconds between two requests that Crawl-delay asks for; 0 without one. */
  readonly crawlDelay: number
}

/** The rules of a host, until its robots.txt is fetched again. */
export type RobotsRules = CrawlerRules & {
  readonly until: Instant
  /** Why nothing of the host may be requested until then, as a sentence. */
  readonly unreachable?: string
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
  return { until, ...parseRobots(new TextDecoder().decode(body)) }
}

/**
 * The User-Agent of a Ratebook, such as `Ratebook/0.1.0 (+mailto:rates@example.org)`; `undefined` if the contact is not an e-mail
 * address or a URL of http or https that fits into a header.
 */
export function userAgentOf(version: string, contact: string): string | undefined {
  const isMail = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(contact)
  const isPage = /^https?:\/\/[\x21-\x27\x2a-\x7e]+$/.test(contact) && URL.canParse(contact)
  if (!isMail && !isPage) return undefined
  return `${robotsName}/${version} (+${isMail ? 'mailto:' : ''}${contact})`
}

type Rule = { readonly isAllow: boolean; readonly pattern: string }

/** The records of all groups that name one agent. */
type AgentRecords = { isNamed: boolean; readonly rules: Rule[]; crawlDelay: number }

/** Reads robots.txt as RFC 9309 defines it: the groups that name Ratebook count, or else those of `*`. */
export function parseRobots(text: string): CrawlerRules {
  const own: AgentRecords = { isNamed: false, rules: [], crawlDelay: 0 }
  const everybody: AgentRecords = { isNamed: false, rules: [], crawlDelay: 0 }
  readRecords(
    text,
    new Map([
      [robotsName.toLowerCase(), own],
      ['*', everybody],
    ]),
  )
  const { rules, crawlDelay } = own.isNamed ? own : everybody
  return {
    isAllowed: (path) => decisiveRule(rules, path)?.isAllow ?? true,
    crawlDelay: crawlDelay * 1_000,
  }
}

/** Adds the records of a file to the agents that their groups name. */
function readRecords(text: string, agents: ReadonlyMap<string, AgentRecords>): void {
  const group = new Set<AgentRecords>()
  // Only a rule ends the list of agents. Crawl-delay and Sitemap may stand between two of them.
  let hasRules = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [name = '', ...others] = line.replace(/#.*$/, '').split(':')
    const key = name.trim().toLowerCase()
    const value = others.join(':').trim()
    if (key === 'user-agent') {
      if (hasRules) group.clear()
      hasRules = false
      const records = agents.get(value.replace(/[\s/].*$/, '').toLowerCase())
      if (records === undefined) continue
      records.isNamed = true
      group.add(records)
    } else if (key === 'allow' || key === 'disallow') {
      hasRules = true
      addRule(group, key === 'allow', value)
    } else if (key === 'crawl-delay') {
      for (const one of group) one.crawlDelay = Math.max(one.crawlDelay, secondsOf(value))
    }
  }
}

/** Adds a rule to each record of a group. A rule without a path says nothing. */
function addRule(group: ReadonlySet<AgentRecords>, isAllow: boolean, path: string): void {
  if (path === '') return
  const rule = { isAllow, pattern: normalizedPattern(path) }
  for (const { rules } of group) rules.push(rule)
}

/** The seconds of a Crawl-delay, rounded up; 0 if it is not a number. */
function secondsOf(value: string): number {
  const [, whole = '', fraction] = /^(\d+)(\.\d+)?$/.exec(value) ?? []
  const seconds = parseWhole(whole) ?? 0
  return fraction === undefined ? seconds : seconds + 1
}

/** The rule with the longest pattern that matches a path. Of equally long ones, Allow counts. */
function decisiveRule(rules: readonly Rule[], path: string): Rule | undefined {
  const target = normalized(path).replaceAll('*', '%2A').replaceAll('$', '%24')
  let decisive: Rule | undefined
  for (const rule of rules) {
    const more = rule.pattern.length - (decisive?.pattern.length ?? 0)
    if ((more > 0 || (more === 0 && rule.isAllow)) && matches(rule.pattern, target)) decisive = rule
  }
  return decisive
}

/** A pattern in which `*` is a wildcard and `$` only the end of the path. */
function normalizedPattern(value: string): string {
  const path = normalized(value)
  return path.slice(0, -1).replaceAll('$', '%24') + path.slice(-1)
}

/** Whether a pattern matches the beginning of a path, or all of it. Each part is found as early as possible. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  const last = isWhole ? others.pop() : undefined
  let end = first.length
  for (const part of others) {
    const start = path.indexOf(part, end)
    if (start === -1) return false
    end = start + part.length
  }
  if (last !== undefined) return path.length - last.length >= end && path.endsWith(last)
  return !isWhole || path.length === end
}

/**
 * One spelling for all equal paths (RFC 9309, 2.2.2): unreserved characters are decoded, and so are those that mean nothing in a
 * query; what URLs cannot contain is encoded.
 */
function normalized(path: string): string {
  const encoded = path
    .replaceAll(/[^\w.~:/?#[\]@!$&'()*+,;=%-]+/gu, (text) =>
      encodeURIComponent(text.toWellFormed()),
    )
    .replaceAll(/%(?![\da-f]{2})/gi, '%25')
    .replaceAll(/%[\da-f]{2}/gi, (octet) => octet.toUpperCase())
  const query = encoded.indexOf('?')
  return encoded.replaceAll(/%[2-7][\dA-F]/g, (octet, offset: number) => {
    const character = decodeURIComponent(octet)
    const isInQuery = query !== -1 && offset > query
    return (isInQuery ? /[\w.~:/?@-]/ : /[\w.~-]/).test(character) ? character : octet
  })
}
