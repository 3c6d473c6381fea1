import { parseCheckpoint, type Checkpoint } from '../domain/checkpoint.ts'
import {
  parseNote,
  parseVerifierKey,
  verifyNote,
  type NoteProblem,
  type NoteVerifier,
  type SignedNote,
} from '../domain/signed-note.ts'
import { addLeaf, createTree, rootOf, type MerkleTree } from '../domain/merkle.ts'
import { nameOf, readInput } from '../publish/input/read-file.ts'
import { isPostgres } from '../store/postgres/address.ts'
import type { Store } from '../store/store.ts'
import { Failure } from '../domain/failure.ts'
import { isLoopback } from '../outbound/address-check.ts'

/** The most bytes of a note, far more than a checkpoint has. */
export const noteLimit = 65_536
/** The milliseconds for a whole response. */
const responseTimeout = 10_000

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
  checkAddress(address)
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeout),
      headers: { accept: 'text/plain' },
    })
    const reason = refusalOf(response)
    if (reason === undefined) return await readBody(response)
    await response.body?.cancel()
    throw new Failure('unreachable', `${address} ${reason}`)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('unreachable', `${address} cannot be reached: ${reasonOf(error)}.`)
  }
}

/** Refuses an address that would show the request to others, or whose password would show in messages. */
function checkAddress(address: string): void {
  const url = URL.parse(address)
  if (url === null) throw new Failure('usage', `--checkpoint ${address} is not a valid address.`)
  if (url.username !== '' || url.password !== '')
    throw new Failure('usage', '--checkpoint takes no address with a user name or a password.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname.replaceAll(/[[\]]/g, '')))
    throw new Failure(
      'usage',
      `--checkpoint ${address}: give an address with https; http is only for this machine.`,
    )
}

/** Why a response has no note; `undefined` if it may have one. */
function refusalOf({ status, headers }: Response): string | undefined {
  if (status === 200) return undefined
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null)
    return `redirects to ${location}; give the address of the checkpoint itself.`
  if (status === 404)
    return 'has no checkpoint: the answer is 404. Does the server have a signing key?'
  return `gives no checkpoint: the answer has status ${status}.`
}

/** Reads a body, and stops just after the limit. */
async function readBody(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  if (body === null) return Buffer.alloc(0)
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > noteLimit) break
  }
  return Buffer.concat(chunks)
}

/** The reason of an error of `fetch`, which is often in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no whole response in ${responseTimeout / 1000} seconds`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message
}
