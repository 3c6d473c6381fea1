import { readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { StoreError } from '../book/store/store.ts'
import { CapturesError } from '../collect/captures/captures.ts'
import { addCaptureRoutes } from './captured/capture-routes.ts'
import { createCapturedPages } from './captured/captured-pages.ts'
import { addCorrectRoutes } from './correct/correct-routes.ts'
import { isDeskDatabaseError } from './database/desk-database.ts'
import type { DeskContext } from './desk-context.ts'
import { addEditRoutes } from './edit/edit-routes.ts'
import { addEnterRoutes } from './enter/enter-routes.ts'
import {
  addHostGuard,
  addOriginGuard,
  addSessionGuard,
  addTrustedUserGuard,
  deskHeaders,
} from './guards.ts'
import { addHoldRoutes } from './hold/hold-routes.ts'
import { messageAfter } from './page.ts'
import { queuePage } from './queue-page.ts'
import { addFormParser, queryOf, sendPage, sendRefusal, wholeOf } from './requests.ts'
import { addSignIn } from './sign-in/sign-in-routes.ts'

/** How the desk knows who sends a request: by a session after a sign-in with a passkey, or by a header of the operator's proxy. */
export type DeskAccess =
  | { readonly kind: 'passkeys'; readonly db: () => DatabaseSync }
  | { readonly kind: 'trusted-header'; readonly header: string }

/** The options of the desk. */
type DeskOptions = {
  /** Where browsers find the desk, such as `https://desk.example.org`. */
  readonly origin: () => string
  readonly access: DeskAccess
}

/** Adds the guards and all routes of the desk to a server without routes. A request passes the guards in this order. */
export function addDesk(
  app: FastifyInstance,
  desk: DeskContext,
  { origin, access }: DeskOptions,
): void {
  app.decorateRequest('reviewer')
  // A form of another site can send this type without a preflight request, and no page of the desk sends it.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(deskHeaders(origin()))
  })
  addHostGuard(app, origin)
  addOriginGuard(app, origin)
  if (access.kind === 'passkeys') addSessionGuard(app, desk, access.db)
  else {
    addTrustedUserGuard(app, desk, access.header)
    app.post('/sign-out', (_request, reply) =>
      sendRefusal(reply, 409, 'Sign out at your proxy', 'The desk itself has no session of yours.'),
    )
  }
  addErrorPages(app)
  if (access.kind === 'passkeys')
    void app.register((scope) => addSignIn(scope, desk, { db: access.db, origin }))
  addAssetRoutes(app)
  void app.register(async (scope) => addReviewRoutes(scope, desk))
}

/** Answers a request whose target cannot be decoded. No guard and no route sees it. */
export function answerBadTarget(reply: FastifyReply, origin: string): void {
  void reply
    .headers(deskHeaders(origin))
    .code(400)
    .type('text/plain')
    .send('The address is not encoded as a URL should be.\n')
}

const deskDatabaseFails =
  'The desk cannot use its database, and nothing was changed. The log of the desk says why.'

function addErrorPages(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) =>
    sendRefusal(reply, 404, 'There is no such page', 'The address may be mistyped.'),
  )
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500)
      return sendRefusal(
        reply,
        error.statusCode,
        'The request cannot be read',
        'Nothing was changed.',
      )
    request.log.error(error)
    if (error instanceof StoreError || error instanceof CapturesError)
      return sendRefusal(reply, 503, 'That is not possible now', error.message)
    if (isDeskDatabaseError(error))
      return sendRefusal(reply, 503, 'That is not possible now', deskDatabaseFails)
    return sendRefusal(
      reply,
      500,
      'The desk failed',
      'This is a bug in Ratebook; the log of the desk says more.',
    )
  })
}

/** Adds the pages that reviewers work with. The guard of the desk must have set `request.reviewer`. */
function addReviewRoutes(app: FastifyInstance, desk: DeskContext): void {
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
function addAssetRoutes(app: FastifyInstance): void {
  for (const [name, type] of Object.entries(types)) {
    const body = readFileSync(new URL(`assets/${name}`, import.meta.url))
    app.get(`/assets/${name}`, { config: { isPublic: true } }, async (_, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(body),
    )
  }
}
