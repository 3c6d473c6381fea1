import type { Instant } from '../../domain/instant.ts'
import type { Page } from '../../query/page.ts'
import { always, type Span } from '../../query/span.ts'
import type { Body } from './body.ts'
import { createHttpDate } from './http-date.ts'
import { noPayload } from './payload.ts'
import type { Reply } from './reply.ts'
import type { Representation } from './represent.ts'

/** What there is to say, before a client's wishes give it a form. */
export type Content = {
  readonly type: string
  readonly body: Body
  /** When it last changed, as far as the book knows. */
  readonly modified?: Instant
  /** The time in which it holds, if time alone changes it. */
  readonly span?: Span
  /** More headers, the position among them. */
  readonly headers?: Readonly<Record<string, string>>
  /** Every page of the list that this is one of, where pages differ in nothing but these. */
  readonly pages?: (page: Page) => PageContent
}

/** The body of a page, and the header that links it to those around it. */
export type PageContent = { readonly body: Body; readonly link: string | undefined }

/** The longest that a cache may answer without asking: rates are published daily, and a publication shows within a minute. */
const cacheSeconds = 60

/** The response for a content in one form, or 304 if the client has it. */
export function replyOf(
  content: Content,
  { encoding, etag, payload }: Representation,
  ifNoneMatch: string | undefined,
  now: Instant,
): Reply {
  const headers = {
    ...cacheHeaders(content, now),
    etag,
    vary: 'Accept-Encoding',
    ...content.headers,
  }
  if (isKnown(etag, ifNoneMatch)) return { status: 304, headers, body: noPayload }
  const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding }
  return {
    status: 200,
    headers: { ...headers, ...coding, 'content-type': content.type },
    body: payload,
  }
}

/** The time in which the response above stays the same to the letter. */
export function steadySpan({ modified, span = always }: Content): Span {
  return {
    since: modified !== undefined && modified > span.since ? modified : span.since,
    until: (span.until - cacheSeconds * 1000) as Instant,
  }
}

function isKnown(etag: string, ifNoneMatch = ''): boolean {
  if (ifNoneMatch === '') return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false
}

const modifiedText = createHttpDate()

/** What caches are told: never longer than the content holds (design, section 4). */
function cacheHeaders({ modified, span = always }: Content, now: Instant): Record<string, string> {
  const seconds = Math.min(cacheSeconds, Math.floor((span.until - now) / 1000))
  const headers = { 'cache-control': `public, max-age=${Math.max(0, seconds)}` }
  if (modified === undefined) return headers
  const since = span.since > modified ? span.since : modified
  return { ...headers, 'last-modified': modifiedText(since < now ? since : now) }
}
