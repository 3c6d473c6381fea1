import { nameOf, readInput } from '../../book/publish/input/read-file.ts'
import { isPostgres } from '../../book/store/postgres/address.ts'
import type { Store } from '../../book/store/store.ts'
import {
  addLeaf,
  cosignatureTime,
  createTree,
  noteText,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  readKeptNote,
  rootOf,
  verifyNote,
  withSignaturesOf,
  type Checkpoint,
  type MerkleTree,
  type NoteProblem,
  type NoteVerifier,
  type SignedNote,
} from '../../domain/checkpoint.ts'
import { Failure } from '../../domain/failure.ts'
import { counted } from '../../domain/text.ts'
import { readAddress, readBytes, requestFile } from '../../outbound/request-file.ts'

/** The most bytes of a note, far more than a checkpoint has. */
export const noteLimit = 65_536
const responseLimits = { progress: 10_000, total: 30_000 }

/** A checkpoint, and where it was read from. */
export type NamedCheckpoint = {
  /** The file or the address. */
  readonly place: string
  readonly checkpoint: Checkpoint
  /** Whether its signature was checked. */
  readonly isVerified: boolean
}

/** Reads the verifier key of an option. */
export function readVerifierKey(text: string, option = '--checkpoint-key'): NoteVerifier {
  const verifier = parseVerifierKey(text)
  if (!('problem' in verifier)) return verifier
  throw new Failure('usage', `${option} ${text} is not a verifier key: ${verifier.problem}`)
}

/** A checkpoint, and the note that has it. */
type ReadCheckpoint = NamedCheckpoint & { readonly note: SignedNote }

/** Reads a checkpoint from the bytes of a note. With a verifier, that key must have signed it. */
export function readCheckpoint(
  bytes: Uint8Array,
  place: string,
  verifier: NoteVerifier | undefined,
): ReadCheckpoint {
  const note = validOrThrow(parseNote(decodeNote(bytes, place)), place)
  const checkpoint = validOrThrow(checkpointOf(note, verifier), place)
  return { place, checkpoint, note, isVerified: verifier !== undefined }
}

function validOrThrow<T extends object>(read: T | NoteProblem, place: string): T {
  if (!('problem' in read)) return read
  throw new Failure('refused', `${place} is not a valid checkpoint: ${read.problem}`)
}

function checkpointOf(
  note: SignedNote,
  verifier: NoteVerifier | undefined,
): Checkpoint | NoteProblem {
  const refusal = verifier === undefined ? undefined : verifyNote(note, verifier)
  if (refusal !== undefined) return refusal
  const checkpoint = parseCheckpoint(note.text)
  if ('problem' in checkpoint || verifier === undefined) return checkpoint
  if (checkpoint.origin === verifier.name) return checkpoint
  return { problem: `its origin is ${checkpoint.origin}, and the key is that of ${verifier.name}.` }
}

/** The number of entries of a book, and the Merkle tree over their digests as they stand; the audit verifies the digests. */
export type DigestTree = { readonly size: number; readonly tree: MerkleTree }

/** Reads the digests of a whole book. */
export async function readDigestTree(
  store: Store,
  step: (position: number) => void = () => {},
): Promise<DigestTree> {
  const tree = createTree()
  let size = 0
  for await (const batch of store.storedEntries(0)) {
    for (const { digest } of batch) addLeaf(tree, size++, Buffer.from(digest, 'hex'))
    step(size)
  }
  return { size, tree }
}

/** Checks that the first entries of a book have the root of a checkpoint. If the chain is intact, it then has that whole past. */
export function checkContained(
  store: Store,
  { size: end, tree }: DigestTree,
  { place, checkpoint: { origin, size, root } }: NamedCheckpoint,
): void {
  const own = size > end ? undefined : rootOf(tree, size).toString('base64')
  if (own === root) return
  const difference =
    own === undefined
      ? `the book ends at position ${end}`
      : `the book has the root ${own} there, so an entry up to there was changed`
  const isMaybeBehind = own === undefined && isPostgres(store.name)
  const advice = isMaybeBehind ? 'if this is a standby that lags, run it again; otherwise ' : ''
  throw new Failure(
    'disk',
    `${store.name} does not contain the checkpoint in ${place}, position ${size} of ${origin}: ${difference}; ${advice}restore a backup that contains it.`,
  )
}

/** The line about a checkpoint that the book contains. */
export function containedLine({ place, checkpoint, isVerified }: NamedCheckpoint): string {
  const signature = isVerified
    ? 'its signature is valid'
    : 'its signature was not checked, because no --checkpoint-key was given'
  return `${place}: the book contains position ${checkpoint.size} of ${checkpoint.origin}; ${signature}`
}

/** The text of a note. `name` is where it was read from. */
function decodeNote(bytes: Uint8Array, name: string): string {
  if (bytes.byteLength > noteLimit)
    throw new Failure(
      'refused',
      `${name} is not a valid checkpoint: it has more than ${noteLimit} bytes.`,
    )
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Failure('refused', `${name} is not a valid checkpoint: it is not UTF-8.`)
  }
}

