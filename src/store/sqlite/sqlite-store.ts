import type { DatabaseSync } from 'node:sqlite'
import { entriesAfter, type Draft, type Entry } from '../../domain/entry.ts'
import { storedAfter } from '../chain.ts'
import { StoreError, type BookReader, type Store, type StoreMode } from '../store.ts'
import { connect } from './connect.ts'
import { toStoreError } from './errors.ts'
import { watchFile } from './file-watch.ts'
import { readerOf, type SqliteReader } from './reader.ts'
import { checkPath } from './path.ts'
import { retryWhileBusy } from './retry.ts'
import { statements } from './statements.ts'
import { isEndIntact } from './verify-last.ts'

/** Opens a book in a SQLite file and checks its schema. */
export async function openSqliteStore(path: string, { mode }: { mode: StoreMode }): Promise<Store> {
  checkPath(path, mode)
  const { isUnchanged } = watchFile(path)
  const db = await connect(path, mode)
  const reader = readerOf(db, path)
  const { last: _, ...book } = reader
  let queue: Promise<unknown> = Promise.resolve()

  return {
    ...book,
    name: path,
    async append(decide) {
      if (mode === 'read') {
        throw new StoreError('configuration', `The book ${path} was opened for reading only.`)
      }
      const appended = queue.then(() => append(db, path, reader, decide))
      queue = appended.catch(() => undefined)
      return appended
    },
    async isReadable() {
      try {
        // Drop cached pages: they stay readable even if the file is gone or was overwritten in place.
        db.exec('PRAGMA shrink_memory')
        reader.last()
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

async function append(
  db: DatabaseSync,
  path: string,
  reader: SqliteReader,
  decide: (book: BookReader) => Promise<readonly Draft[]>,
): Promise<readonly Entry[]> {
  await retryWhileBusy(path, () => db.exec('BEGIN IMMEDIATE'))
  try {
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
