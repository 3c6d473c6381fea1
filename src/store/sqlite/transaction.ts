import type { DatabaseSync } from 'node:sqlite'

/** Does `work` in a transaction, `BEGIN` for reading one state of the book: all of it, or none. */
export function within<T>(db: DatabaseSync, begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: () => T): T {
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
