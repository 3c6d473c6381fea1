import {
  createHash,
  generateKeyPairSync,
  hash,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto'
import { storePasskey } from '../../src/desk/database/passkeys.ts'
import { findReviewer, type Binding } from '../../src/desk/database/registered-reviewer.ts'
import type { TestDesk } from './test-desk.ts'

/** An authenticator in software, so that a test can send assertions that no browser would make. */
export type SoftwarePasskey = {
  readonly id: string
  /** The JSON of an assertion, as a browser sends it. */
  readonly assertion: (asked: Asked) => Record<string, unknown>
}

/** What the browser signs; by default, what the desk asks for. */
export type Asked = {
  readonly challenge: string
  readonly origin: string
  readonly counter?: number
  readonly flags?: number
  readonly type?: string
  readonly userHandle?: string
}

/** Present (1) and verified (4). */
export const verified = 0b101

/** Flags of an assertion: the passkey may be copied to other devices (BE), and is (BS). */
export const backupFlags = { eligible: 0b1000, backedUp: 0b11000 }

/** Registers a passkey for a reviewer of a desk, without an invitation. */
export async function givePasskey(
  { store, db, now }: TestDesk,
  reviewerId: string,
  isBackupEligible = false,
): Promise<SoftwarePasskey> {
  const { registration = 0 } = (await findReviewer(store, reviewerId)) ?? {}
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16).toString('base64url')
  const credential = { id, publicKey: coseKey(publicKey), counter: 0, transports: ['internal'] }
  storePasskey(db, { reviewerId, registration, credential, isBackupEligible }, now())
  return softwarePasskey(id, privateKey, { reviewerId, registration })
}

function softwarePasskey(
  id: string,
  key: KeyObject,
  { reviewerId, registration }: Binding,
): SoftwarePasskey {
  const ownHandle = hash('sha256', `${registration} ${reviewerId}`, 'base64url')
  return {
    id,
    assertion(asked) {
      const { challenge, origin, counter = 1, flags = verified } = asked
      const { type = 'webauthn.get', userHandle = ownHandle } = asked
      const clientData = Buffer.from(
        JSON.stringify({ type, challenge, origin, crossOrigin: false }),
      )
      const count = Buffer.alloc(4)
      count.writeUInt32BE(counter)
      const authenticatorData = Buffer.concat([
        sha256(Buffer.from(new URL(origin).hostname)),
        Buffer.from([flags]),
        count,
      ])
      const signed = Buffer.concat([authenticatorData, sha256(clientData)])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, key).toString('base64url'),
          userHandle,
        },
      }
    },
  }
}

/** A public key of ES256 in COSE (RFC 9053): the CBOR of `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
function coseKey(key: KeyObject): Uint8Array<ArrayBuffer> {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const parts = [
    [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01],
    [0x21, 0x58, 0x20, ...Buffer.from(x, 'base64url')],
    [0x22, 0x58, 0x20, ...Buffer.from(y, 'base64url')],
  ]
  return new Uint8Array(parts.flat())
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
