import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import { boundReviewer, findReviewer } from './database/registered-reviewer.ts'
import { findSession } from './database/sessions.ts'
import type { DeskContext } from './desk-context.ts'
import { refusalPage, sendPage, sendRefusal } from './requests.ts'
import { cookieOf } from './sign-in/cookies.ts'

/** The pages may load only files of the desk, and no other page may frame them. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** One year. Not for localhost, where it would hold for the servers on all other ports too. */
const strictTransport = { 'strict-transport-security': 'max-age=31536000' }

/**
 * The headers of every response of a desk at an origin. Routes of captured pages replace the policy and the rule for frames with
 * their own.
 */
export function deskHeaders(origin: string): Readonly<Record<string, string>> {
  const { protocol, hostname } = new URL(origin)
  const isSecure = protocol === 'https:' && hostname !== 'localhost'
  return isSecure ? { ...commonHeaders, ...strictTransport } : commonHeaders
}

const commonHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Under `no-referrer`, browsers send `Origin: null` with forms, and the guard of the origin would refuse them.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

/**
 * Refuses a request for another host than that of the origin. A page of another site whose name resolves to this address
 * (DNS rebinding) would otherwise be of the same origin as the desk.
 */
export function addHostGuard(app: FastifyInstance, origin: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { host } = new URL(origin())
    // HTTP/2 has the host in its own field.
    const { ':authority': asked = request.headers.host } = request.raw.headers
    if (asked === host) return
    return reply.code(421).type('text/plain').send(`This desk answers only at ${origin()}.\n`)
  })
}

const readMethods = ['GET', 'HEAD']

/** Refuses every request that may change something unless a page of the desk itself sent it (cross-site request forgery). */
export function addOriginGuard(app: FastifyInstance, origin: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (readMethods.includes(request.method)) return
    const site = request.headers['sec-fetch-site'] ?? 'same-origin'
    if (request.headers.origin === origin() && site === 'same-origin') return
    return reply
      .code(403)
      .type('text/plain')
      .send('The desk accepts a change only from its own pages.\n')
  })
}

/**
 * Admits a request with a session whose reviewer is registered in the book at this moment, or a request for a public route. Other
 * requests are sent to the page for signing in, which leads back to the page that was asked for.
 */
export function addSessionGuard(
  app: FastifyInstance,
  { store, now }: Pick<DeskContext, 'store' | 'now'>,
  db: () => DatabaseSync,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isPublic === true) return
    const token = cookieOf(request, '__Host-ratebook-desk')
    const session = token === undefined ? undefined : findSession(db(), token, now())
    const found = session && (await boundReviewer(store(), session))
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

/**
 * Admits a request whose header names a registered reviewer. A proxy sets the header after it has signed the person in; only the
 * proxy can reach the socket of the desk.
 */
export function addTrustedUserGuard(
  app: FastifyInstance,
  { store }: Pick<DeskContext, 'store'>,
  header: string,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isPublic === true) return
    const id = request.headers[header.toLowerCase()]
    const found = typeof id === 'string' ? await findReviewer(store(), id) : undefined
    if (found !== undefined) {
      request.reviewer = found.reviewer
      return
    }
    const who = typeof id === 'string' ? id : 'nobody'
    const sentence = `The proxy of the desk names ${who}, and that is no registered reviewer. The operator registers one with \`ratebook reviewer add\`.`
    return sendRefusal(reply, 403, 'You are not a reviewer', sentence)
  })
}
