import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError, type StoreTrouble } from '../store.ts'

/** Milliseconds that SQLite itself waits for a lock, which stops the whole thread: short. */
export const blockingWait = 20

const pause = 5
const halfAMinute = 30_000

/**
 * Does `work`, which is done whole or not at all, again and again while another process holds the
 * book, for half a minute. The thread is free between two attempts: the lock may be that of another
 * store in this process.
 */
export async function patiently<T>(
  path: string,
  work: () => T,
  patience = halfAMinute,
): Promise<T> {
  for (let waited = 0; ; waited += blockingWait + pause) {
    try {
      return work()
    } catch (error) {
      const busy = troubles[resultCode(error)]?.[0] === 'unreachable'
      if (!busy || waited >= patience) throw explained(path, error)
    }
    await sleep(pause)
  }
}

/** An error of SQLite as a sentence for whoever runs the command; any other error itself. */
export function explained(path: string, error: unknown): unknown {
  const [trouble, sentence] = troubles[resultCode(error)] ?? []
  if (trouble === undefined || sentence === undefined) return error
  return new StoreError(trouble, sentence(path), error)
}

type Explanation = readonly [StoreTrouble, (path: string) => string]

const busy: Explanation = [
  'unreachable',
  (path) =>
    `Another process has held the book ${path} for half a minute. Nothing was written: ` +
    'run the same command again.',
]

/** By primary result code (https://sqlite.org/rescode.html); what is not here is a bug of ours. */
const troubles: Readonly<Record<number, Explanation>> = {
  // SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: three ways to say that someone else has it.
  5: busy,
  6: busy,
  15: busy,
  // SQLITE_READONLY
  8: [
    'disk',
    (path) =>
      `The book ${path} cannot be written: the file, its directory or its disk is read-only. ` +
      'Give this user the right to write to both, then run the same command again.',
  ],
  // SQLITE_IOERR: the one after which a commit may stand or not. Commands are idempotent.
  10: [
    'disk',
    (path) =>
      `The disk failed under the book ${path}. Check its room and the system's log, ` +
      'then run the same command again.',
  ],
  // SQLITE_CORRUPT
  11: [
    'disk',
    (path) =>
      `The book ${path} is damaged. Keep the file aside, and restore a backup in its place.`,
  ],
  // SQLITE_FULL
  13: [
    'disk',
    (path) =>
      `The disk is full, and nothing was written to the book ${path}. Make room, ` +
      'then run the same command again.',
  ],
  // SQLITE_CANTOPEN
  14: [
    'disk',
    (path) =>
      `The book ${path} cannot be opened: this user may not read it, or ${path}-wal and ` +
      `${path}-shm, which SQLite keeps beside it, cannot be made. Check the rights of its ` +
      'directory and the room on its disk.',
  ],
  // SQLITE_NOTADB
  26: [
    'configuration',
    (path) =>
      `${path} is no SQLite database, so it is no book, or its first page is damaged. ` +
      'Name another file with --database, or restore a backup.',
  ],
}

function resultCode(error: unknown): number {
  const extended = error instanceof Error && 'errcode' in error ? error.errcode : 0
  // The low byte of an extended code is the primary one.
  return typeof extended === 'number' ? extended & 0xff : 0
}
