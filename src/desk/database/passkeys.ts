import type { DatabaseSync } from 'node:sqlite'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import type { Instant } from '../../domain/instant.ts'
import type { Binding } from './registered-reviewer.ts'

/** A passkey and the reviewer to whom it belongs. */
export type Passkey = Binding & { readonly credential: WebAuthnCredential }

/** Stores a passkey. Throws if another one has its id. */
export function storePasskey(
  db: DatabaseSync,
  { reviewerId, registration, credential }: Passkey,
  now: Instant,
): void {
  const { id, publicKey, counter, transports = [] } = credential
  db.prepare('INSERT INTO passkey VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    id,
    reviewerId,
    registration,
    publicKey,
    counter,
    JSON.stringify(transports),
    now,
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

/** Stores the counter of an assertion. Returns false if another assertion was verified meanwhile. */
export function storeCounter(
  db: DatabaseSync,
  { id, counter: before }: WebAuthnCredential,
  counter: number,
): boolean {
  const { changes } = db
    .prepare('UPDATE passkey SET counter = ? WHERE credential_id = ? AND counter = ?')
    .run(counter, id, before)
  return changes === 1
}

function passkeyOf(row: Record<string, unknown>): Passkey {
  return {
    reviewerId: row['reviewer_id'] as string,
    registration: row['registration'] as number,
    credential: {
      id: row['credential_id'] as string,
      publicKey: new Uint8Array(row['public_key'] as Uint8Array),
      counter: row['counter'] as number,
      transports: JSON.parse(row['transports'] as string) as string[],
    },
  }
}
