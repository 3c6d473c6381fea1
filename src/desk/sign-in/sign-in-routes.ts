import type { DatabaseSync } from 'node:sqlite'
import rateLimit from '@fastify/rate-limit'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { inTransaction } from '../../book/store/sqlite/connect.ts'
import { StoreError } from '../../book/store/store.ts'
import type { Instant } from '../../domain/instant.ts'
import { isDeskDatabaseError } from '../database/desk-database.ts'
import {
  findPasskey,
  invitationState,
  passkeysOf,
  storePasskey,
  storeUse,
  useInvitation,
  type Passkey,
} from '../database/passkeys.ts'
import {
  boundReviewer,
  type Binding,
  type RegisteredReviewer,
} from '../database/registered-reviewer.ts'
import { beginSession, endSession, sessionLifetime } from '../database/sessions.ts'
import type { DeskContext } from '../desk-context.ts'
import { html, type Html } from '../html.ts'
import { page } from '../page.ts'
import { sendPage } from '../requests.ts'
import { bindChallenge, challengeOf, clearCookie, cookieOf, setCookie } from './cookies.ts'
import {
  hasRisen,
  registrationOptions,
  signInOptions,
  verifyRegistration,
  verifySignIn,
} from './passkey-ceremony.ts'

/** The database of the desk, and where browsers find the desk. */
type SignInOptions = { readonly db: () => DatabaseSync; readonly origin: () => string }

/** The routes of these pages answer without a signed-in reviewer. */
const config = { isPublic: true }

/** The requests to these pages that one address may send in a minute. A sign-in needs three. */
const requestsPerMinute = 60

const notPossible =
  'That is not possible now, and nothing was changed. The operator of the desk finds the reason in its log.'

/** Adds signing in with passkeys. `sign-in.js` gets refusals as JSON. */
export async function addSignIn(
  app: FastifyInstance,
  desk: Pick<DeskContext, 'store' | 'now'>,
  options: SignInOptions,
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

/** Adds the page for signing in with a passkey, its two requests, and signing out. */
function addSignInRoutes(
  app: FastifyInstance,
  { store, now }: Pick<DeskContext, 'store' | 'now'>,
  { db, origin }: SignInOptions,
): void {
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
    const bound = passkey && (await boundReviewer(store(), passkey))
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

/** Why a passkey is not accepted, and what its owner can do. */
function notAccepted(reason: string): string {
  return `This passkey was not accepted: ${reason} Try again, or ask the operator of the desk for an invitation to make another one.`
}

/** The page for signing in. `sign-in.js` does the rest. */
export function signInPage(): string {
  const main = html`<h1>Sign in</h1>
    <p>Use the passkey that you made with your invitation.</p>
    ${ceremony('sign-in', 'Sign in with a passkey')}`
  return page({ title: 'Sign in', main: html`<div class="sign-in">${main}</div>` })
}

/** An invitation that a reviewer may use now. */
type Invited = RegisteredReviewer & { readonly binding: Binding; readonly token: string }

/** Adds the page of an invitation and its two requests. The token is in the fragment of the link, so no server log contains it. */
function addInvitationRoutes(
  app: FastifyInstance,
  { store, now }: Pick<DeskContext, 'store' | 'now'>,
  { db, origin }: SignInOptions,
): void {
  app.get('/invitation', { config }, (_request, reply) => sendPage(reply, invitationPage()))

  /** The open invitation of a request; otherwise a sentence for the person. */
  const invitedBy = async (body: unknown): Promise<Invited | string> => {
    const { token } = fieldsOf(body)
    if (typeof token !== 'string') return refusals.unknown
    const binding = invitationState(db(), token, now())
    if (binding.kind !== 'open') return refusals[binding.kind]
    const reviewer = await boundReviewer(store(), binding)
    return reviewer === undefined ? refusals.removed : { ...reviewer, binding, token }
  }

  app.post('/invitation/options', { config }, async (request, reply) => {
    const invited = await invitedBy(request.body)
    if (typeof invited === 'string') return refuse(reply, 403, invited)
    const existing = passkeysOf(db(), invited.binding)
    const options = await registrationOptions(invited, existing, origin())
    bindChallenge(reply, db(), { purpose: 'registration', challenge: options.challenge }, now())
    return options
  })

  app.post('/invitation', { config }, async (request, reply) => {
    const challenge = challengeOf(request, db(), 'registration', now())
    if (challenge === undefined) return refuse(reply, 400, 'That took too long. Try again.')
    const invited = await invitedBy(request.body)
    if (typeof invited === 'string') return refuse(reply, 403, invited)
    const response = fieldsOf(request.body)['credential'] as RegistrationResponseJSON
    const made = await verifyRegistration(response, { challenge, origin: origin() })
    if (made instanceof Error)
      return refuse(reply, 403, `This passkey was not accepted: ${made.message} Try again.`)
    const passkey = { ...invited.binding, ...made }
    if (!storeInvited(db(), invited.token, passkey, now())) return refuse(reply, 403, refusals.used)
    request.log.info(`${invited.reviewer.id} has a new passkey.`)
    return {}
  })
}

const refusals = {
  unknown: 'This is no invitation. Open the whole link that you were given.',
  used: 'This invitation was used already. Ask the operator of the desk for a new one.',
  expired: 'This invitation has expired. Ask the operator of the desk for a new one.',
  removed: 'This invitation is for a reviewer who was removed.',
} as const

/** Uses the invitation and stores the passkey, both or neither. Returns false if the invitation or the passkey was used before. */
function storeInvited(db: DatabaseSync, token: string, passkey: Passkey, now: Instant): boolean {
  return inTransaction(db, 'BEGIN IMMEDIATE', () => {
    if (findPasskey(db, passkey.credential.id) !== undefined) return false
    if (!useInvitation(db, token, now)) return false
    storePasskey(db, passkey, now)
    return true
  })
}

/** The page that the link of an invitation opens. */
export function invitationPage(): string {
  const main = html`<h1>You are invited to the review desk</h1>
    <p>
      Make a passkey on this device, with your fingerprint, your face or a PIN. You then sign in
      with it; there is no password. The invitation can be used once.
    </p>
    ${ceremony('invitation', 'Make a passkey')}`
  return page({ title: 'Invitation', main: html`<div class="sign-in">${main}</div>` })
}

/** The button that starts the work of the browser, and the place for its messages. */
function ceremony(name: string, label: string): Html {
  return html`<p><button type="button" class="main" data-ceremony="${name}">${label}</button></p>
    <p class="notice" role="status" data-status></p>
    <noscript><p>Passkeys need JavaScript.</p></noscript>
    <script type="module" src="/assets/sign-in.js"></script>`
}

/** Answers a request of `sign-in.js` with a sentence for the person, which the log has, too. */
function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  reply.request.log.warn(`Sign-in was refused: ${message}`)
  return reply.code(status).send({ message })
}

/** The fields of a JSON body; none if it is something else. */
function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
