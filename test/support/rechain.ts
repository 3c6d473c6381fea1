import type { DatabaseSync } from 'node:sqlite'
import {
  bodyDigestOf,
  bookStart,
  digestOf,
  type StoredEntry,
} from '../../src/domain/stored-entry.ts'

/** An entry without its digests. */
export type EntryText = Omit<StoredEntry, 'bodyDigest' | 'digest'>

/** An entry with its digests, after another one. */
export function digested(previousDigest: string, text: EntryText): StoredEntry {
  const entry = { ...text, bodyDigest: bodyDigestOf(whole(text).body) }
  return { ...entry, digest: digestOf(previousDigest, entry) }
}

/** Entries with recomputed digests, as a forger would make them. */
export function rechained(entries: readonly EntryText[]): readonly StoredEntry[] {
  let { digest } = bookStart
  return entries.map((entry) => {
    const stored = digested(digest, entry)
    ;({ digest } = stored)
    return stored
  })
}

/** The entry, which must have its body. */
export function whole<T extends EntryText>(entry: T): T & { readonly body: string } {
  const { body } = entry
  if (body === null) throw new Error(`The entry at position ${entry.position} has no body.`)
  return { ...entry, body }
}

/** Recomputes all digests of a SQLite book whose triggers are off. */
export function rechainFile(db: DatabaseSync): void {
  const sql =
    'SELECT position, at, kind, institution_id AS institutionId, body FROM entry ORDER BY position'
  const update = db.prepare('UPDATE entry SET body_digest = ?, digest = ? WHERE position = ?')
  for (const { bodyDigest, digest, position } of rechained(db.prepare(sql).all() as EntryText[]))
    update.run(bodyDigest, digest, position)
}
