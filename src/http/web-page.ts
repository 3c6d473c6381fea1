import type { IncomingMessage } from 'node:http'
import Negotiator from 'negotiator'
import type { Instant } from '../domain/instant.ts'
import { mediaTypes } from './formats/format.ts'
import { replyOf, type Content } from './message/content.ts'
import { createNegotiation, type Encoding } from './message/encodings.ts'
import { payloadOf } from './message/payload.ts'
import { problem } from './message/problem.ts'
import type { Reply } from './message/reply.ts'
import { bytesBody, textBody } from './message/text-body.ts'
import type { Wishes } from './message/wishes.ts'

/** The page as `npm run build` left it, read once at the start. */
export type Page = {
  readonly html: string
  /** By the name of the file, which holds a digest of what is in it. */
  readonly assets: ReadonlyMap<string, Asset>
}

/** A file of the page, and what it is compressed. */
export type Asset = {
  readonly type: string
  readonly forms: { readonly identity: Uint8Array } & Readonly<
    Partial<Record<Encoding, Uint8Array>>
  >
}

/** The addresses of the views; what each shows is read from the address by the page itself. */
export const viewPaths = [
  '/deposit',
  '/institution',
  '/institution/{institution_id}',
  '/changes',
  '/sources',
] as const

/** Only what the page brings may run or show, and it may ask nobody but this server. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page's document under a base path. It is asked for again each time, so that none outlives an upgrade. */
export function pageContent({ html }: Page, basePath: string, isSample: boolean): Content {
  const text = html
    .replace(/<base href="[^"]*"/, `<base href="${basePath}/"`)
    .replace(/(<meta name="sample" content=")[^"]*"/, `$1${isSample ? 'yes' : 'no'}"`)
  return {
    type: 'text/html; charset=utf-8',
    body: textBody(text),
    headers: { 'content-security-policy': policy, 'cache-control': 'no-cache' },
  }
}

/**
 * What a browser is shown where the server has nothing: the page, which says so and where to go on, with the status of the
 * problem that programs get. `undefined` for whoever would rather have that.
 */
export function lostReply(
  { type, body, headers }: Content,
  status: 400 | 404,
  { method = '', headers: { accept = '' } }: Asker,
): Reply | undefined {
  const [wished] = new Negotiator({ headers: { accept } }).mediaTypes([
    'application/problem+json',
    mediaTypes.json,
    'text/html',
  ])
  if (wished !== 'text/html' || (method !== 'GET' && method !== 'HEAD')) return undefined
  const own = { 'content-type': type, 'cache-control': 'no-store', vary: 'Accept' }
  return { status, headers: { ...headers, ...own }, body: body.payload() }
}

/** Of a request, what says whether somebody reads the answer in a browser. */
type Asker = Pick<IncomingMessage, 'method' | 'headers'>

const forever = { 'cache-control': 'public, max-age=31536000, immutable' }

/** What sends the page's files: each has a digest of its bytes in its name, so it may be kept for ever. */
export function createAssets({ assets }: Page): (name: string, wishes: Wishes) => Reply {
  const negotiate = createNegotiation()
  const contents = new Map([...assets].map(([name, asset]) => [name, contentOf(asset)]))
  return (name, wishes) => {
    const [asset, content] = [assets.get(name), contents.get(name)]
    if (asset === undefined || content === undefined) return gone
    const { forms } = asset
    const wished = negotiate(String(wishes['accept-encoding'] ?? ''))
    const encoding = forms[wished] === undefined ? 'identity' : wished
    const payload = payloadOf(forms[encoding] ?? forms.identity)
    const etag = `"${content.body.digest()}${encoding === 'identity' ? '' : `-${encoding}`}"`
    return replyOf(content, { encoding, etag, payload }, wishes['if-none-match'], anyTime)
  }
}

function contentOf({ type, forms }: Asset): Content {
  return { type, body: bytesBody(forms.identity), headers: forever }
}

/** Nothing of a file depends on when it is sent. */
const anyTime = 0 as Instant

const gone = problem(
  404,
  'This file belongs to another version of the page; reload the page, which brings its own.',
)
