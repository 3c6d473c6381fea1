import { createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto'
import { parseWhole } from './decimal.ts'

/** A statement about a book (C2SP `tlog-checkpoint`): its first `size` entries have this root, and so are these and no others. */
export type Checkpoint = {
  /** The name of the book's publisher, which is also the name of the signing key. */
  readonly origin: string
  /** The number of entries, which is the position of the last one. */
  readonly size: number
  /** The root of the Merkle tree over the digests of these entries, in Base64. */
  readonly root: string
}

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

/** The text of a checkpoint, which is signed: three lines. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root}\n`
}

/** Reads the text of a checkpoint. Lines after the third are extensions, which other logs may use; they say nothing about the book. */
export function parseCheckpoint(text: string): Checkpoint | NoteProblem {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length < 3)
    return { problem: 'its text does not have the three lines origin, number of entries and root.' }
  const empty = lines.indexOf('')
  if (empty !== -1) return { problem: `line ${empty + 1} is empty.` }
  const [origin = '', sizeText = '', root = ''] = lines
  const size = parseWhole(sizeText)
  if (size === undefined || String(size) !== sizeText)
    return wrongLine(2, sizeText, 'a number of entries')
  if (decodeBase64(root)?.length !== 32) return wrongLine(3, root, 'the Base64 of 32 bytes')
  return { origin, size, root }
}

/** The checkpoint that a book keeps, and its note; `undefined` if it keeps none that can be read. Verifies no signature. */
export function readKeptNote(
  text: string | undefined,
): { readonly note: SignedNote; readonly checkpoint: Checkpoint } | undefined {
  const note = parseNote(text ?? '')
  if ('problem' in note) return undefined
  const checkpoint = parseCheckpoint(note.text)
  return 'problem' in checkpoint ? undefined : { note, checkpoint }
}

function wrongLine(line: number, text: string, expected: string): NoteProblem {
  return { problem: `line ${line} is ${JSON.stringify(text.slice(0, 80))}, not ${expected}.` }
}

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

