import type { DatabaseSync } from 'node:sqlite'
import { bookStart, type BookPosition } from '../../../domain/digest.ts'
import type { StoredEntry } from '../../../domain/entry-body.ts'
import { emptyHead, institutionsOf, type Entry } from '../../../domain/entry.ts'
import {
  newestFirst,
  oldestFirst,
  verifiedLinkedEntry,
  type LinkedEntry,
  type OpenBook,
} from '../chain.ts'
import type { BookReader, Store } from '../store.ts'
import { retryWhileBusy } from './errors.ts'

/** Entries in one batch. Small, so that the texts of a batch are collected before V8 moves them to the old generation. */
const batchSize = 20

/** The queries of one connection. */
export type SqliteReader = BookReader &
  Pick<Store, 'storedEntries' | 'digestAt'> & {
    /** The position and digest of the last entry, which are verified. Does not wait for locks. */
    readonly last: () => BookPosition
  }

/** Reads a book on one connection. */
export function readerOf(db: DatabaseSync, book: OpenBook): SqliteReader {
  const path = book.name
  const all = db.prepare(statements.entries)
  const ofOne = db.prepare(statements.entriesOf)
  const registrations = db.prepare(statements.institutions)
  const lastEntry = db.prepare(statements.last)
  const firstSheet = db.prepare(statements.firstSheet)
  const one = db.prepare(statements.entryAt)
  const digest = db.prepare(statements.digestAt)
  /** A body is missing where the book is a mirror, perhaps by now. */
  const known = <T extends StoredEntry>(rows: T[]): T[] => {
    if (rows.some(({ body }) => body === null)) book.mirrorOf ??= mirrorOf(db)
    return rows
  }
  const verified = (row: unknown): Entry | undefined => {
    const [linked] = known(row === undefined ? [] : [row as LinkedEntry])
    return linked && verifiedLinkedEntry(book, linked)
  }
  return {
    async head() {
      const last = verified(await retryWhileBusy(path, () => lastEntry.get()))
      return last === undefined ? emptyHead : { position: last.position, at: last.at }
    },
    last() {
      const row = lastEntry.get() as LinkedEntry | undefined
      const last = verified(row)
      if (row === undefined || last === undefined) return bookStart
      return { position: last.position, digest: row.digest }
    },
    async currency() {
      const first = verified(await retryWhileBusy(path, () => firstSheet.get()))
      return first?.kind === 'sheet-published' ? first.sheet.currency : undefined
    },
    async entryAt(position) {
      return verified(await retryWhileBusy(path, () => one.get(position)))
    },
    async institutions() {
      const rows = await retryWhileBusy(path, () => registrations.all())
      return institutionsOf(rows.map((row) => verifiedLinkedEntry(book, row as LinkedEntry)))
    },
    async digestAt(position) {
      if (position === bookStart.position) return bookStart.digest
      const row = await retryWhileBusy(path, () => digest.get(position))
      return row?.['digest'] as string | undefined
    },
    storedEntries: (after, size = batchSize) =>
      oldestFirst(
        (last, limit) => retryWhileBusy(path, () => known(all.all(last, limit) as StoredEntry[])),
        after,
        size,
      ),
    entriesOf: (institutionId, kind) =>
      newestFirst(async (before, limit) => {
        const rows = await retryWhileBusy(path, () =>
          known(ofOne.all(institutionId, before, kind ?? null, limit) as LinkedEntry[]),
        )
        return rows.map((row) => verifiedLinkedEntry(book, row))
      }),
  }
}

/** The address of the book that this one mirrors, if it is a mirror. */
export function mirrorOf(db: DatabaseSync): string | undefined {
  return db.prepare(statements.mirrorOf).get()?.['url'] as string | undefined
}

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
