import { parseCheckpoint, type Checkpoint } from '../domain/checkpoint.ts'
import {
  parseNote,
  parseVerifierKey,
  verifyNote,
  type NoteProblem,
  type NoteVerifier,
} from '../domain/signed-note.ts'
import { isPostgres } from '../store/postgres/address.ts'
import type { Store } from '../store/store.ts'
import { Failure } from '../domain/failure.ts'
import { nameOf } from '../cli/read-file.ts'
import { readNoteFrom } from './note-source.ts'

/** A checkpoint, and where it was read from. */
export type NamedCheckpoint = {
  /** The file or the address. */
  readonly place: string
  readonly checkpoint: Checkpoint
  /** Whether its signature was checked. */
  readonly isVerified: boolean
}

/** Reads the verifier key of `--checkpoint-key`. */
export function readVerifierKey(text: string | undefined): NoteVerifier | undefined {
  if (text === undefined) return undefined
  const verifier = parseVerifierKey(text)
  if (!('problem' in verifier)) return verifier
  throw new Failure('usage', `--checkpoint-key ${text} is not a verifier key: ${verifier.problem}`)
}

/** Reads a checkpoint from a file or an address. With a verifier, that key must have signed it. */
export async function readCheckpoint(
  place: string,
  verifier: NoteVerifier | undefined,
): Promise<NamedCheckpoint> {
  const checkpoint = checkpointOf(await readNoteFrom(place), verifier)
  if ('problem' in checkpoint)
    throw new Failure(
      'refused',
      `${nameOf(place)} is not a valid checkpoint: ${checkpoint.problem}`,
    )
  return { place: nameOf(place), checkpoint, isVerified: verifier !== undefined }
}

function checkpointOf(text: string, verifier: NoteVerifier | undefined): Checkpoint | NoteProblem {
  const note = parseNote(text)
  if ('problem' in note) return note
  const refusal = verifier === undefined ? undefined : verifyNote(note, verifier)
  if (refusal !== undefined) return refusal
  const checkpoint = parseCheckpoint(note.text)
  if ('problem' in checkpoint || verifier === undefined) return checkpoint
  if (checkpoint.origin === verifier.name) return checkpoint
  return { problem: `its origin is ${checkpoint.origin}, and the key is that of ${verifier.name}.` }
}

/** Checks that a book has the digest of a checkpoint at its position. If the chain is intact, it then has that whole past. */
export async function checkContained(
  store: Store,
  { place, checkpoint: { origin, position, digest } }: NamedCheckpoint,
): Promise<void> {
  const own = await store.digestAt(position)
  if (own === digest) return
  const difference =
    own === undefined
      ? `the book ends at position ${(await store.head()).position}`
      : `the book has the digest ${own} there, so an entry up to there was changed`
  const isMaybeBehind = own === undefined && isPostgres(store.name)
  const advice = isMaybeBehind ? 'if this is a standby that lags, run it again; otherwise ' : ''
  throw new Failure(
    'disk',
    `${store.name} does not contain the checkpoint in ${place}, position ${position} of ${origin}: ${difference}; ${advice}restore a backup that contains it.`,
  )
}

/** The line about a checkpoint that the book contains. */
export function containedLine({ place, checkpoint, isVerified }: NamedCheckpoint): string {
  const signature = isVerified
    ? 'its signature is valid'
    : 'its signature was not checked, because no --checkpoint-key was given'
  return `${place}: the book contains position ${checkpoint.position} of ${checkpoint.origin}; ${signature}`
}