/** Reads a note from an address, from a file, or from standard input for `-`. */
export async function readNote(place: string): Promise<Uint8Array> {
  if (/^https?:\/\//i.test(place)) return fetchNote(place)
  const input = await readInput(place)
  if (!('code' in input)) return input
  throw new Failure('refused', `No checkpoint can be read from ${nameOf(place)}: ${input.message}`)
}

async function fetchNote(address: string): Promise<Uint8Array> {
  readAddress(address)
  const { signal } = new AbortController()
  const response = await requestFile(address, { limits: responseLimits, signal })
  if (response.is === 'there') return readBytes(response.chunks, noteLimit)
  throw new Failure(
    'unreachable',
    `${address} has no checkpoint: the answer is 404. Does the server have a signing key?`,
  )
}

/** A checkpoint with the signatures of known keys only, all of them verified. */
export type Cosigned = { readonly named: NamedCheckpoint; readonly note: SignedNote }

/** Refuses a key under a second name: it would count as another signer. */
export function checkWitnesses(publisher: NoteVerifier, witnesses: readonly NoteVerifier[]): void {
  for (const [index, { name, publicKey }] of witnesses.entries()) {
    if (name === publisher.name || publicKey.equals(publisher.publicKey))
      throw new Failure(
        'usage',
        `--witness-key ${name} is a key of ${publisher.name}, the publisher; give that of a witness.`,
      )
    const same = witnesses.slice(0, index).find((one) => publicKey.equals(one.publicKey))
    if (same !== undefined)
      throw new Failure(
        'usage',
        `--witness-key ${name} is the same key as --witness-key ${same.name}; give the key of each witness once.`,
      )
  }
}

/** Reads a checkpoint that its publisher and some witnesses must have signed. Signatures of other keys are left out. */
export function readCosigned(
  bytes: Uint8Array,
  place: string,
  publisher: NoteVerifier,
  witnesses: readonly NoteVerifier[],
): Cosigned {
  const named = readCheckpoint(bytes, place, publisher)
  if (named.checkpoint.size === 0)
    throw new Failure('refused', `${place} is of an empty book, so it covers no entry.`)
  const { note } = named
  for (const witness of witnesses) {
    const refusal = verifyNote(note, witness)
    if (refusal !== undefined)
      throw new Failure('refused', `${place} is not a cosigned checkpoint: ${refusal.problem}`)
  }
  return { named, note: withSignaturesOf(note, [publisher, ...witnesses]) }
}

/**
 * Keeps a cosigned checkpoint that the book contains, in place of an earlier one. Signatures that the book keeps of the same
 * checkpoint stay. Returns the names of all signers.
 */
export async function keepCosigned(
  store: Store,
  { named, note }: Cosigned,
  step: (position: number) => void,
): Promise<readonly string[]> {
  checkContained(store, await readDigestTree(store, step), named)
  const kept = readKeptNote(await store.keptCheckpoint())
  const { size } = named.checkpoint
  if (kept !== undefined && kept.checkpoint.size > size)
    throw new Failure(
      'refused',
      `${store.name} keeps a later checkpoint, of ${counted(kept.checkpoint.size, 'entry', 'entries')}, in place of ${named.place}, of ${size}.`,
    )
  const others =
    kept?.checkpoint.size === size ? keptSignatures(store, kept.note, { named, note }) : []
  const signatures = [...note.signatures, ...others]
  await store.keepCheckpoint(size, noteText({ text: note.text, signatures }))
  return [...new Set(signatures.map(({ name }) => name))]
}

/** The signatures that the book keeps of the same checkpoint, but those that a newer one of the same key replaces. */
function keptSignatures(
  { name: book }: Pick<Store, 'name'>,
  kept: SignedNote,
  { named: { place, checkpoint }, note }: Cosigned,
): SignedNote['signatures'] {
  if (kept.text !== note.text)
    throw new Failure(
      'refused',
      `${book} keeps a checkpoint of ${counted(checkpoint.size, 'entry', 'entries')} with other lines than ${place}, and signatures of it: cosign a checkpoint of more entries.`,
    )
  const newest = new Map<string, bigint>()
  for (const signature of note.signatures) {
    const key = keyOf(signature)
    const time = cosignatureTime(signature)
    if (time >= (newest.get(key) ?? 0n)) newest.set(key, time)
  }
  return kept.signatures.filter((signature) => {
    const time = newest.get(keyOf(signature))
    if (time === undefined) return true
    if (time >= cosignatureTime(signature)) return false
    throw new Failure(
      'refused',
      `${place} has an older signature of ${signature.name} than ${book} keeps: give the newer one, or leave that witness out.`,
    )
  })
}

const keyOf = ({ name, id }: SignedNote['signatures'][number]): string => `${name}+${id}`
