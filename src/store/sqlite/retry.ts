import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy, toStoreError } from './errors.ts'

/** How long SQLite itself waits for a lock, in milliseconds. Short, because it blocks the thread. */
export const busyTimeout = 20

const pause = 5
const halfAMinute = 30_000

/**
 * Retries `work` while another connection holds the lock, for up to half a minute. `work` must be atomic. The event loop runs
 * between attempts, because the lock may be held by another store in this process.
 */
export async function retryWhileBusy<T>(
  path: string,
  work: () => T,
  timeout = halfAMinute,
): Promise<T> {
  for (let waited = 0; ; waited += busyTimeout + pause) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || waited >= timeout) throw toStoreError(path, error)
    }
    await sleep(pause)
  }
}
