import type { DatabaseSync } from 'node:sqlite'

/** Entries, each with the digest of the one before it. */
const selectLinked = `SELECT entry.position, entry.at, entry.kind, entry.institution_id AS institutionId,
    entry.digest, entry.body_digest AS bodyDigest, entry.body, previous.digest AS previousDigest
  FROM entry LEFT JOIN entry AS previous ON previous.position = entry.position - 1`

/** The SQL statements of the store. The schema is in `migrations/`. */
export const statements = {
  append: `INSERT INTO entry (position, at, kind, institution_id, digest, body_digest, body)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  mirrorOf: 'SELECT url FROM mirror',
  becomeMirror: 'INSERT INTO mirror (id, url) VALUES (1, ?)',
  keptCheckpoint: 'SELECT note FROM checkpoint ORDER BY position DESC LIMIT 1',
  keepCheckpoint: `INSERT INTO checkpoint (position, note) VALUES (?, ?)
    ON CONFLICT (position) DO UPDATE SET note = excluded.note`,
  last: `${selectLinked} ORDER BY entry.position DESC LIMIT 1`,
  firstSheet: `${selectLinked} WHERE entry.kind = 'sheet-published' ORDER BY entry.position LIMIT 1`,
  entryAt: `${selectLinked} WHERE entry.position = ?`,
  digestAt: 'SELECT digest FROM entry WHERE position = ?',
  entries: `SELECT position, at, kind, institution_id AS institutionId, digest,
    body_digest AS bodyDigest, body FROM entry WHERE position > ? ORDER BY position LIMIT ?`,
  sizes: `SELECT position, octet_length(at) + octet_length(kind) + octet_length(institution_id) +
    octet_length(digest) + coalesce(octet_length(body), 0) AS size FROM entry ORDER BY position DESC`,
  entriesOf: `${selectLinked}
    WHERE entry.institution_id = ? AND entry.position < ? AND entry.kind = coalesce(?, entry.kind)
    ORDER BY entry.position DESC LIMIT ?`,
  institutions: `${selectLinked}
    WHERE entry.position IN (SELECT max(position) FROM entry WHERE kind = 'institution-registered' GROUP BY institution_id)`,
} as const

/** Runs `work` in a transaction and rolls back if it throws. */
export function inTransaction<T>(
  db: DatabaseSync,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE',
  work: () => T,
): T {
  db.exec(begin)
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
