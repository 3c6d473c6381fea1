import type { DatabaseSync } from 'node:sqlite'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Instant } from '../../domain/instant.ts'
import {
  challengeLifetime,
  storeChallenge,
  takeChallenge,
  type ChallengePurpose,
} from '../database/sessions.ts'

/** The cookie of a session, and that of a browser that was sent a challenge. Browsers let no other host set a `__Host-` cookie. */
type DeskCookie = '__Host-ratebook-desk' | '__Host-ratebook-desk-challenge'

/** The value of a cookie of a request. */
export function cookieOf(request: FastifyRequest, name: DeskCookie): string | undefined {
  return parseCookie(request.headers.cookie ?? '')[name]
}

/** Sets a cookie that scripts cannot read and that no other site can send. */
export function setCookie(
  reply: FastifyReply,
  name: DeskCookie,
  value: string,
  lifetime: number,
): void {
  const flags = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const
  const maxAge = Math.floor(lifetime / 1_000)
  reply.header('set-cookie', stringifySetCookie({ name, value, maxAge, ...flags }))
}

export function clearCookie(reply: FastifyReply, name: DeskCookie): void {
  setCookie(reply, name, '', 0)
}

const cookie = '__Host-ratebook-desk-challenge'

/** Binds a challenge to the browser that is sent this reply. */
export function bindChallenge(
  reply: FastifyReply,
  db: DatabaseSync,
  asked: { readonly purpose: ChallengePurpose; readonly challenge: string },
  now: Instant,
): void {
  const token = storeChallenge(db, asked.purpose, asked.challenge, now)
  setCookie(reply, cookie, token, challengeLifetime)
}

/** The challenge that the browser of a request was sent, which no other request can use after this. */
export function challengeOf(
  request: FastifyRequest,
  db: DatabaseSync,
  purpose: ChallengePurpose,
  now: Instant,
): string | undefined {
  return takeChallenge(db, purpose, cookieOf(request, cookie), now)
}
