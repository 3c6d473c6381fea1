import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openStore } from '../../book/store/open-store.ts'
import type { FollowOptions, Store } from '../../book/store/store.ts'
import { futureText } from '../../domain/entry.ts'
import { reasonOf } from '../../domain/failure.ts'
import type { Instant } from '../../domain/instant.ts'
import type { BookPosition } from '../../domain/stored-entry.ts'
import type { BookEntry, ServedBook } from '../http/endpoint.ts'
import { catchUp, readLog, treeReader, type BookView } from './read-book.ts'

/** The milliseconds that opening the book again, or a whole poll, may take before the book counts as unreadable. */
const reopenTimeout = 300
const pollTimeout = 1_500
/** The milliseconds that a read of the book for an answer may take. */
const answerTimeout = 2_000
/** The milliseconds that `close` waits for a poll that is running. */
const closeTimeout = 500

/**
 * The in-memory market, kept up to date with the book. A read of the book gives up, and logs why, if the book cannot be read, is
 * too slow, or is not the one that is served.
 */
export type Following = Omit<ServedBook, 'now'> & {
  /** The digest of the followed book at a position, or `undefined` if it has no such position. */
  readonly digestAt: (position: number) => Promise<string | undefined>
  /** When the book was last read successfully. */
  readonly lastReadAt: () => Instant
  /** The open book; another one after it was opened again. */
  readonly store: () => Store
  /** Polls the book now. The market then has what the book had before; it stays behind if the book cannot be read. */
  readonly caughtUp: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens the book; refuses one that does not continue what was served. */
type OpenBook = (follow: FollowOptions) => Promise<Store>

/** Returns a function that opens the book for a server. It logs one warning if the server could also write to the book. */
export function openServedBook(database: string, log: Logger): OpenBook {
  let isWarned = false
  return async (follow) => {
    const store = await openStore(database, 'read', follow)
    if (isWarned) return store
    try {
      isWarned = (await store.canWrite?.()) === true
    } catch (error) {
      await store.close()
      throw error
    }
    if (isWarned) {
      log.warn(
        'The server may write in the book; let it be `ratebook_reader`, which `ratebook setup` makes.',
      )
    }
    return store
  }
}

/** What a command passes to the book that it follows. */
type Follower = {
  readonly log: Logger
  readonly now: () => Instant
  /** Reads the whole book, and calls `onBatch` every few entries. */
  readonly loadBook: (store: Store, onBatch: () => void) => Promise<BookView>
  /** An abort while the book is loaded is thrown. */
  readonly startSignal?: AbortSignal
}

/**
 * Loads a book and polls it for new entries; each time the whole market is replaced. While the book cannot be read, the last
 * market stays and every poll opens the book again. The same holds while the book has another digest at the position of the
 * market than the one that was served.
 */
export async function followBook(
  open: OpenBook,
  { log, now, loadBook, startSignal }: Follower,
): Promise<Following> {
  const stop = new AbortController()
  const timer = createWakeableTimer()
  const openBook = createOpener(open, stop.signal, timer.wake, log)
  const abort = (): void => stop.abort()
  startSignal?.addEventListener('abort', abort)
  let store = await openBook()
  let view = await loadOrClose(store, loadBook, stop.signal)
  startSignal?.removeEventListener('abort', abort)
  const health = createBookHealth(log, now)
  let isFuture = false
  /** Logs that the book is ahead of the clock, once until it is not. */
  const warnOfFuture = (): void => {
    const text = futureText(view.market, now())
    if (text !== undefined && !isFuture) log.warn(text)
    isFuture = text !== undefined
  }
  warnOfFuture()

  const reopen = async (): Promise<void> => {
    await store.close()
    store = await openBook({ position: view.market.position, digest: view.digest })
  }
  /** Whether the open book can be read and is the one that was served. */
  const isServedBook = async (): Promise<boolean> =>
    (await store.isReadable()) && (await store.digestAt(view.market.position)) === view.digest
  const poll = async (): Promise<void> => {
    const isOpen = health.isHealthy() && (await isServedBook())
    // Opening the book again tries all hosts, and says what is wrong.
    if (!isOpen) await health.within(reopenTimeout, reopen)
    const next = await catchUp(store, view)
    if (next !== view) log.info({ position: next.market.position }, 'The market moved.')
    view = next
    warnOfFuture()
    health.succeeded()
  }
  let lastPoll: Promise<void> = Promise.resolve()
  /** Polls once the polls before it have ended. */
  const pollNext = async (): Promise<void> => {
    const next = lastPoll.then(() => health.within(pollTimeout, poll))
    lastPoll = next.catch(() => {})
    return next
  }
  const keepPolling = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        await pollNext()
      } catch (error) {
        if (stop.signal.aborted) return
        health.failed(error, view.market.position)
      }
      await timer.wait(health.nextDelay())
    }
  }
  const polling = keepPolling()
  return {
    market: () => view.market,
    digest: () => view.digest,
    tree: () => treeReader(view.tree),
    digestAt: (position) => store.digestAt(position),
    readEntry: (position) =>
      readForAnswer(() => entryAt(store, position), log, `The entry at position ${position}`),
    readKeptCheckpoint: () =>
      readForAnswer(
        async () => ({ note: await store.keptCheckpoint() }),
        log,
        'The checkpoint that the book keeps',
      ),
    async readLog(...range) {
      return health.isHealthy() ? readLog(store, view.tree, log, range) : undefined
    },
    isHealthy: health.isHealthy,
    lastReadAt: health.lastReadAt,
    store: () => store,
    async caughtUp() {
      await pollNext().catch(timer.wake)
    },
    async close() {
      stop.abort()
      timer.wake()
      await Promise.race([polling, sleep(closeTimeout, undefined, { ref: false })])
      await store.close()
    },
  }
}

