import type { FastifyInstance } from 'fastify'
import { createCapturedPages } from './captured/captured-pages.ts'
import type { DeskContext } from './desk-context.ts'
import { messageAfter } from './messages.ts'
import { queuePage } from './queue/queue-page.ts'
import { addCaptureRoutes } from './captured/capture-routes.ts'
import { addCorrectRoutes } from './correct/correct-routes.ts'
import { addEditRoutes } from './edit/edit-routes.ts'
import { addEnterRoutes } from './enter/enter-routes.ts'
import { wholeOf } from './read-text.ts'
import { sendPage, addFormParser, queryOf } from './requests.ts'
import { addHoldRoutes } from './hold/hold-routes.ts'
import { readFileSync } from 'node:fs'

/** Adds the pages that reviewers work with. The guard of the desk must have set `request.reviewer`. */
export function addReviewRoutes(app: FastifyInstance, desk: DeskContext): void {
  const captured = createCapturedPages(desk)
  addFormParser(app)
  app.get('/', async (request, reply) => {
    const { reviewer } = request
    const market = desk.market()
    const after = wholeOf(queryOf(request).get('after'))
    const message = messageAfter(market, after, reviewer)
    return sendPage(reply, queuePage({ market, reviewer, now: desk.now(), message }))
  })
  addHoldRoutes(app, desk, captured)
  addEditRoutes(app, desk, captured)
  addEnterRoutes(app, desk, captured)
  addCorrectRoutes(app, desk)
  addCaptureRoutes(app, desk, captured)
}

const types = {
  'desk.css': 'text/css; charset=utf-8',
  'desk.js': 'text/javascript; charset=utf-8',
  'sign-in.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const

/** Serves the style sheet, the scripts and the icon. The pages for signing in need them too, so no session is required. */
export function addAssetRoutes(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(types)) {
    const body = readFileSync(new URL(`assets/${name}`, import.meta.url))
    app.get(`/assets/${name}`, { config: { isPublic: true } }, async (_, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(body),
    )
  }
}
