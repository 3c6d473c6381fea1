import type { IncomingHttpHeaders } from 'node:http'
import type { Market } from '../../book/market/market.ts'
import { createIsCited } from '../../book/query/receipt/cited-captures.ts'
import { immutable, type Headers, type HttpResponse } from './headers.ts'
import { problem } from './problems.ts'
import { notModified } from './respond.ts'
import type { CapturedBodies } from './site.ts'
import { quoted } from '../../domain/text.ts'

/** Answers a request for the captured page with a digest. */
export type AnswerCapture = (digest: string, headers: IncomingHttpHeaders) => Promise<HttpResponse>

/**
 * Creates the function that answers `/captures/{digest}`. The pages come from other hosts, so a browser stores them and runs
 * nothing. An error of `get` is thrown: a damaged body is never sent.
 */
export function createAnswerCapture(
  market: () => Market,
  captures: CapturedBodies | undefined,
): AnswerCapture {
  const isCited = createIsCited()
  return async (digest, headers) => {
    if (captures === undefined)
      return problem(404, 'This server does not publish the captured pages.')
    if (!isCited(market(), digest)) return problem(404, noCapture(digest))
    const caching = { etag: `"${digest}"`, 'cache-control': immutable }
    const unchanged = notModified(caching, headers)
    if (unchanged !== undefined) return unchanged
    const body = await captures.get(digest)
    if (body === undefined) return problem(404, 'The captured page is no longer kept here.')
    return {
      status: 200,
      headers: { ...attachment(digest), ...caching },
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    }
  }
}

/** The file has the name of no program: a person who opens it must choose one. */
function attachment(digest: string): Headers {
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="capture-${digest.slice(0, 16)}.bin"`,
    'content-security-policy': "default-src 'none'; sandbox",
  }
}

function noCapture(digest: string): string {
  return `No published figure comes from a captured page with the digest ${quoted(digest)}.`
}
