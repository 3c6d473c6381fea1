import type { DatabaseSync } from 'node:sqlite'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance } from 'fastify'
import type { Instant } from '../../domain/instant.ts'
import { inTransaction } from '../../book/store/sqlite/connect.ts'
import { invitationState, useInvitation } from '../database/invitations.ts'
import { findPasskey, passkeysOf, storePasskey, type Passkey } from '../database/passkeys.ts'
import {
  boundReviewer,
  type Binding,
  type RegisteredReviewer,
} from '../database/registered-reviewer.ts'
import type { DeskContext } from '../desk-context.ts'
import { sendPage } from '../requests.ts'
import { bindChallenge, challengeOf } from './cookies.ts'
import { fieldsOf, refuse, invitationPage } from './answers.ts'
import { registrationOptions, verifyRegistration } from './passkey-ceremony.ts'

/** An invitation that a reviewer may use now. */
type Invited = RegisteredReviewer & { readonly binding: Binding; readonly token: string }

/** Adds the page of an invitation and its two requests. The token is in the fragment of the link, so no server log contains it. */
export function addInvitationRoutes(
  app: FastifyInstance,
  { store, now }: Pick<DeskContext, 'store' | 'now'>,
  { db, origin }: { readonly db: () => DatabaseSync; readonly origin: () => string },
): void {
  const config = { isPublic: true }
  app.get('/invitation', { config }, (_request, reply) => sendPage(reply, invitationPage()))

  /** The open invitation of a request; otherwise a sentence for the person. */
  const invitedBy = async (body: unknown): Promise<Invited | string> => {
    const { token } = fieldsOf(body)
    if (typeof token !== 'string') return refusals.unknown
    const binding = invitationState(db(), token, now())
    if (binding.kind !== 'open') return refusals[binding.kind]
    const reviewer = await boundReviewer(store, binding)
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
