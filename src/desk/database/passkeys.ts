import type { DatabaseSync } from 'node:sqlite'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import { after, type Instant } from '../../domain/instant.ts'
import { bindingOf, type Binding } from './registered-reviewer.ts'
import { digestOfToken, newToken } from './sessions.ts'

/** A passkey and the reviewer to whom it belongs. */
export type Passkey = Binding & {
  readonly credential: WebAuthnCredential
  /** Whether the authenticator may copy it to other devices. */
  readonly isBackupEligible: boolean
}

/** Stores a passkey. Throws if another one has its id. */
export function storePasskey(
  db: DatabaseSync,
  { reviewerId, registration, credential, isBackupEligible }: Passkey,
  now: Instant,
): void {
  const { id, publicKey, counter, transports = [] } = credential
  db.prepare('INSERT INTO passkey VALUES (?, ?, ?, ?, ?, ?, ?, ?)').run(
    id,
    reviewerId,
    registration,
    publicKey,
    counter,
    JSON.stringify(transports),
    now,
    flag(isBackupEligible),
  )
}

export function findPasskey(db: DatabaseSync, credentialId: string): Passkey | undefined {
  const row = db.prepare('SELECT * FROM passkey WHERE credential_id = ?').get(credentialId)
  return row && passkeyOf(row)
}

/** The passkeys of a reviewer. */
export function passkeysOf(
  db: DatabaseSync,
  { reviewerId, registration }: Binding,
): readonly Passkey[] {
  return db
    .prepare('SELECT * FROM passkey WHERE reviewer_id = ? AND registration = ?')
    .all(reviewerId, registration)
    .map(passkeyOf)
}

/** The counter and the backup flag of a passkey, from an assertion whose signature was verified. */
export type PasskeyUse = {
  readonly counter: number
  /** Whether the authenticator keeps a copy elsewhere. Its devices count on their own, so the counter proves nothing. */
  readonly isBackedUp: boolean
}

/** Stores what an assertion says. Returns false if another one was verified meanwhile, unless the passkey is backed up. */
export function storeUse(
  db: DatabaseSync,
  { id, counter: before }: WebAuthnCredential,
  { counter, isBackedUp }: PasskeyUse,
): boolean {
  const { changes } = db
    .prepare('UPDATE passkey SET counter = ? WHERE credential_id = ? AND (counter = ? OR ?)')
    .run(counter, id, before, flag(isBackedUp))
  return changes === 1
}

/** SQLite has no booleans. */
function flag(isTrue: boolean): 0 | 1 {
  return isTrue ? 1 : 0
}

function passkeyOf(row: Record<string, unknown>): Passkey {
  return {
    isBackupEligible: row['backup_eligible'] === 1,
    ...bindingOf(row),
    credential: {
      id: row['credential_id'] as string,
      publicKey: new Uint8Array(row['public_key'] as Uint8Array),
      counter: row['counter'] as number,
      transports: JSON.parse(row['transports'] as string) as string[],
    },
  }
}

/** The milliseconds for which an invitation is valid. */
const invitationLifetime = 48 * 3_600_000

/** The state of an invitation. */
type InvitationState =
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
  return { kind: 'open', ...bindingOf(row) }
}

/** Marks an open invitation as used. Returns false if another request was first. */
export function useInvitation(db: DatabaseSync, token: string, now: Instant): boolean {
  const { changes } = db
    .prepare('UPDATE invitation SET used_at = ? WHERE token_digest = ? AND used_at IS NULL')
    .run(now, digestOfToken(token))
  return changes === 1
}
