import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { HttpResponse } from './headers.ts'
import { problem } from './problems.ts'
import { matchesEtag } from './respond.ts'

/** The logo of the operator: an image that browsers show. */
export type Logo = { readonly type: 'image/svg+xml' | 'image/png'; readonly body: Buffer }

/** The path of the logo, under the base path. */
export const logoPath = '/logo'

/** Answers a request for the logo. An SVG image may have scripts, so a browser that opens it alone runs none. */
export function answerLogo(logo: Logo | undefined, headers: IncomingHttpHeaders): HttpResponse {
  if (logo === undefined) return problem(404, 'The operator of this server has set no logo.')
  const etag = `"${hash('sha256', logo.body).slice(0, 16)}"`
  const caching = { etag, 'cache-control': 'public, max-age=3600' }
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304, headers: caching }
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  return {
    status: 200,
    headers: { ...caching, 'content-type': logo.type, 'content-security-policy': policy },
    body: logo.body,
  }
}
