import { statSync } from 'node:fs'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { entriesAfter } from '../../../domain/entry.ts'
import type { StoredEntry } from '../../../domain/stored-entry.ts'
import {
  checkStored,
  mirrorError,
  notEmptyError,
  storedAfter,
  verifiedEntries,
  withSalts,
  type NamedBook,
  type OpenBook,
} from '../chain.ts'
import { otherSchemaError } from '../migrations.ts'
import { createReader, type EntryReader, type ReadStatement } from '../reader.ts'
import { type OpenOptions, type OtherSchema, type Store, StoreError } from '../store.ts'
import { checkFormat, checkPath, connect } from './connect.ts'
import { retryWhileBusy, toStoreError } from './errors.ts'
import { sqliteMigrations } from './schema.ts'

/** Entries in one batch. Small, so that the texts of a batch are collected before V8 moves them to the old generation. */
const batchSize = 20

/** Opens a book in a SQLite file and checks its schema. */
export async function openSqliteStore(
  path: string,
  { mode, entriesOnly = false }: OpenOptions,
): Promise<Store> {
  checkPath(path, mode)
  const isUnchanged = watchFile(path)
  const { db, otherSchema } = await connect(path, mode, entriesOnly)
  const book: OpenBook = { name: path, mirrorOf: undefined }
  const run = openStatements(db, book, otherSchema)
  const reader = createReader(book, batchSize, (...asked) =>
    retryWhileBusy(path, () => run(...asked)),
  )
  const format = sqliteMigrations().length
  let queue: Promise<unknown> = Promise.resolve()
  /** Runs one write after another, each in a transaction: `decide` may read, and `work` writes. */
  const write = async <D, T>(decide: () => D | Promise<D>, work: (decided: D) => T): Promise<T> => {
    if (mode === 'read')
      throw new StoreError('configuration', `The book ${path} was opened for reading only.`)
    const decideNow = (): D | Promise<D> => {
      book.mirrorOf = mirrorOf(db)
      return decide()
    }
    const written = queue.then(() => transaction(db, path, format, decideNow, work))
    queue = written.catch(() => undefined)
    return written
  }

  return {
    ...reader,
    name: path,
    get mirrorOf() {
      return book.mirrorOf
    },
    otherSchema,
    append: (decide) =>
      write(
        async () => {
          if (book.mirrorOf !== undefined) throw mirrorError(book)
          return { drafts: withSalts(await decide(reader)), last: await reader.last() }
        },
        ({ drafts, last }) => {
          insert(db, storedAfter(last, drafts))
          return entriesAfter(last.position, drafts)
        },
      ),
    appendStored: (entries) =>
      write(
        () => reader.last(),
        (last) => {
          if (entries[0]?.position !== last.position + 1) return false
          checkStored(book, last, entries)
          insert(db, entries)
          return true
        },
      ),
    becomeMirror: (url) =>
      write(
        () => reader.last(),
        ({ position }) => {
          if (book.mirrorOf !== undefined) return
          if (position > 0) throw notEmptyError(book)
          db.prepare(statements.becomeMirror).run(url)
          book.mirrorOf = url
        },
      ),
    async keptCheckpoint() {
      const row = await retryWhileBusy(path, () => db.prepare(statements.keptCheckpoint).get())
      return row?.['note'] as string | undefined
    },
    keepCheckpoint: (position, note) =>
      write(
        () => db.prepare(statements.keepCheckpoint),
        (keep) => void keep.run(position, note),
      ),
    async isReadable() {
      try {
        // Drop cached pages: they stay readable even if the file is gone or was overwritten in place.
        db.exec('PRAGMA shrink_memory')
        // Does not wait for a lock.
        await createReader(book, batchSize, async (...asked) => run(...asked)).last()
        checkFormat(db, path, format)
        return await isUnchanged((walSize) => isEndIntact(db, book, reader, walSize))
      } catch {
        return false
      }
    },
    async checkIntegrity() {
      const [row] = await retryWhileBusy(path, () => db.prepare('PRAGMA integrity_check(1)').all())
      // The first line only names the database.
      const problem = String(row?.['integrity_check']).split('\n').at(-1)
      if (problem === 'ok') return
      throw new StoreError(
        'disk',
        `The book ${path} is damaged: ${problem}. Move the file away, and restore a backup in its place.`,
      )
    },
    async close() {
      await queue
      if (!db.isOpen) return
      try {
        // Move everything from the -wal file into the book, so that the one file can be copied.
        if (mode !== 'read') db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch {
        // Nothing is lost: the next process to open the book recovers the -wal file.
      } finally {
        db.close()
      }
    },
  }
}

/** The statements that read entries. Preparing them fails if an altered table has not the columns of an entry. */
function openStatements(
  db: DatabaseSync,
  book: OpenBook,
  otherSchema: OtherSchema | undefined,
): (name: ReadStatement, values: readonly SQLInputValue[]) => readonly unknown[] {
  try {
    book.mirrorOf = mirrorOf(db)
    const prepared = {
      last: db.prepare(statements.last),
      firstSheet: db.prepare(statements.firstSheet),
      entryAt: db.prepare(statements.entryAt),
      digestAt: db.prepare(statements.digestAt),
      institutions: db.prepare(statements.institutions),
      entriesOf: db.prepare(statements.entriesOf),
      entries: db.prepare(statements.entries),
    }
    return (name, values) => {
      const rows = prepared[name].all(...values)
      // A body is missing where the book is a mirror, perhaps by now.
      if (rows.some(({ body }) => body === null)) book.mirrorOf ??= mirrorOf(db)
      return rows
    }
  } catch (error) {
    db.close()
    throw otherSchema === undefined ? toStoreError(book.name, error) : otherSchemaError(otherSchema)
  }
}

/** The address of the book that this one mirrors, if it is a mirror. */
function mirrorOf(db: DatabaseSync): string | undefined {
  return db.prepare(statements.mirrorOf).get()?.['url'] as string | undefined
}

function insert(db: DatabaseSync, entries: readonly StoredEntry[]): void {
  const statement = db.prepare(statements.append)
  for (const { position, at, kind, institutionId, digest, bodyDigest, body } of entries)
    statement.run(position, at, kind, institutionId, digest, bodyDigest, body)
}

async function transaction<D, T>(
  db: DatabaseSync,
  path: string,
  format: number,
  decide: () => D | Promise<D>,
  work: (decided: D) => T,
): Promise<T> {
  await retryWhileBusy(path, () => db.exec('BEGIN IMMEDIATE'))
  try {
    checkFormat(db, path, format)
    const decided = await decide()
    // No `await` below, so that reads on this connection never see half of a write.
    const result = work(decided)
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw toStoreError(path, error)
  }
}

/** The number of entries that are verified at least. It is more than a page of SQLite holds. */
const minimum = 200

/**
 * Whether the last entries match their digests. Only the last entries can come from a -wal file, so if it is of another book
 * than the file, the digests do not match where the two meet.
 */
async function isEndIntact(
  db: DatabaseSync,
  book: NamedBook,
  reader: EntryReader,
  walSize: number,
): Promise<boolean> {
  const last = await reader.last()
  // Twice the size, because a writer may have begun the -wal file again since.
  const start = Math.max(0, positionBefore(db, 2 * walSize) - minimum)
  const digest = await reader.digestAt(start)
  if (digest === undefined) return false
  const { name, mirrorOf } = book
  const entries = { name, mirrorOf, storedEntries: reader.storedEntries }
  for await (const { reached } of verifiedEntries(entries, { position: start, digest })) {
    if (reached.position >= last.position) return true
    // Requests are answered between two batches.
    await nextTurn()
  }
  return last.position === start
}

/** The position before the last entries that have this size together. */
function positionBefore(db: DatabaseSync, size: number): number {
  let rest = size
  const entries = db.prepare(statements.sizes).iterate()
  for (const entry of entries as Iterable<{ position: number; size: number }>) {
    rest -= entry.size
    if (rest < 0) return entry.position - 1
  }
  return 0
}

/**
 * Watches the file at a path. Must be called before the connection is opened, so that a file that is replaced meanwhile is
 * noticed. Uses stat only: closing the file would drop SQLite's locks on it (https://sqlite.org/howtocorrupt.html).
 * The function that it returns is false if the path names another file or none. If the file was written while there is a -wal
 * file, `verify` gets the size of that, and decides.
 */
function watchFile(
  path: string,
): (verify: (walSize: number) => Promise<boolean>) => Promise<boolean> {
  let known = stateOf(path)
  return async (verify) => {
    const now = stateOf(path)
    // A file that did not exist was created by the connection.
    known ??= now
    // A connection can still read a file that was deleted or renamed.
    if (now === undefined || now.identity !== known?.identity) return false
    if (now.contents === known.contents) return true
    // A checkpoint writes to the file, and so does a copy over it, which leaves a -wal file of another book behind.
    const walSize = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (walSize > 0 && !(await verify(walSize))) return false
    known = now
    return true
  }
}

function stateOf(path: string): { identity: string; contents: string } | undefined {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (file === undefined) return undefined
  const { dev, ino, size, mtimeNs } = file
  return { identity: `${dev} ${ino}`, contents: `${size} ${mtimeNs}` }
}

/** Entries, each with the digest of the one before it. */
const selectLinked = `SELECT entry.position, entry.at, entry.kind, entry.institution_id AS institutionId,
    entry.digest, entry.body_digest AS bodyDigest, entry.body, previous.digest AS previousDigest
  FROM entry LEFT JOIN entry AS previous ON previous.position = entry.position - 1`

/** The SQL statements of the store. The schema is in `migrations/`. */
const statements = {
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