/** The text of a whole note. */
export function noteText({ text, signatures }: SignedNote): string {
  const lines = signatures.map(({ name, id, bytes }) => {
    const base64 = Buffer.concat([Buffer.from(id, 'hex'), bytes]).toString('base64')
    return `— ${name} ${base64}\n`
  })
  return `${text}\n${lines.join('')}`
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

function isSignatureOf({ signs, publicKey }: NoteVerifier, text: string, bytes: Buffer): boolean {
  if (signs === 'note') return verify(undefined, Buffer.from(text), publicKey, bytes)
  if (bytes.length !== timeLength + 64) return false
  const signed = `cosignature/v1\ntime ${bytes.readBigUInt64BE()}\n${text}`
  return verify(undefined, Buffer.from(signed), publicKey, bytes.subarray(timeLength))
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

/** Decodes Base64; `undefined` if the text is not what encoding the bytes gives. */
function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/**
 * The Merkle tree of RFC 6962 over a list that only grows. `levels[n]` has the hashes of the complete subtrees of 2^n leaves, so
 * one tree has the root and the proofs of every size that it has had. Callers name the size.
 */
export type MerkleTree = { readonly levels: Buffer[] }

/** The bytes of a hash. */
const hashSize = 32

/** The bytes before a leaf and before two hashes: a leaf is then never taken for an inner node (RFC 6962, section 2.1). */
const [leafPrefix, nodePrefix] = [Buffer.of(0), Buffer.of(1)]

/** A tree without leaves. */
export function createTree(): MerkleTree {
  return { levels: [] }
}

/** Adds the leaf with an index, or replaces it; whatever stood after it is then no longer of the tree. */
export function addLeaf({ levels }: MerkleTree, index: number, leaf: Uint8Array): void {
  let value = sha256(leafPrefix, leaf)
  for (let level = 0, place = index; ; level++, place = (place - 1) / 2) {
    const hashes = withRoom(levels[level], place + 1)
    levels[level] = hashes
    value.copy(hashes, place * hashSize)
    if (place % 2 === 0) return
    value = sha256(nodePrefix, hashes.subarray((place - 1) * hashSize, (place + 1) * hashSize))
  }
}

/** Whether the tree has this leaf with this index. */
export function hasLeaf({ levels }: MerkleTree, index: number, leaf: Uint8Array): boolean {
  const known = levels[0]?.subarray(index * hashSize, (index + 1) * hashSize)
  return known !== undefined && known.equals(sha256(leafPrefix, leaf))
}

/** A buffer with the same bytes that has room for so many hashes. */
function withRoom(hashes: Buffer | undefined, count: number): Buffer {
  const present = hashes?.length ?? 0
  if (count * hashSize <= present) return hashes ?? Buffer.alloc(0)
  const grown = Buffer.alloc(Math.max(2 * present, count * hashSize))
  hashes?.copy(grown)
  return grown
}

/** The root of the tree of the first `size` leaves. */
export function rootOf(tree: MerkleTree, size: number): Buffer {
  return size === 0 ? sha256() : subtreeRoot(tree, 0, size)
}

/** The root over the leaves from `start` to before `end`; `start` is a multiple of the largest power of two within. */
function subtreeRoot(tree: MerkleTree, start: number, end: number): Buffer {
  const size = end - start
  const level = levelBelow(size + 1)
  if (2 ** level === size) {
    const place = start / size
    const root = tree.levels[level]?.subarray(place * hashSize, (place + 1) * hashSize)
    if (root?.length !== hashSize) throw new RangeError(`The tree has fewer than ${end} leaves.`)
    return root
  }
  const middle = start + splitOf(size)
  return sha256(nodePrefix, subtreeRoot(tree, start, middle), subtreeRoot(tree, middle, end))
}

/** The proof that the leaf with an index is in the tree of a size: hashes from the sibling of the leaf up to a child of the root. */
export function inclusionProof(tree: MerkleTree, index: number, size: number): readonly Buffer[] {
  return siblingsOf(tree, index, size, (start, end) => end - start === 1).siblings
}

/** The proof that the tree of one size begins with the tree of a smaller size: SUBPROOF of RFC 6962. */
export function consistencyProof(tree: MerkleTree, from: number, to: number): readonly Buffer[] {
  if (from === 0) return []
  const { siblings, start, end } = siblingsOf(tree, from - 1, to, (_, last) => last === from)
  // The reader has the root of the smaller tree, so the proof begins with it only if it is a part of another subtree.
  return start === 0 ? siblings : [subtreeRoot(tree, start, end), ...siblings]
}

/** Goes from the root down to a leaf, as far as a subtree that is the one. Returns the siblings on the way, the lowest first. */
function siblingsOf(
  tree: MerkleTree,
  index: number,
  size: number,
  isFound: (start: number, end: number) => boolean,
): { readonly siblings: readonly Buffer[]; readonly start: number; readonly end: number } {
  const siblings: Buffer[] = []
  let [start, end] = [0, size]
  while (!isFound(start, end)) {
    const middle = start + splitOf(end - start)
    const isLeft = index < middle
    siblings.unshift(isLeft ? subtreeRoot(tree, middle, end) : subtreeRoot(tree, start, middle))
    if (isLeft) end = middle
    else start = middle
  }
  return { siblings, start, end }
}

/** The largest power of two that is less than a number of leaves, at which RFC 6962 divides them. */
function splitOf(size: number): number {
  return 2 ** levelBelow(size)
}

/** The exponent of the largest power of two that is less than a number. */
function levelBelow(size: number): number {
  return Math.ceil(Math.log2(size)) - 1
}

function sha256(...parts: readonly Uint8Array[]): Buffer {
  return Buffer.from(hash('sha256', Buffer.concat(parts), 'hex'), 'hex')
}
