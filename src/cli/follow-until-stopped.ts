import type { Logger } from 'pino'
import { openStore } from './open-store.ts'
import { followBook, type Following } from '../server/following.ts'
import { createServeLog } from '../server/serve-log.ts'
import { stopSignal } from '../server/stop-signal.ts'

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
  const isStopped = stopSignal().then(() => stop.abort())
  try {
    const following = followBook((follow) => openStore(database, 'read', follow), log, stop.signal)
    const book = await Promise.race([following, isStopped])
    if (book === undefined) return
    try {
      await use({ book, log, signal: stop.signal })
    } finally {
      await book.close()
    }
  } finally {
    await serveLog.end()
    // A name that is being resolved cannot be aborted, and would keep the process running.
    setTimeout(() => process.exit(), exitTimeout).unref()
  }
}
