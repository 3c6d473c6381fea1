import type { DatabaseSync } from 'node:sqlite'
import { bookStart, digestOf } from '../../src/domain/digest.ts'
import type { EntryText, StoredEntry } from '../../src/domain/entry-body.ts'

/** Entries with recomputed digests, as a forger would make them. */
export function rechained(entries: readonly EntryText[]): readonly StoredEntry[] {
  let { digest } = bookStart
  return entries.map((entry) => {
    digest = digestOf(digest, entry)
    return { ...entry, digest }
  })
}

/** Recomputes all digests of a SQLite book whose triggers are off. */
export function rechainFile(db: DatabaseSync): void {
  const sql =
    'SELECT position, at, kind, institution_id AS institutionId, body FROM entry ORDER BY position'
  const update = db.prepare('UPDATE entry SET digest = ? WHERE position = ?')
  for (const { digest, position } of rechained(db.prepare(sql).all() as EntryText[]))
    update.run(digest, position)
}
