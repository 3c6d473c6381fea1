import { hash } from 'node:crypto'
import type { EntryText } from './entry-body.ts'

/** A position of a book and the digest there. The digest covers every entry up to that position. */
export type BookPosition = { readonly position: number; readonly digest: string }

/** The position before the first entry; its digest is 64 zeros. */
export const bookStart: BookPosition = { position: 0, digest: '0'.repeat(64) }

/** The digest of an entry: SHA-256, in lower-case hex, of these lines. `docs/book.md` defines it. */
export function digestOf(
  previousDigest: string,
  { position, at, kind, institutionId, body }: EntryText,
): string {
  const lines = [previousDigest, position, at, kind, institutionId, body]
  return hash('sha256', lines.map((line) => `${line}\n`).join(''))
}
