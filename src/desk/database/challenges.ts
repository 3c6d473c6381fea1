import type { DatabaseSync } from 'node:sqlite'
import { after, type Instant } from '../../domain/instant.ts'
import { digestOfToken, newToken } from './token.ts'

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
