import { createPrivateKey, createPublicKey, hash, sign, type KeyObject } from 'node:crypto'
import {
  type Checkpoint,
  createSigner,
  addLeaf,
  createTree,
  rootOf,
} from '../../src/domain/checkpoint.ts'

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

/** The key of test 2 there, for a witness. */
export const witnessKey = privateKeyOf(
  Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex'),
)

/** A signer with the first key. */
export const testSigner = createSigner('rates.example', testKey)

/** The checkpoint of a book with these digests. */
export function checkpointOver(digests: readonly string[], origin = testSigner.name): Checkpoint {
  const tree = createTree()
  for (const [index, digest] of digests.entries()) addLeaf(tree, index, Buffer.from(digest, 'hex'))
  return { origin, size: digests.length, root: rootOf(tree, digests.length).toString('base64') }
}

/** The line of a witness in a checkpoint, and its verifier key, as C2SP `tlog-cosignature` defines them. */
export function cosignatureLine(name: string, key: KeyObject, text: string, seconds: number) {
  const raw = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
  const typed = Buffer.concat([Buffer.of(4), raw])
  const id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'buffer').subarray(
    0,
    4,
  )
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  const message = Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)
  const signature = Buffer.concat([id, time, sign(undefined, message, key)])
  return {
    line: `— ${name} ${signature.toString('base64')}\n`,
    verifierKey: `${name}+${id.toString('hex')}+${typed.toString('base64')}`,
  }
}
