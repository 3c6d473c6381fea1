import { pastOf } from '../past.ts'
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { bodyOf, storedInstant, type StoredEntry } from '../../domain/entry-body.ts'
import { emptyHead, type Draft, type Entry, type Head } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { entriesOf, newestFirst, oldestFirst } from '../batches.ts'
import {
  StoreError,
  type BookReader,
  type Store,
  type StoreMode,
  type StoreViews,
} from '../store.ts'
import { connect } from './connect.ts'
import { statements } from './statements.ts'
import { inTransaction } from './transaction.ts'
import { toStoreError } from './errors.ts'
import { retryWhileBusy } from './retry.ts'

/** Entries in one batch. A batch of long sheets is about a megabyte; larger batches only use more memory. */
const batchSize = 200

/** Opens a book in a SQLite file and checks its schema. */
export async function openSqliteStore(path: string, { mode }: { mode: StoreMode }): Promise<Store> {
  const db = await connect(path, mode)
  const opened = fileIdentity(path)
  const book = readerOf(db, path)
  let queue: Promise<unknown> = Promise.resolve()

  return {
    ...book,
    digestAt: async (position) =>
      position > (await book.head()).position ? undefined : pastOf(book, position),
    name: path,
    async append(decide) {
      if (mode === 'read') {
        throw new StoreError('configuration', `The book ${path} was opened for reading only.`)
      }
      const appended = queue.then(() => append(db, path, book, decide))
      queue = appended.catch(() => undefined)
      return appended
    },
    views: () => retryWhileBusy(path, () => viewsOf(db)),
    async isReadable() {
      try {
        // Drop cached pages, which stay readable even if the file is gone.
        db.exec('PRAGMA shrink_memory')
        headOf(db)
        // A connection can still read a file that was deleted or replaced. Use stat here: opening and
        // closing the file would drop SQLite's locks on it (https://sqlite.org/howtocorrupt.html).
        return fileIdentity(path) === opened
      } catch {
        return false
      }
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

function readerOf(
  db: DatabaseSync,
  path: string,
): BookReader & Pick<Store, 'entries' | 'storedEntries'> {
  const all = db.prepare(statements.entries)
  const ofOne = db.prepare(statements.entriesOf)
  const currency = db.prepare(statements.currency)
  const storedEntries = (after: number) =>
    oldestFirst(
      (last, limit) => retryWhileBusy(path, () => all.all(last, limit) as StoredEntry[]),
      after,
      batchSize,
    )
  return {
    head: () => retryWhileBusy(path, () => headOf(db)),
    currency: () => retryWhileBusy(path, () => currency.get()?.['currency'] as string | undefined),
    storedEntries,
    entries: (after) => entriesOf(storedEntries(after)),
    entriesOf: (institutionId, kind) =>
      newestFirst((before, limit) =>
        retryWhileBusy(
          path,
          () => ofOne.all(institutionId, before, kind ?? null, limit) as StoredEntry[],
        ),
      ),
  }
}

async function append(
  db: DatabaseSync,
  path: string,
  book: BookReader,
  decide: (book: BookReader) => Promise<readonly Draft[]>,
): Promise<readonly Entry[]> {
  await retryWhileBusy(path, () => db.exec('BEGIN IMMEDIATE'))
  try {
    const drafts = await decide(book)
    // No `await` below, so that reads on this connection never see half of an append.
    const { position } = headOf(db)
    const entries = drafts.map((draft, i) => ({ ...draft, position: position + 1 + i }))
    const insert = db.prepare(statements.append)
    for (const entry of entries) {
      const { at, kind, institutionId } = entry
      insert.run(entry.position, storedInstant(at), kind, institutionId, bodyOf(entry))
    }
    db.exec('COMMIT')
    return entries
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw toStoreError(path, error)
  }
}

function headOf(db: DatabaseSync): Head {
  const row = db.prepare(statements.head).get() as { position: number; at: string } | undefined
  return row === undefined
    ? emptyHead
    : { position: row.position, at: Date.parse(row.at) as Instant }
}

/** Reads the three views at one position. */
function viewsOf(db: DatabaseSync): StoreViews {
  const read = () => ({
    institution: rowsOf(db, statements.institution),
    rateHistory: rowsOf(db, statements.rateHistory),
    currentOffer: rowsOf(db, statements.currentOffer),
  })
  // While an append is deciding, its transaction is already open.
  return db.isTransaction ? read() : inTransaction(db, 'BEGIN', read)
}

function rowsOf(db: DatabaseSync, sql: string): Record<string, unknown>[] {
  return db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))
}

/** Identifies the file behind a path. */
function fileIdentity(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true })
  return `${dev} ${ino}`
}
