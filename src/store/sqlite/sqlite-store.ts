import type { DatabaseSync } from 'node:sqlite'
import { entriesAfter, type Draft, type Entry } from '../../domain/entry.ts'
import { storedAfter, verifiedEntries } from '../chain.ts'
import { otherSchemaError } from '../migrations.ts'
import {
  StoreError,
  type BookReader,
  type OtherSchema,
  type Store,
  type StoreMode,
} from '../store.ts'
import { checkFormat, connect, checkPath } from './connect.ts'
import { toStoreError, retryWhileBusy } from './errors.ts'
import { watchFile } from './file-watch.ts'
import { readerOf, type SqliteReader } from './reader.ts'
import { sqliteMigrations } from './schema.ts'
import { statements } from './statements.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** How to open a book. `entriesOnly`, with mode `read`, accepts any schema with entries. */
export type SqliteOptions = { readonly mode: StoreMode; readonly entriesOnly?: boolean | undefined }

/** Opens a book in a SQLite file and checks its schema. */
export async function openSqliteStore(
  path: string,
  { mode, entriesOnly = false }: SqliteOptions,
): Promise<Store> {
  checkPath(path, mode)
  const { isUnchanged } = watchFile(path)
  let otherSchema: OtherSchema | undefined
  const db = await connect(path, mode, (other) => {
    if (!entriesOnly) throw otherSchemaError(other)
    otherSchema = other
  })
  const reader = openReader(db, path, otherSchema)
  const format = sqliteMigrations().length
  const { last: _, ...book } = reader
  let queue: Promise<unknown> = Promise.resolve()

  return {
    ...book,
    name: path,
    otherSchema,
    async append(decide) {
      if (mode === 'read') {
        throw new StoreError('configuration', `The book ${path} was opened for reading only.`)
      }
      const appended = queue.then(() => append(db, path, format, reader, decide))
      queue = appended.catch(() => undefined)
      return appended
    },
    async isReadable() {
      try {
        // Drop cached pages: they stay readable even if the file is gone or was overwritten in place.
        db.exec('PRAGMA shrink_memory')
        reader.last()
        checkFormat(db, path, format)
        return await isUnchanged((walSize) => isEndIntact(db, path, reader, walSize))
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

/** Prepares the statements, which fails if an altered table has not the columns of an entry. */
function openReader(
  db: DatabaseSync,
  path: string,
  otherSchema: OtherSchema | undefined,
): SqliteReader {
  try {
    return readerOf(db, path)
  } catch (error) {
    db.close()
    throw otherSchema === undefined ? toStoreError(path, error) : otherSchemaError(otherSchema)
  }
}

async function append(
  db: DatabaseSync,
  path: string,
  format: number,
  reader: SqliteReader,
  decide: (book: BookReader) => Promise<readonly Draft[]>,
): Promise<readonly Entry[]> {
  await retryWhileBusy(path, () => db.exec('BEGIN IMMEDIATE'))
  try {
    checkFormat(db, path, format)
    const drafts = await decide(reader)
    // No `await` below, so that reads on this connection never see half of an append.
    const last = reader.last()
    const insert = db.prepare(statements.append)
    for (const entry of storedAfter(last, drafts)) {
      const { position, at, kind, institutionId, digest, body } = entry
      insert.run(position, at, kind, institutionId, digest, body)
    }
    db.exec('COMMIT')
    return entriesAfter(last.position, drafts)
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
  path: string,
  reader: SqliteReader,
  walSize: number,
): Promise<boolean> {
  const last = reader.last()
  // Twice the size, because a writer may have begun the -wal file again since.
  const start = Math.max(0, positionBefore(db, 2 * walSize) - minimum)
  const digest = await reader.digestAt(start)
  if (digest === undefined) return false
  const book = { name: path, storedEntries: reader.storedEntries }
  for await (const { reached } of verifiedEntries(book, { position: start, digest })) {
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
