import { hash, randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { after, type Instant } from '../../domain/instant.ts'
import { bindingOf, type Binding } from './registered-reviewer.ts'

/** The milliseconds after which a session ends. */
export const sessionLifetime = 12 * 3_600_000

/** Begins a session and returns its token. Deletes the sessions that have ended. */
export function beginSession(
  db: DatabaseSync,
  { reviewerId, registration }: Binding,
  now: Instant,
): string {
  const token = newToken()
  db.prepare('DELETE FROM session WHERE expires_at <= ?').run(now)
  db.prepare('INSERT INTO session VALUES (?, ?, ?, ?)').run(
    digestOfToken(token),
    reviewerId,
    registration,
    after(now, sessionLifetime),
  )
  return token
}

/** The reviewer of a session; `undefined` if there is none or it has ended. */
export function findSession(db: DatabaseSync, token: string, now: Instant): Binding | undefined {
  const row = db
    .prepare('SELECT * FROM session WHERE token_digest = ? AND expires_at > ?')
    .get(digestOfToken(token), now)
  return row && bindingOf(row)
}

export function endSession(db: DatabaseSync, token: string): void {
  db.prepare('DELETE FROM session WHERE token_digest = ?').run(digestOfToken(token))
}

/** The milliseconds in which a browser must answer a challenge: the time that a person needs for a passkey. */
export const challengeLifetime = 5 * 60_000

export type ChallengePurpose = 'sign-in' | 'registration'

/** Stores a challenge, and returns the token for the cookie of the browser that asked for it. Deletes the expired ones. */
export function storeChallenge(
  db: DatabaseSync,
  purpose: ChallengePurpose,
  challenge: string,
  now: Instant,
): string {
  const browserToken = newToken()
  db.prepare('DELETE FROM challenge WHERE expires_at <= ?').run(now)
  db.prepare('INSERT INTO challenge VALUES (?, ?, ?, ?)').run(
    digestOfToken(browserToken),
    purpose,
    challenge,
    after(now, challengeLifetime),
  )
  return browserToken
}

/** Deletes the challenge of a browser and returns it, so that it is used once; `undefined` if there is none for the purpose. */
export function takeChallenge(
  db: DatabaseSync,
  purpose: ChallengePurpose,
  browserToken: string | undefined,
  now: Instant,
): string | undefined {
  if (browserToken === undefined) return undefined
  const row = db
    .prepare('DELETE FROM challenge WHERE browser_digest = ? RETURNING *')
    .get(digestOfToken(browserToken))
  const isUsable = row?.['purpose'] === purpose && (row['expires_at'] as number) > now
  return isUsable ? (row['challenge'] as string) : undefined
}

/** A new secret that nobody can guess: 256 random bits, in characters that a URL and a cookie may contain. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The digest of a token: SHA-256 in lower-case hex. The database stores no token itself, so its reader cannot sign in. */
export function digestOfToken(token: string): string {
  return hash('sha256', token)
}
