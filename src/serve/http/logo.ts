import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { HttpResponse } from './headers.ts'
import { problem } from './problems.ts'
import { notModified } from './respond.ts'
import type { Logo } from './site.ts'

/** Answers a request for the logo. An SVG image may have scripts, so a browser that opens it alone runs none. */
export function answerLogo(logo: Logo | undefined, headers: IncomingHttpHeaders): HttpResponse {
  if (logo === undefined) return problem(404, 'The operator of this server has set no logo.')
  const etag = `"${hash('sha256', logo.body).slice(0, 16)}"`
  const caching = { etag, 'cache-control': 'public, max-age=3600' }
  const unchanged = notModified(caching, headers)
  if (unchanged !== undefined) return unchanged
  const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  return {
    status: 200,
    headers: { ...caching, 'content-type': logo.type, 'content-security-policy': policy },
    body: Buffer.from(logo.body.buffer, logo.body.byteOffset, logo.body.byteLength),
  }
}
