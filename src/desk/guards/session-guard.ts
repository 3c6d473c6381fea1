import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import { boundReviewer } from '../database/registered-reviewer.ts'
import { findSession } from '../database/sessions.ts'
import type { DeskContext } from '../desk-context.ts'
import { refusalPage } from '../pages/refusal-page.ts'
import { sendPage } from '../send-page.ts'
import { cookieOf } from '../sign-in/cookies.ts'

/**
 * Admits a request with a session whose reviewer is registered in the book at this moment, or a request for a public route. Other
 * requests are sent to the page for signing in, which leads back to the page that was asked for.
 */
export function addSessionGuard(
  app: FastifyInstance,
  { store, now }: Pick<DeskContext, 'store' | 'now'>,
  db: DatabaseSync,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isPublic === true) return
    const token = cookieOf(request, '__Host-ratebook-desk')
    const session = token === undefined ? undefined : findSession(db, token, now())
    const found = session && (await boundReviewer(store, session))
    if (found !== undefined) {
      request.reviewer = found.reviewer
      return
    }
    if (request.method === 'GET') return reply.redirect(signInFor(request.url), 303)
    const sentence =
      'Nothing was changed. Sign in in another tab, then reload this page: it sends the form again, with all that you typed.'
    return sendPage(reply, refusalPage('You are signed out', sentence, { way: '/sign-in' }), 401)
  })
}

/** The page for signing in. `sign-in.js` checks `next`, which a link of another site may set too. */
function signInFor(target: string): string {
  return target === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(target)}`
}
