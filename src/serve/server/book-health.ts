import type { Logger } from 'pino'
import type { Instant } from '../../domain/instant.ts'
import { reasonOf } from '../../domain/failure.ts'

/** The milliseconds until the next poll: a publication must show within a second. */
const pollInterval = 200
/** The milliseconds until the book is opened again after a first failure, and after each further one. */
const firstRetryDelay = 500
const furtherRetryDelay = 1_000

/** Whether the book can be read. */
export type BookHealth = {
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
export function createBookHealth(log: Logger, now: () => Instant): BookHealth {
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
