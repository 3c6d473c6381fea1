import { getDomain } from 'tldts'
import type { FetchFault, FetchRequest, FollowedRedirect, PageResponse } from './fetch-outcome.ts'
import { isRedirect } from './send-request.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { quoted } from '../../domain/text.ts'

/** A response or a fault, with the URL that it belongs to and the redirects that led there. */
export type Followed<Result> = {
  readonly url: URL
  readonly redirects: readonly FollowedRedirect[]
  readonly result: Result
}

/** Sends requests, following redirects as long as the rules allow it. `send` sends one request. */
export async function followRedirects<Fault extends FetchFault>(
  request: Pick<FetchRequest, 'url' | 'hosts'>,
  limits: FetchLimits,
  send: (url: URL) => Promise<PageResponse | Fault>,
): Promise<Followed<PageResponse | Fault | FetchFault>> {
  const redirects: FollowedRedirect[] = []
  const first = new URL(request.url)
  first.hash = ''
  const refusal = urlRefusal(first, limits)
  if (refusal !== undefined) return { url: first, redirects, result: refused('url', refusal) }
  let url = first
  for (;;) {
    const result = await send(url)
    if ('kind' in result || !isRedirect(result.status, result.headers)) {
      return { url, redirects, result }
    }
    const { status, headers } = result
    const next = redirectTarget(url, headers['location'] ?? '')
    const problem =
      redirects.length === limits.redirects
        ? `was redirected more than ${limits.redirects} times`
        : redirectProblem(first, url, next, request.hosts ?? [])
    redirects.push({ url: url.href, status })
    const nextRefusal = next && urlRefusal(next, limits)
    if (nextRefusal !== undefined) {
      return {
        url,
        redirects,
        result: refused('url', `${url.href} was redirected: ${nextRefusal}`),
      }
    }
    if (problem !== undefined) {
      return { url, redirects, result: refused('redirect', `${first.href} ${problem}.`) }
    }
    url = next ?? url
  }
}

function refused(code: 'url' | 'redirect', message: string): FetchFault {
  return { kind: 'refused', code, message }
}

/** Why a URL is never requested, as a sentence. */
function urlRefusal(url: URL, { urlLength }: FetchLimits): string | undefined {
  if (!['http:', 'https:'].includes(url.protocol)) {
    return `${quoted(url.href)} was not requested: only http and https are.`
  }
  if (url.username !== '' || url.password !== '') {
    return `A URL of ${url.host} was not requested: it has a user name or a password.`
  }
  if (url.href.length > urlLength) {
    return `A URL of ${url.host} was not requested: it is longer than ${urlLength} characters.`
  }
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
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    return `was redirected from https to http, to ${to.host}`
  }
  if (isSameSite(first.hostname, to.hostname) || hosts.includes(to.hostname)) return undefined
  return `was redirected to ${to.host}, which is another domain and not one of the source's hosts`
}

/** Whether two hosts have the same registrable domain, such as bank.example. An address, or localhost, only equals itself. */
function isSameSite(one: string, other: string): boolean {
  if (one === other) return true
  const domain = getDomain(one, { allowPrivateDomains: true })
  return domain !== null && domain === getDomain(other, { allowPrivateDomains: true })
}
