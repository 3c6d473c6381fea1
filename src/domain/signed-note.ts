import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto'

/** The public half of a key: its name, its ID in lower-case hexadecimal, what it signs, and the Ed25519 key itself. */
export type NoteVerifier = {
  readonly name: string
  readonly id: string
  /** A `cosignature` is that of a witness (C2SP `tlog-cosignature`): it also covers the time at which it was made. */
  readonly signs: 'note' | 'cosignature'
  readonly publicKey: KeyObject
}

/** A key that signs notes. `sign` takes a text that ends in a newline; the same text always gives the same note. */
export type NoteSigner = NoteVerifier & { readonly sign: (text: string) => string }

/** One signature of a note; nothing is known about it until it is verified. */
type NoteSignature = {
  readonly name: string
  readonly id: string
  readonly bytes: Buffer
}

/** A note that is well formed: its text, which ends in a newline, and its signatures. */
export type SignedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] }

/** Why a note, a key or a checkpoint is refused: a sentence. */
export type NoteProblem = { readonly problem: string }

/** The byte that stands for what a key signs with Ed25519, in a verifier key and in the hash of a key ID. */
const typeBytes = { note: 0x01, cosignature: 0x04 } as const
const idLength = 4
/** The bytes of the time of a cosignature, in seconds since 1970. */
const timeLength = 8

/** Whether a text can be the name of a key: C2SP forbids spaces and plus signs, and control characters in any note. */
export function isKeyName(text: string): boolean {
  return /^[^\s+\p{Cc}\p{Z}]+$/u.test(text)
}

/** A signer with an Ed25519 private key. */
export function createSigner(name: string, privateKey: KeyObject): NoteSigner {
  const verifier = createVerifier(name, 'note', createPublicKey(privateKey))
  return {
    ...verifier,
    sign(text) {
      const bytes = sign(undefined, Buffer.from(text), privateKey)
      return noteText({ text, signatures: [{ name, id: verifier.id, bytes }] })
    },
  }
}

/** The text of a whole note. */
export function noteText({ text, signatures }: SignedNote): string {
  const lines = signatures.map(({ name, id, bytes }) => {
    const base64 = Buffer.concat([Buffer.from(id, 'hex'), bytes]).toString('base64')
    return `— ${name} ${base64}\n`
  })
  return `${text}\n${lines.join('')}`
}

function createVerifier(
  name: string,
  signs: NoteVerifier['signs'],
  publicKey: KeyObject,
): NoteVerifier {
  const hashed = [Buffer.from(`${name}\n`), Buffer.of(typeBytes[signs]), rawKeyOf(publicKey)]
  const id = hash('sha256', Buffer.concat(hashed)).slice(0, 2 * idLength)
  return { name, id, signs, publicKey }
}

/** The 32 bytes of an Ed25519 public key (RFC 8032). */
function rawKeyOf(publicKey: KeyObject): Buffer {
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
}

/** The verifier key: name, ID and public key, joined by plus signs. */
export function verifierKeyOf({ name, id, signs, publicKey }: NoteVerifier): string {
  const key = Buffer.concat([Buffer.of(typeBytes[signs]), rawKeyOf(publicKey)])
  return `${name}+${id}+${key.toString('base64')}`
}

/** Reads a verifier key of a signer of notes or of a witness. */
export function parseVerifierKey(text: string): NoteVerifier | NoteProblem {
  const [, name = '', id, base64 = ''] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/.exec(text) ?? []
  if (id === undefined || !isKeyName(name))
    return { problem: 'it does not have the form NAME+ID+KEY, with an ID of 8 hexadecimal digits.' }
  const [type, ...raw] = decodeBase64(base64) ?? []
  const signs = type === typeBytes.cosignature ? 'cosignature' : 'note'
  if (type !== typeBytes[signs] || raw.length !== 32)
    return { problem: 'its last part is not the Base64 of an Ed25519 public key.' }
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw).toString('base64url') }
  const verifier = createVerifier(name, signs, createPublicKey({ key: jwk, format: 'jwk' }))
  if (verifier.id === id) return verifier
  return { problem: `its ID is ${id}, and the ID of this name and key is ${verifier.id}.` }
}

/** Reads a note without verifying it. */
export function parseNote(note: string): SignedNote | NoteProblem {
  if (note === '') return { problem: 'it is empty.' }
  const lines = note.split('\n')
  if (lines.pop() !== '') return { problem: 'it does not end with a newline.' }
  const controlled = lines.findIndex((line) => /\p{Cc}/u.test(line))
  if (controlled !== -1)
    return { problem: `line ${controlled + 1} has a control character, such as a carriage return.` }
  const blank = lines.lastIndexOf('')
  if (blank < 1) return { problem: 'it has no blank line between its text and its signatures.' }
  if (blank === lines.length - 1) return { problem: 'it has no signature after its blank line.' }
  const signatures = lines.slice(blank + 1).map(parseSignature)
  const wrong = signatures.indexOf(undefined)
  if (wrong !== -1) return { problem: `line ${blank + 2 + wrong} is not a signature.` }
  return {
    text: lines.slice(0, blank).join('\n') + '\n',
    signatures: signatures.filter((signature) => signature !== undefined),
  }
}

function parseSignature(line: string): NoteSignature | undefined {
  const [, name = '', base64 = ''] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? []
  const bytes = decodeBase64(base64)
  if (!isKeyName(name) || bytes === undefined || bytes.length <= idLength) return undefined
  return { name, id: bytes.toString('hex', 0, idLength), bytes: bytes.subarray(idLength) }
}

/** Decodes Base64; `undefined` if the text is not what encoding the bytes gives. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/** Verifies a note with one key; `undefined` if the key has signed it. Signatures of other keys are ignored. */
export function verifyNote(
  { text, signatures }: SignedNote,
  verifier: NoteVerifier,
): NoteProblem | undefined {
  const { name, id } = verifier
  const own = signatures.filter((signature) => signature.name === name && signature.id === id)
  if (own.length === 0) {
    const others = signatures.map((signature) => `${signature.name}+${signature.id}`).join(', ')
    return { problem: `it is not signed by ${name}+${id} but by ${others}.` }
  }
  return own.every(({ bytes }) => isSignatureOf(verifier, text, bytes))
    ? undefined
    : { problem: `the signature of ${name}+${id} does not match the text.` }
}

/** The note with the signatures of some keys only. They must be verified before. */
export function withSignaturesOf(
  { text, signatures }: SignedNote,
  verifiers: readonly NoteVerifier[],
): SignedNote {
  const known = new Set(verifiers.map(({ name, id }) => `${name}+${id}`))
  return { text, signatures: signatures.filter(({ name, id }) => known.has(`${name}+${id}`)) }
}

/** The seconds since 1970 at which a witness signed; 0 for a signature without a time. */
export function cosignatureTime({ bytes }: NoteSignature): bigint {
  return bytes.length === timeLength + 64 ? bytes.readBigUInt64BE() : 0n
}

function isSignatureOf({ signs, publicKey }: NoteVerifier, text: string, bytes: Buffer): boolean {
  if (signs === 'note') return verify(undefined, Buffer.from(text), publicKey, bytes)
  if (bytes.length !== timeLength + 64) return false
  const signed = `cosignature/v1\ntime ${bytes.readBigUInt64BE()}\n${text}`
  return verify(undefined, Buffer.from(signed), publicKey, bytes.subarray(timeLength))
}
