import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { bodyOf, storedInstant, type StoredEntry } from '../../domain/entry-body.ts'
import { emptyHead, type Draft, type Entry, type Head } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { entriesOf, newestFirst, oldestFirst } from '../batches.ts'
import { StoreError, type BookReader, type Store, type StoreViews } from '../store.ts'
import { connect } from './connect.ts'
import type { Mode } from './place.ts'
import { statements } from './statements.ts'
import { within } from './transaction.ts'
import { explained, patiently } from './trouble.ts'

/** Entries in one batch: a megabyte of long sheets; with a thousand at once, loading takes 100 MB and 0.3 s more. */
const batchSize = 50

/** Opens a book in a SQLite file, after checking that it is one and still as Ratebook made it. */
export async function openSqliteStore(path: string, { mode }: { mode: Mode }): Promise<Store> {
  const db = await connect(path, mode)
  const opened = identityOf(path)
  const book = readerOf(db, path)
  let queue: Promise<unknown> = Promise.resolve()

  return {
    ...book,
    name: path,
    async append(decide) {
      if (mode === 'read') {
        throw new StoreError('configuration', `The book ${path} was opened for reading only.`)
      }
      const appended = queue.then(() => append(db, path, book, decide))
      queue = appended.catch(() => undefined)
      return appended
    },
    views: () => patiently(path, () => viewsOf(db)),
    async isReadable() {
      try {
        // What SQLite keeps in memory can be read whatever has become of the file.
        db.exec('PRAGMA shrink_memory')
        headOf(db)
        // A connection goes on reading a file that was deleted or replaced. The path is only looked
        // at: to open and close the file would drop the locks that SQLite holds on it for this
        // process (https://sqlite.org/howtocorrupt.html).
        return identityOf(path) === opened
      } catch {
        return false
      }
    },
    async close() {
      await queue
      if (!db.isOpen) return
      try {
        // So that the file alone is the whole book, even while a server has it open.
        if (mode !== 'read') db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch {
        // Nothing is lost: whoever opens the book next takes up what stands in its -wal file.
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
      (last, limit) => patiently(path, () => all.all(last, limit) as StoredEntry[]),
      after,
      batchSize,
    )
  return {
    head: () => patiently(path, () => headOf(db)),
    currency: () => patiently(path, () => currency.get()?.['currency'] as string | undefined),
    storedEntries,
    entries: (after) => entriesOf(storedEntries(after)),
    entriesOf: (institutionId, kind) =>
      newestFirst((before, limit) =>
        patiently(
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
  await patiently(path, () => db.exec('BEGIN IMMEDIATE'))
  try {
    const drafts = await decide(book)
    // Nothing awaits from here on: who reads on this connection sees a whole append or none.
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
    throw explained(path, error)
  }
}

function headOf(db: DatabaseSync): Head {
  const row = db.prepare(statements.head).get() as { position: number; at: string } | undefined
  return row === undefined
    ? emptyHead
    : { position: row.position, at: Date.parse(row.at) as Instant }
}

/** The three views at one position. */
function viewsOf(db: DatabaseSync): StoreViews {
  const read = () => ({
    institution: rowsOf(db, statements.institution),
    rateHistory: rowsOf(db, statements.rateHistory),
    currentOffer: rowsOf(db, statements.currentOffer),
  })
  // An append of this store may be deciding: its transaction is one position already.
  return db.isTransaction ? read() : within(db, 'BEGIN', read)
}

function rowsOf(db: DatabaseSync, sql: string): Record<string, unknown>[] {
  return db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))
}

/** Two equal texts: the same file. */
function identityOf(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true })
  return `${dev} ${ino}`
}
