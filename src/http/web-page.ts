import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Content } from './content.ts'
import type { HttpResponse } from './http-response.ts'

/** The web page that `npm run build` makes. */
export type WebPage = {
  /** The HTML document, without the base path and the sample notice. */
  readonly html: string
  /** The folder of its scripts, styles and fonts. Their names contain digests of their contents. */
  readonly assets: string
}

/** Reads a built page; `undefined` if the folder has none. */
export function readWebPage(folder: string): WebPage | undefined {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return undefined
  return { html: readFileSync(index, 'utf8'), assets: join(folder, 'assets') }
}

/** The addresses of the views. The server sends the same page for all of them. */
export const viewPaths = [
  '/deposit',
  '/institution',
  '/institution/{institution_id}',
  '/changes',
  '/correction',
  '/source',
  '/receipt',
  '/receipt/{id}',
] as const

/** The page may load and run only its own files, and send requests only to this server. */
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

/** The HTML document under a base path. Browsers must revalidate it, so that an upgrade takes effect at once. */
export function pageContent({ html }: WebPage, basePath: string, isSample: boolean): Content {
  const text = html
    .replace(/<base href="[^"]*"/, `<base href="${basePath}/"`)
    .replace(/(<meta name="sample" content=")[^"]*"/, `$1${isSample ? 'yes' : 'no'}"`)
  return {
    type: 'text/html; charset=utf-8',
    etagLabel: `page-${hash('sha256', text).slice(0, 12)}`,
    text: () => text,
    headers: { 'content-security-policy': policy, 'cache-control': 'no-cache' },
  }
}

/** The web page with an error status, for browsers at an unknown address. */
export function notFoundPage({ type, text, headers }: Content, status: 400 | 404): HttpResponse {
  return {
    status,
    headers: { ...headers, 'content-type': type, 'cache-control': 'no-store', vary: 'Accept' },
    body: Buffer.from(text()),
  }
}
