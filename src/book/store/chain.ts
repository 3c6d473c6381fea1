import { randomBytes } from 'node:crypto'
import type { Draft, Entry } from '../../domain/entry.ts'
import {
  bodyDigestOf,
  bodyOf,
  bookStart,
  digestOf,
  entryOf,
  storedInstant,
  withSalt,
  type BookPosition,
  type StoredEntry,
  UnknownPart,
} from '../../domain/stored-entry.ts'
import { type Store, StoreError } from './store.ts'

/** An entry with the digest of the entry before it, which the first entry and one after a gap do not have. */
export type LinkedEntry = StoredEntry & { readonly previousDigest: string | null }

/** Entries whose digests match, parsed, their digests, and the position that was reached. */
export type VerifiedBatch = {
  readonly entries: readonly Entry[]
  readonly digests: readonly string[]
  readonly reached: BookPosition
}

/** The drafts with a new salt in each private one that has none. */
export function withSalts(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.map((draft) => withSalt(draft, () => randomBytes(16).toString('hex')))
}

/** The texts and digests of drafts that are appended after an entry. */
export function storedAfter(last: BookPosition, drafts: readonly Draft[]): readonly StoredEntry[] {
  let { position, digest } = last
  return drafts.map((draft) => {
    const { kind, institutionId } = draft
    const at = storedInstant(draft.at)
    const body = bodyOf(draft)
    const bodyDigest = bodyDigestOf(body)
    const entry = { position: ++position, at, kind, institutionId, bodyDigest, body }
    digest = digestOf(digest, entry)
    return { ...entry, digest }
  })
}

/** A book as messages name it, and whether it is a mirror, which may lack private bodies. */
export type NamedBook = Pick<Store, 'name' | 'mirrorOf'>

/** The same of an open store. Another process can make the book a mirror while this one has it open. */
export type OpenBook = { readonly name: string; mirrorOf: string | undefined }

/** Reads the entries after a position and recomputes every digest. Throws if the book was changed or has a gap. */
export async function* verifiedEntries(
  book: Pick<Store, 'name' | 'mirrorOf' | 'storedEntries'>,
  after: BookPosition,
): AsyncGenerator<VerifiedBatch> {
  let reached = after
  for await (const batch of book.storedEntries(after.position)) {
    const entries = batch.map((stored) => {
      const entry = verifiedEntry(book, reached, stored)
      reached = { position: stored.position, digest: stored.digest }
      return entry
    })
    yield { entries, digests: batch.map(({ digest }) => digest), reached }
  }
}

/** Verifies and parses an entry that was read by itself, with the digest of the entry before it. */
export function verifiedLinkedEntry(
  book: NamedBook,
  { previousDigest, ...stored }: LinkedEntry,
): Entry {
  const position = stored.position - 1
  const digest = previousDigest ?? (position === 0 ? bookStart.digest : undefined)
  if (digest === undefined) throw damagedError(book.name, stored.position, gapAfter(position - 1))
  return verifiedEntry(book, { position, digest }, stored)
}

/** Why an entry is not the one that was appended after another; `undefined` if its digests match. */
export function chainProblem(
  previous: BookPosition,
  entry: StoredEntry,
  mirrorOf: string | undefined,
): string | undefined {
  const { position, body, bodyDigest, digest } = entry
  if (position !== previous.position + 1) return gapAfter(previous.position)
  if (digestOf(previous.digest, entry) !== digest) return 'the entry does not match its digest'
  if (body === null) return mirrorOf === undefined ? 'the body of the entry is missing' : undefined
  return bodyDigestOf(body) === bodyDigest ? undefined : 'the body does not match its digest'
}

function verifiedEntry(
  { name, mirrorOf }: NamedBook,
  previous: BookPosition,
  stored: StoredEntry,
): Entry {
  const { position } = stored
  const problem = chainProblem(previous, stored, mirrorOf)
  if (problem !== undefined) throw damagedError(name, position, problem)
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

/** The error for a command that would append to a mirror. */
export function mirrorError({ name, mirrorOf }: NamedBook): StoreError {
  return new StoreError(
    'configuration',
    `The book ${name} mirrors ${mirrorOf}, and only \`ratebook mirror\` extends it: name a book of your own with --database.`,
  )
}

/** The error for a book that has entries of its own, and cannot become a mirror. */
export function notEmptyError({ name }: Pick<NamedBook, 'name'>): StoreError {
  return new StoreError(
    'configuration',
    `The book ${name} is not a mirror: it has entries of its own. Name another one with --database; it is made if it does not exist.`,
  )
}

/** Verifies entries of another book, which are appended as they are. Throws at the first one that does not follow. */
export function checkStored(
  book: NamedBook,
  last: BookPosition,
  entries: readonly StoredEntry[],
): void {
  let previous = last
  for (const entry of entries) {
    verifiedEntry(book, previous, entry)
    previous = entry
  }
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
  const has = found === undefined ? 'there is no entry' : `the digest is ${shortDigest(found)}`
  return new StoreError(
    'disk',
    `The book ${name} is not the one that was served: at position ${served.position} ${has}, and the served book ` +
      `has the digest ${shortDigest(served.digest)}. Put the served book back, or restart the server to serve this one.`,
  )
}

/** The beginning of a digest or checksum, for a message. */
export function shortDigest(digest: string): string {
  return `${digest.slice(0, 12)}…`
}
