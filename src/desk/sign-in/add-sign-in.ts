import type { DatabaseSync } from 'node:sqlite'
import rateLimit from '@fastify/rate-limit'
import type { FastifyError, FastifyInstance } from 'fastify'
import { StoreError } from '../../book/store/store.ts'
import { isDeskDatabaseError } from '../database/desk-database.ts'
import type { DeskContext } from '../desk-context.ts'
import { addInvitationRoutes } from './invitation-routes.ts'
import { addSignInRoutes } from './sign-in-routes.ts'

/** The requests to these pages that one address may send in a minute. A sign-in needs three. */
const requestsPerMinute = 60

const notPossible =
  'That is not possible now, and nothing was changed. The operator of the desk finds the reason in its log.'

/** Adds signing in with passkeys. `sign-in.js` gets refusals as JSON. */
export async function addSignIn(
  app: FastifyInstance,
  desk: Pick<DeskContext, 'store' | 'now'>,
  options: { readonly db: () => DatabaseSync; readonly origin: () => string },
): Promise<void> {
  await app.register(rateLimit, { max: requestsPerMinute, timeWindow: 60_000 })
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) {
      request.log.error(error)
      // Anybody may send these requests, so paths and addresses are for the log only.
      if (error instanceof StoreError || isDeskDatabaseError(error))
        return reply.code(503).send({ message: notPossible })
      return reply.code(500).send({ message: 'The desk failed; its log says why.' })
    }
    const message = status === 429 ? 'Too many attempts. Wait a minute.' : 'The request is wrong.'
    return reply.code(status).send({ message })
  })
  addSignInRoutes(app, desk, options)
  addInvitationRoutes(app, desk, options)
}
