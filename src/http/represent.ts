import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import Negotiator from 'negotiator'
import type { Instant } from '../domain/instant.ts'
import { always, type Span } from '../query/span.ts'
import type { Reply } from './reply.ts'

/** What there is to say, before a client's wishes give it a form. */
export type Content = {
  readonly type: string
  readonly body: string
  /** When it last changed, as far as the book knows. */
  readonly modified?: Instant
  /** The time in which it holds, if time alone changes it. */
  readonly span?: Span
  /** More headers, the position among them. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What a client wishes. */
export type Wishes = {
  readonly 'accept-encoding'?: string | string[] | undefined
  readonly 'if-none-match'?: string | undefined
}

/** The longest that a cache may answer without asking: rates are published daily, and a publication shows within a minute. */
const cacheSeconds = 60
/** Below this many bytes, compression makes nothing smaller that a packet would notice. */
const leastCompressed = 860

const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)]
/** Quality 5 costs about what gzip costs, and is smaller. */
const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }
const compressors = {
  br: (body: string) => brotli(body, quality),
  gzip: (body: string) => gzip(body),
  identity: async (body: string) => Buffer.from(body),
}
type Encoding = keyof typeof compressors
/** In the order that the server prefers. */
const encodings: readonly Encoding[] = ['br', 'gzip', 'identity']

/** The response for a content: encoded as wished, or 304 if the client has it. Every encoding has a strong ETag of its own. */
export async function represent(content: Content, wishes: Wishes, now: Instant): Promise<Reply> {
  const encoding = content.body.length < leastCompressed ? 'identity' : encodingFor(wishes)
  const etag = etagOf(content.body, encoding)
  const headers = {
    ...cacheHeaders(content, now),
    etag,
    vary: 'Accept-Encoding',
    ...content.headers,
  }
  if (isKnown(etag, wishes['if-none-match'])) return { status: 304, headers, body: '' }
  const body = await compressors[encoding](content.body)
  const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding }
  return { status: 200, headers: { ...headers, ...coding, 'content-type': content.type }, body }
}

/** Brotli, gzip or neither, as the client prefers; what we lack is answered plain, never 406. */
function encodingFor(wishes: Wishes): Encoding {
  const negotiator = new Negotiator({ headers: wishes }) as Negotiator & PreferredEncoding
  const wished = negotiator.encoding(encodings, { preferred: encodings })
  return encodings.find((encoding) => encoding === wished) ?? 'identity'
}

/** Of encodings that the client likes equally, ours goes first: an option of the library that its types lack. */
type PreferredEncoding = {
  encoding(
    available: readonly string[],
    options: { preferred: readonly string[] },
  ): string | undefined
}

function etagOf(body: string, encoding: Encoding): string {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`
}

function isKnown(etag: string, ifNoneMatch = ''): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) ?? false
}

function cacheHeaders({ modified, span = always }: Content, now: Instant): Record<string, string> {
  const seconds = Math.min(cacheSeconds, Math.floor((span.until - now) / 1000))
  const headers = { 'cache-control': `public, max-age=${Math.max(0, seconds)}` }
  if (modified === undefined) return headers
  const since = span.since > modified ? span.since : modified
  return { ...headers, 'last-modified': new Date(since < now ? since : now).toUTCString() }
}
