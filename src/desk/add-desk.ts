import type { DatabaseSync } from 'node:sqlite'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { CapturesError } from '../collect/captures/captures.ts'
import { StoreError } from '../book/store/store.ts'
import { isDeskDatabaseError } from './database/desk-database.ts'
import type { DeskContext } from './desk-context.ts'
import {
  addHostGuard,
  addOriginGuard,
  deskHeaders,
  addSessionGuard,
  addTrustedUserGuard,
} from './guards.ts'
import { addAssetRoutes, addReviewRoutes } from './routes.ts'
import { sendRefusal } from './requests.ts'
import { addSignIn } from './sign-in/add-sign-in.ts'

/** How the desk knows who sends a request: by a session after a sign-in with a passkey, or by a header of the operator's proxy. */
export type DeskAccess =
  | { readonly kind: 'passkeys'; readonly db: () => DatabaseSync }
  | { readonly kind: 'trusted-header'; readonly header: string }

/** The options of the desk. */
export type DeskOptions = {
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

const deskDatabaseFails =
  'The desk cannot use its database, and nothing was changed. The log of the desk says why.'

/** Answers a request whose target cannot be decoded. No guard and no route sees it. */
export function answerBadTarget(reply: FastifyReply, origin: string): void {
  void reply
    .headers(deskHeaders(origin))
    .code(400)
    .type('text/plain')
    .send('The address is not encoded as a URL should be.\n')
}

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
