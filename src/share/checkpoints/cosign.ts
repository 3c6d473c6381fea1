import { counted } from '../../domain/text.ts'
import {
  cosignatureTime,
  noteText,
  parseNote,
  verifyNote,
  withSignaturesOf,
  type NoteVerifier,
  type SignedNote,
  parseCheckpoint,
} from '../../domain/checkpoint.ts'
import { Failure } from '../../domain/failure.ts'
import type { Store } from '../../book/store/store.ts'
import {
  checkContained,
  readCheckpoint,
  readDigestTree,
  type NamedCheckpoint,
} from './checkpoint.ts'

/** A checkpoint with the signatures of known keys only, all of them verified. */
export type Cosigned = { readonly named: NamedCheckpoint; readonly note: SignedNote }

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
  const kept = parseNote((await store.keptCheckpoint()) ?? '')
  const keptCheckpoint = 'problem' in kept ? kept : parseCheckpoint(kept.text)
  const { size } = named.checkpoint
  if ('size' in keptCheckpoint && keptCheckpoint.size > size)
    throw new Failure(
      'refused',
      `${store.name} keeps a later checkpoint, of ${counted(keptCheckpoint.size, 'entry', 'entries')}, in place of ${named.place}, of ${size}.`,
    )
  const sameSize = 'size' in keptCheckpoint && keptCheckpoint.size === size && !('problem' in kept)
  const others = sameSize ? keptSignatures(store, kept, { named, note }) : []
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
