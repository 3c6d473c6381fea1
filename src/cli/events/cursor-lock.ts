import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../failure.ts'

/**
 * Locks a cursor for this process and returns a function that unlocks it. The lock is that of a SQLite transaction on an empty
 * file: the operating system releases it when the process ends, however it ends.
 */
export function lockCursor(path: string): () => void {
  try {
    const lock = new DatabaseSync(`${path}.lock`, { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
    return () => lock.close()
  } catch (error) {
    const { message, errcode } = error as Error & { readonly errcode?: number }
    const reason =
      errcode === sqliteBusy
        ? `Another process uses the cursor ${path}.`
        : `The cursor ${path} cannot be locked: ${message}.`
    throw new Failure('configuration', reason)
  }
}

/** SQLITE_BUSY. */
const sqliteBusy = 5
