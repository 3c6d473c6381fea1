import type { DatabaseSync } from 'node:sqlite'
import { after, type Instant } from '../../domain/instant.ts'
import type { Binding } from './registered-reviewer.ts'
import { digestOfToken, newToken } from './token.ts'

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
  return (
    row && {
      reviewerId: row['reviewer_id'] as string,
      registration: row['registration'] as number,
    }
  )
}

export function endSession(db: DatabaseSync, token: string): void {
  db.prepare('DELETE FROM session WHERE token_digest = ?').run(digestOfToken(token))
}
