import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../domain/failure.ts'

/**
 * Locks a file for this process and returns a function that unlocks it. The lock is that of a SQLite transaction on an empty
 * file next to it: the operating system releases it when the process ends, however it ends. `what` names the file in messages.
 */
export function lockFile(what: string, path: string): () => void {
  try {
    const lock = new DatabaseSync(`${path}.lock`, { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
    return () => lock.close()
  } catch (error) {
    const { message, errcode } = error as Error & { readonly errcode?: number }
    const reason =
      errcode === sqliteBusy
        ? `Another process uses the ${what} ${path}.`
        : `The ${what} ${path} cannot be locked: ${message}.`
    throw new Failure('configuration', reason)
  }
}

/** SQLITE_BUSY. */
const sqliteBusy = 5