/** Returns a function that opens the book, subscribes to its notifications, and logs when another database server is used. */
function createOpener(
  open: OpenBook,
  signal: AbortSignal,
  onNews: () => void,
  log: Logger,
): (served?: BookPosition) => Promise<Store> {
  let server: string | undefined
  return async (served) => {
    const store = await open({ served, signal })
    try {
      signal.throwIfAborted()
      await store.subscribe?.(onNews)
    } catch (error) {
      await store.close()
      throw error
    }
    if (store.server !== undefined && store.server !== server) log.info(store.server)
    server = store.server
    return store
  }
}

/** Reads something that an answer needs. A failure is one of the book, which the next poll notices. */
async function readForAnswer<T>(
  read: () => Promise<T>,
  log: Logger,
  what: string,
): Promise<T | undefined> {
  const timeout = sleep(answerTimeout, undefined, { ref: false })
  try {
    return await Promise.race([read(), timeout])
  } catch (error) {
    log.warn(error, `${what} cannot be read.`)
    return undefined
  }
}

/** An entry and its digest; `undefined` if there is none at the position. */
async function entryAt(store: Store, position: number): Promise<BookEntry | undefined> {
  const entry = await store.entryAt(position)
  const digest = await store.digestAt(position)
  return entry === undefined || digest === undefined ? undefined : { entry, digest }
}

async function loadOrClose(
  store: Store,
  loadBook: Follower['loadBook'],
  signal: AbortSignal,
): Promise<BookView> {
  try {
    const view = await loadBook(store, () => signal.throwIfAborted())
    signal.throwIfAborted()
    return view
  } catch (error) {
    await store.close()
    throw error
  }
}

/** The milliseconds until the next poll: a publication must show within a second. */
const pollInterval = 200
/** The milliseconds until the book is opened again after a first failure, and after each further one. */
const firstRetryDelay = 500
const furtherRetryDelay = 1_000

/** Whether the book can be read. */
type BookHealth = {
  readonly isHealthy: () => boolean
  /** When the book was last read successfully. */
  readonly lastReadAt: () => Instant
  /** Does some work on the book. The book counts as unreadable while the work takes longer than some milliseconds. */
  readonly within: (milliseconds: number, work: () => Promise<void>) => Promise<void>
  readonly succeeded: () => void
  /** Logs a failure, unless the previous one was of the same kind. */
  readonly failed: (error: unknown, position: number) => void
  /** The milliseconds until the book is polled, or opened again. */
  readonly nextDelay: () => number
}

/** The health of a book that was read just now. */
function createBookHealth(log: Logger, now: () => Instant): BookHealth {
  let isReadable = true
  let loggedFailure: string | undefined
  let retryDelay = firstRetryDelay
  let readAt = now()
  return {
    isHealthy: () => isReadable,
    lastReadAt: () => readAt,
    async within(milliseconds, work) {
      const timer = setTimeout(() => {
        isReadable = false
      }, milliseconds)
      try {
        await work()
      } finally {
        clearTimeout(timer)
      }
    },
    succeeded() {
      if (loggedFailure !== undefined) log.info('The book can be read again.')
      loggedFailure = undefined
      isReadable = true
      readAt = now()
    },
    failed(error, position) {
      const reason = reasonOf(error)
      const kind = kindOf(reason)
      retryDelay = loggedFailure === undefined ? firstRetryDelay : furtherRetryDelay
      if (kind !== loggedFailure)
        log.error(`${reason} The answers stay those of position ${position}.`)
      loggedFailure = kind
      isReadable = false
    },
    // Random, so that several servers do not reconnect to a database at the same time.
    nextDelay: () => (isReadable ? pollInterval : retryDelay * (0.75 + Math.random() / 2)),
  }
}

/** A failure without the parts that differ between attempts, such as counts. */
function kindOf(reason: string): string {
  return reason.replaceAll(/\(.*?\)|\d+/g, '')
}

/** A timer that can be ended early. */
type WakeableTimer = {
  /** Waits for some milliseconds, or until `wake` is called; at once if it was called since the last wait. */
  readonly wait: (milliseconds: number) => Promise<void>
  readonly wake: () => void
}

function createWakeableTimer(): WakeableTimer {
  let waking = new AbortController()
  return {
    async wait(milliseconds) {
      await sleep(milliseconds, undefined, { signal: waking.signal }).catch(() => {})
      waking = new AbortController()
    },
    wake: () => waking.abort(),
  }
}
