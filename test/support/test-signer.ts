import { createPrivateKey } from 'node:crypto'
import { createSigner } from '../../src/domain/signed-note.ts'

/** The private key of an Ed25519 seed of 32 bytes. */
export function privateKeyOf(seed: Buffer) {
  // PKCS#8 (RFC 8410) has a constant prefix before the seed.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

/** The key of test 1 of RFC 8032, section 7.1. */
export const testKey = privateKeyOf(
  Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
)

/** A signer with that key. */
export const testSigner = createSigner('rates.example', testKey)
