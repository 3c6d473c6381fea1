import { html, type Html } from '../html.ts'
import { page } from '../page.ts'
import type { FastifyReply } from 'fastify'

/** The page for signing in. `sign-in.js` does the rest. */
export function signInPage(): string {
  const main = html`<h1>Sign in</h1>
    <p>Use the passkey that you made with your invitation.</p>
    ${ceremony('sign-in', 'Sign in with a passkey')}`
  return page({ title: 'Sign in', main: html`<div class="sign-in">${main}</div>` })
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
export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  reply.request.log.warn(`Sign-in was refused: ${message}`)
  return reply.code(status).send({ message })
}

/** The fields of a JSON body; none if it is something else. */
export function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
