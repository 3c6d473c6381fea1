import { bookStart, digestOf, type BookPosition } from '../domain/digest.ts'
import { bodyOf, entryOf, storedInstant, type StoredEntry } from '../domain/entry-body.ts'
import type { Draft, Entry } from '../domain/entry.ts'
import { UnknownPart } from '../domain/entry-keys.ts'
import { StoreError, type Store } from './store.ts'

/** An entry with the digest of the entry before it, which the first entry and one after a gap do not have. */
export type LinkedEntry = StoredEntry & { readonly previousDigest: string | null }

/** Entries whose digests match, parsed, and the position that was reached. */
export type VerifiedBatch = { readonly entries: readonly Entry[]; readonly reached: BookPosition }

/** The texts and digests of drafts that are appended after an entry. */
export function storedAfter(last: BookPosition, drafts: readonly Draft[]): readonly StoredEntry[] {
  let { position, digest } = last
  return drafts.map((draft) => {
    const { kind, institutionId } = draft
    const at = storedInstant(draft.at)
    const text = { position: ++position, at, kind, institutionId, body: bodyOf(draft) }
    digest = digestOf(digest, text)
    return { ...text, digest }
  })
}

/** Reads the entries after a position and recomputes every digest. Throws if the book was changed or has a gap. */
export async function* verifiedEntries(
  { name, storedEntries }: Pick<Store, 'name' | 'storedEntries'>,
  after: BookPosition,
): AsyncGenerator<VerifiedBatch> {
  let reached = after
  for await (const batch of storedEntries(after.position)) {
    const entries = batch.map((stored) => {
      const entry = verifiedEntry(name, reached, stored)
      reached = { position: stored.position, digest: stored.digest }
      return entry
    })
    yield { entries, reached }
  }
}

/** Verifies and parses an entry that was read by itself, with the digest of the entry before it. */
export function verifiedLinkedEntry(
  name: string,
  { previousDigest, ...stored }: LinkedEntry,
): Entry {
  const position = stored.position - 1
  const digest = previousDigest ?? (position === 0 ? bookStart.digest : undefined)
  if (digest === undefined) throw damagedError(name, stored.position, gapAfter(position - 1))
  return verifiedEntry(name, { position, digest }, stored)
}

function verifiedEntry(name: string, previous: BookPosition, stored: StoredEntry): Entry {
  const { position } = stored
  if (position !== previous.position + 1)
    throw damagedError(name, position, gapAfter(previous.position))
  if (digestOf(previous.digest, stored) !== stored.digest)
    throw damagedError(name, position, 'the entry does not match its digest')
  try {
    return entryOf(stored)
  } catch (error) {
    if (error instanceof UnknownPart) {
      const message = `The book ${name}, position ${position}: ${error.message}`
      throw new StoreError('configuration', message, error)
    }
    throw damagedError(name, position, 'the entry cannot be read', error)
  }
}

function gapAfter(position: number): string {
  return `there is no entry at position ${position + 1}`
}

/** The error for an entry that is not what was appended. */
export function damagedError(
  name: string,
  position: number,
  reason: string,
  cause?: unknown,
): StoreError {
  return new StoreError(
    'disk',
    `The book ${name} is damaged at position ${position}: ${reason}. ` +
      'Restore a backup, and check it with `ratebook audit`.',
    cause,
  )
}

/** The error for a book that does not continue the one that was served. */
export function otherBookError(
  name: string,
  served: BookPosition,
  found: string | undefined,
): StoreError {
  const has = found === undefined ? 'there is no entry' : `the digest is ${shortened(found)}`
  return new StoreError(
    'disk',
    `The book ${name} is not the one that was served: at position ${served.position} ${has}, and the served book ` +
      `has the digest ${shortened(served.digest)}. Put the served book back, or restart the server to serve this one.`,
  )
}

function shortened(digest: string): string {
  return `${digest.slice(0, 12)}…`
}
