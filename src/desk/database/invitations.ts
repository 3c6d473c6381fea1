import type { DatabaseSync } from 'node:sqlite'
import { after, type Instant } from '../../domain/instant.ts'
import type { Binding } from './registered-reviewer.ts'
import { digestOfToken, newToken } from './sessions.ts'

/** The milliseconds for which an invitation is valid. */
const invitationLifetime = 48 * 3_600_000

/** The state of an invitation. */
export type InvitationState =
  | ({ readonly kind: 'open' } & Binding)
  | { readonly kind: 'unknown' | 'used' | 'expired' }

/** Stores a new invitation and returns its token, which is stored nowhere. */
export function createInvitation(
  db: DatabaseSync,
  { reviewerId, registration }: Binding,
  now: Instant,
): string {
  const token = newToken()
  db.prepare('INSERT INTO invitation VALUES (?, ?, ?, ?, NULL)').run(
    digestOfToken(token),
    reviewerId,
    registration,
    after(now, invitationLifetime),
  )
  return token
}

/** The state of the invitation with this token. */
export function invitationState(db: DatabaseSync, token: string, now: Instant): InvitationState {
  const row = db
    .prepare('SELECT * FROM invitation WHERE token_digest = ?')
    .get(digestOfToken(token))
  if (row === undefined) return { kind: 'unknown' }
  if (row['used_at'] !== null) return { kind: 'used' }
  if ((row['expires_at'] as number) <= now) return { kind: 'expired' }
  return {
    kind: 'open',
    reviewerId: row['reviewer_id'] as string,
    registration: row['registration'] as number,
  }
}

/** Marks an open invitation as used. Returns false if another request was first. */
export function useInvitation(db: DatabaseSync, token: string, now: Instant): boolean {
  const { changes } = db
    .prepare('UPDATE invitation SET used_at = ? WHERE token_digest = ? AND used_at IS NULL')
    .run(now, digestOfToken(token))
  return changes === 1
}
