import type { DatabaseSync } from 'node:sqlite'

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
