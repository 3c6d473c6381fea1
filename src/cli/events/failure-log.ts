import type { Logger } from 'pino'

/** Logs the failed attempts of one event. */
export type FailureLog = {
  readonly failed: (reason: string, attempt: number, delay: number) => void
  readonly accepted: (attempts: number) => void
}

/** At the longest delay, one line in this many attempts is about one an hour. */
const attemptsPerLine = 12

/** Logs a failure when its reason is new, and then only now and then: a receiver may be away for days. */
export function createFailureLog(id: string, log: Pick<Logger, 'info' | 'warn'>): FailureLog {
  let logged: string | undefined
  return {
    failed(reason, attempt, delay) {
      if (reason === logged && attempt % attemptsPerLine !== 0) return
      logged = reason
      const seconds = Math.ceil(delay / 1_000)
      log.warn(
        { event: id, attempt },
        `An event was not delivered: ${reason}. The next attempt is in ${seconds} s.`,
      )
    },
    accepted(attempts) {
      if (logged !== undefined)
        log.info({ event: id, attempts }, 'The receiver accepts events again.')
    },
  }
}
