import type { DatabaseSync } from 'node:sqlite'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Instant } from '../../domain/instant.ts'
import {
  challengeLifetime,
  storeChallenge,
  takeChallenge,
  type ChallengePurpose,
} from '../database/challenges.ts'
import { cookieOf, setCookie } from './cookies.ts'

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
