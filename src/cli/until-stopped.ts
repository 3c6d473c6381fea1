import { once } from 'node:events'
import type { Logger } from 'pino'
import { openStore } from '../book/store/open-store.ts'
import type { FollowOptions, Store } from '../book/store/store.ts'
import { followBook, type Following } from '../serve/server/following.ts'
import { createServeLog, type logLevels } from '../serve/server/serve-log.ts'
import { now } from './clock.ts'
import { loadBook } from './load-book.ts'

/** Runs a command that stays. `use` must return soon after the signal, which SIGTERM and SIGINT give. */
export async function untilStopped(
  logLevel: (typeof logLevels)[number],
  use: (log: Logger, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const serveLog = createServeLog(logLevel)
  const stop = new AbortController()
  void stopSignal().then(() => stop.abort())
  try {
    await use(serveLog.log, stop.signal)
  } finally {
    await serveLog.end()
  }
}

/** The milliseconds after which the process exits even if something is still open. */
const exitTimeout = 500

/** The same for a command that follows a book. */
export async function followUntilStopped(
  database: string,
  logLevel: 'info' | 'warn',
  use: (book: Following, signal: AbortSignal, log: Logger) => Promise<void>,
): Promise<void> {
  const open = (follow: FollowOptions): Promise<Store> => openStore(database, 'read', follow)
  try {
    await untilStopped(logLevel, async (log, signal) => {
      await useFollowedBook(open, log, once(signal, 'abort'), (book) => use(book, signal, log))
    })
  } finally {
    // A name that is being resolved cannot be aborted, and would keep the process running.
    setTimeout(() => process.exit(), exitTimeout).unref()
  }
}

/** Loads a book, passes it to `use`, and closes it. Returns false if a stop ended the loading. */
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

const signals = ['SIGTERM', 'SIGINT'] as const
export type StopSignal = (typeof signals)[number]

/**
 * The milliseconds in which a second signal is ignored: npm, `timeout` and terminals send a signal to the whole process group
 * and pass on the one that they received.
 */
const repeatWindow = 1_000

/** Resolves to SIGTERM or SIGINT once it comes. A later signal ends the process at once. */
export function stopSignal(): Promise<StopSignal> {
  return new Promise((resolve) => {
    const stop = (signal: StopSignal): void => {
      resolve(signal)
      setTimeout(() => {
        for (const signal of signals) process.removeListener(signal, stop)
      }, repeatWindow).unref()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}
