import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../domain/escape-html.ts'
import type { CapturedPage } from '../../domain/origin.ts'
import { capturedBytes } from '../../collect/captured-bytes.ts'
import { pagesOf, type CapturedPages } from './captured-pages.ts'
import { viewDocument, viewHeaders } from './view-document.ts'
import type { DeskContext } from '../desk-context.ts'
import { wholeOf } from '../read-text.ts'
import { queryOf } from '../routes/forms.ts'

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
