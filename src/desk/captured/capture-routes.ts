import type { FastifyInstance, FastifyRequest } from 'fastify'
import { capturedBytes } from '../../collect/captures/captures.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import { escapeHtml } from '../../domain/text.ts'
import type { DeskContext } from '../desk-context.ts'
import { html } from '../html.ts'
import { queryOf, wholeOf } from '../requests.ts'
import { pagesOf, type CapturedPages } from './captured-pages.ts'

/** Captured pages: as they look, and their bytes. Only what an entry of the book cites is served. */
export function addCaptureRoutes(
  app: FastifyInstance,
  desk: DeskContext,
  captured: CapturedPages,
): void {
  const citedPage = (request: FastifyRequest): CapturedPage | undefined => {
    const { digest } = request.params as { readonly digest: string }
    const entry = desk.market().entries[(wholeOf(queryOf(request).get('entry')) ?? 0) - 1]
    return entry && pagesOf(entry).find((page) => page.digest === digest)
  }
  const notCited = 'No captured page: the entry does not cite it.'

  app.get('/capture/:digest', async (request, reply) => {
    const page = citedPage(request)
    const result =
      page === undefined
        ? { failure: notCited }
        : await captured.view(page, queryOf(request).get('cell') ?? '')
    const view =
      'failure' in result ? `<p class="note">${escapeHtml(result.failure)}</p>` : result.view
    return reply
      .code(page === undefined ? 404 : 200)
      .headers(viewHeaders)
      .type('text/html; charset=utf-8')
      .send(viewDocument(view))
  })

  app.get('/capture/:digest/raw', async (request, reply) => {
    const page = citedPage(request)
    const bytes = page && (await capturedBytes(page, desk.captures))
    reply.headers(viewHeaders)
    if (page === undefined || bytes === undefined || 'message' in bytes) {
      const sentence = bytes !== undefined && 'message' in bytes ? bytes.message : notCited
      return reply.code(404).type('text/plain; charset=utf-8').send(sentence)
    }
    return reply
      .type('application/octet-stream')
      .header('content-disposition', `attachment; filename="${page.digest}.${page.format}"`)
      .send(Buffer.from(bytes.body))
  })
}

/** The headers of everything that comes from captured pages: it cannot run, load, send, or be framed by others. */
const viewHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

const style = `:root{color-scheme:light;background:#fff;color:#111;font:16px/1.4 sans-serif}
body{margin:1rem;overflow-wrap:anywhere}
table{border-collapse:collapse;margin:.5rem 0}
td,th{overflow-wrap:break-word;border:1px solid #bbb;padding:.2rem .5rem;text-align:left;vertical-align:top}
mark{background:#ffd54a;outline:3px solid #b26a00;color:#000;scroll-margin:8rem}
pre{white-space:pre-wrap;font:14px/1.45 monospace}
.note{padding:.3rem .6rem;background:#eee;color:#333}
.page{position:relative;margin:0 0 1rem;border:1px solid #bbb;overflow:hidden}
.page span{position:absolute;white-space:pre;line-height:1}`

/** The document around the view of a captured page. The view comes from the cage and has no markup of the page but lists of plain elements. */
function viewDocument(view: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Captured page</title>
        <style>
          ${{ html: style }}
        </style>
      </head>
      <body>
        ${{ html: view }}
      </body>
    </html> `.html
}
