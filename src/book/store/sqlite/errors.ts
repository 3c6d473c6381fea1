import { StoreError, type StoreErrorKind } from '../store.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** Turns a SQLite error into a `StoreError`; returns any other error unchanged. */
export function toStoreError(path: string, error: unknown): unknown {
  const explanation = isOutOfRange(error)
    ? damaged
    : isWithoutRoom(error)
      ? noRoom
      : explanations[resultCode(error)]
  if (explanation === undefined) return error
  const [kind, sentence] = explanation
  return new StoreError(kind, sentence(path), error)
}

/** Whether another connection holds a lock. */
function isBusy(error: unknown): boolean {
  return explanations[resultCode(error)] === busy
}

/** Whether a `StoreError` says that a file is not a SQLite database. */
export function isNotADatabase(error: unknown): boolean {
  return error instanceof StoreError && resultCode(error.cause) === notADatabase
}

const notADatabase = 26

/** Whether SQLite could not make the files next to a book: SQLITE_READONLY or SQLITE_CANTOPEN, after the book itself was opened. */
export function isWithoutPlace(error: unknown): boolean {
  return error instanceof StoreError && [8, 14].includes(resultCode(error.cause))
}

type Explanation = readonly [StoreErrorKind, (path: string) => string]

const busy: Explanation = [
  'unreachable',
  (path) =>
    `Another process has held the book ${path} for half a minute. Nothing was written: ` +
    'run the same command again.',
]

const damaged: Explanation = [
  'disk',
  (path) => `The book ${path} is damaged. Move the file away, and restore a backup in its place.`,
]

const noRoom: Explanation = [
  'disk',
  (path) =>
    `The disk is full, or a quota is reached, so the book ${path} cannot be opened: SQLite makes ${path}-shm next to it. ` +
    'Free some space there, then run the same command again.',
]

/** By primary result code (https://sqlite.org/rescode.html). Any other code is a bug in Ratebook. */
const explanations: Readonly<Record<number, Explanation>> = {
  // SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL
  5: busy,
  6: busy,
  15: busy,
  // SQLITE_READONLY
  8: [
    'disk',
    (path) =>
      `The book ${path} cannot be written: the file, its directory or its disk is read-only. ` +
      'Give this user write permission for both, then run the same command again.',
  ],
  // SQLITE_IOERR. The commit may have succeeded; commands are idempotent.
  10: [
    'disk',
    (path) =>
      `The disk of the book ${path} failed. Check its free space and the system log, ` +
      'then run the same command again.',
  ],
  // SQLITE_ERROR: the schema is checked at open, so a statement fails only if the file was damaged or altered.
  1: damaged,
  // SQLITE_NOMEM: a damaged record may state a length of gigabytes.
  7: [
    'disk',
    (path) =>
      `There is not enough memory to read the book ${path}, or it is damaged: see \`ratebook audit\`.`,
  ],
  // SQLITE_CORRUPT, SQLITE_SCHEMA, SQLITE_TOOBIG, SQLITE_MISMATCH
  11: damaged,
  17: damaged,
  18: damaged,
  20: damaged,
  // SQLITE_FULL
  13: [
    'disk',
    (path) =>
      `The disk is full, and nothing was written to the book ${path}. Free some space, ` +
      'then run the same command again.',
  ],
  // SQLITE_CANTOPEN
  14: [
    'disk',
    (path) =>
      `The book ${path} cannot be opened: this user may not read it, or SQLite cannot create ` +
      `${path}-wal and ${path}-shm next to it. Check the permissions of its directory and the ` +
      'free space on its disk.',
  ],
  // SQLITE_NOTADB
  [notADatabase]: [
    'configuration',
    (path) =>
      `${path} is not a SQLite database, or its first page is damaged. ` +
      'Name another file with --database, or restore a backup.',
  ],
}

/** SQLITE_IOERR_SHMSIZE: even a reader needs a `-shm` file next to the book, and the disk has no room for it. */
function isWithoutRoom(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 4874
}

/** A column with an integer that JavaScript cannot hold; the store never writes one. */
function isOutOfRange(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
}

function resultCode(error: unknown): number {
  const extended = error instanceof Error && 'errcode' in error ? error.errcode : 0
  // The low byte of an extended code is the primary one.
  return typeof extended === 'number' ? extended & 0xff : 0
}

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
