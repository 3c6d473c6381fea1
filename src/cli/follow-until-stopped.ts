import type { Logger } from 'pino'
import { openStore } from '../book/store/open-store.ts'
import { followBook, type Following } from '../serve/server/following.ts'
import { createServeLog } from '../serve/server/serve-log.ts'
import type { FollowOptions, Store } from '../book/store/store.ts'
import { now } from './clock.ts'
import { loadBook } from './load-book.ts'
import { stopSignal } from '../serve/server/stop-signal.ts'

/** A followed book, the log, and the signal that ends the command. */
export type FollowedBook = {
  readonly book: Following
  readonly log: Logger
  readonly signal: AbortSignal
}

/** The milliseconds after which the process exits even if something is still open. */
const exitTimeout = 500

/** Loads a book and passes it to `use`, which must return soon after the signal. SIGTERM and SIGINT give the signal. */
export async function followUntilStopped(
  database: string,
  logLevel: 'info' | 'warn',
  use: (followed: FollowedBook) => Promise<void>,
): Promise<void> {
  const serveLog = createServeLog(logLevel)
  const { log } = serveLog
  const stop = new AbortController()
  const stopped = stopSignal().then(() => stop.abort())
  const open = (follow: FollowOptions): Promise<Store> => openStore(database, 'read', follow)
  try {
    await useFollowedBook(open, log, stopped, (book) => use({ book, log, signal: stop.signal }))
  } finally {
    await serveLog.end()
    // A name that is being resolved cannot be aborted, and would keep the process running.
    setTimeout(() => process.exit(), exitTimeout).unref()
  }
}

/**
 * Loads a book, passes it to `use`, and closes it. A stop while the book is loaded ends the loading; the result is then
 * `false`.
 */
export async function useFollowedBook(
  open: (follow: FollowOptions) => Promise<Store>,
  log: Logger,
  stopped: Promise<unknown>,
  use: (book: Following) => Promise<void>,
): Promise<boolean> {
  const start = new AbortController()
  const isAborted = stopped.then(() => start.abort())
  const following = followBook(open, { log, now, loadBook, startSignal: start.signal })
  const book = await Promise.race([following, isAborted])
  if (book === undefined) return false
  try {
    await use(book)
    return true
  } finally {
    await book.close()
  }
}
