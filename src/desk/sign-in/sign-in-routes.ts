import type { DatabaseSync } from 'node:sqlite'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance } from 'fastify'
import { findPasskey, storeUse } from '../database/passkeys.ts'
import { boundReviewer } from '../database/registered-reviewer.ts'
import { beginSession, endSession, sessionLifetime } from '../database/sessions.ts'
import type { DeskContext } from '../desk-context.ts'
import { sendPage } from '../requests.ts'
import { bindChallenge, challengeOf, clearCookie, cookieOf, setCookie } from './cookies.ts'
import { fieldsOf, refuse, signInPage } from './answers.ts'
import { hasRisen, signInOptions, verifySignIn } from './passkey-ceremony.ts'

/** Why a passkey is not accepted, and what its owner can do. */
function notAccepted(reason: string): string {
  return `This passkey was not accepted: ${reason} Try again, or ask the operator of the desk for an invitation to make another one.`
}

/** Adds the page for signing in with a passkey, its two requests, and signing out. */
export function addSignInRoutes(
  app: FastifyInstance,
  { store, now }: Pick<DeskContext, 'store' | 'now'>,
  { db, origin }: { readonly db: () => DatabaseSync; readonly origin: () => string },
): void {
  const config = { isPublic: true }
  app.get('/sign-in', { config }, (_request, reply) => sendPage(reply, signInPage()))

  app.post('/sign-in/options', { config }, async (_request, reply) => {
    const options = await signInOptions(origin())
    bindChallenge(reply, db(), { purpose: 'sign-in', challenge: options.challenge }, now())
    return options
  })

  app.post('/sign-in', { config }, async (request, reply) => {
    const challenge = challengeOf(request, db(), 'sign-in', now())
    if (challenge === undefined) return refuse(reply, 400, 'That took too long. Try again.')
    const { id } = fieldsOf(request.body)
    const passkey = typeof id === 'string' ? findPasskey(db(), id) : undefined
    const bound = passkey && (await boundReviewer(store, passkey))
    if (passkey === undefined || bound === undefined)
      return refuse(reply, 403, notAccepted('It belongs to no reviewer of this desk.'))
    const response = request.body as AuthenticationResponseJSON
    const use = await verifySignIn(response, passkey, { challenge, origin: origin() })
    if (use instanceof Error) return refuse(reply, 403, notAccepted(use.message))
    if (!storeUse(db(), passkey.credential, use))
      return refuse(reply, 403, notAccepted('It was used twice at the same time.'))
    const { reviewer } = bound
    const { counter: before } = passkey.credential
    if (!hasRisen(before, use.counter))
      request.log.info(
        `The counter of a backed-up passkey of ${reviewer.id} went from ${before} to ${use.counter}.`,
      )
    const earlier = cookieOf(request, '__Host-ratebook-desk')
    if (earlier !== undefined) endSession(db(), earlier)
    setCookie(reply, '__Host-ratebook-desk', beginSession(db(), passkey, now()), sessionLifetime)
    clearCookie(reply, '__Host-ratebook-desk-challenge')
    request.log.info(`${reviewer.id} signed in.`)
    return {}
  })

  // The form for signing out has no fields.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, __, done) => done(null),
  )
  app.post('/sign-out', { config }, async (request, reply) => {
    const token = cookieOf(request, '__Host-ratebook-desk')
    if (token !== undefined) endSession(db(), token)
    clearCookie(reply, '__Host-ratebook-desk')
    return reply.redirect('/sign-in', 303)
  })
}
