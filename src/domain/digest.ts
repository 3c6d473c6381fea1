import { hash } from 'node:crypto'
import type { StoredEntry } from './entry-body.ts'

/** A position of a book and the digest there. The digest covers every entry up to that position. */
export type BookPosition = { readonly position: number; readonly digest: string }

/** The position before the first entry; its digest is 64 zeros. */
export const bookStart: BookPosition = { position: 0, digest: '0'.repeat(64) }

/**
 * The digest of an entry: SHA-256, in lower-case hex, of these lines. `docs/book.md` defines it. The body stands in it by its own
 * digest, so that the chain also closes where a body is withheld.
 */
export function digestOf(
  previousDigest: string,
  { position, at, kind, institutionId, bodyDigest }: Omit<StoredEntry, 'body' | 'digest'>,
): string {
  const lines = [previousDigest, position, at, kind, institutionId, bodyDigest]
  return hash('sha256', lines.map((line) => `${line}\n`).join(''))
}

/** The digest of the text of a body: SHA-256 in lower-case hex. */
export function bodyDigestOf(body: string): string {
  return hash('sha256', body)
}
