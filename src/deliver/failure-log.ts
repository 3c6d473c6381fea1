import type { Logger } from 'pino'

/** The log lines about attempts that fail, and about the first success after them. */
export type FailureTexts = {
  /** Fields of each line, such as the id of an event. */
  readonly fields: object
  /** The beginning of the line of a failure, such as "The cursor cannot be written". The reason follows. */
  readonly failed: string
  /** The line of a success after failures that were logged. */
  readonly succeeded: string
}

/** Logs the failed attempts of one operation. */
export type FailureLog = {
  readonly failed: (reason: string, attempt: number, delay: number) => void
  readonly succeeded: (attempts: number) => void
}

/** At the longest delay, one line in this many attempts is about one an hour. */
const attemptsPerLine = 12

/** Logs a failure when its reason changes, then every twelfth attempt. */
export function createFailureLog(
  texts: FailureTexts,
  log: Pick<Logger, 'info' | 'warn'>,
): FailureLog {
  let logged: string | undefined
  return {
    failed(reason, attempt, delay) {
      if (reason === logged && attempt % attemptsPerLine !== 0) return
      logged = reason
      const seconds = Math.ceil(delay / 1_000)
      log.warn(
        { ...texts.fields, attempt },
        `${texts.failed}: ${reason}. The next attempt is in ${seconds} s.`,
      )
    },
    succeeded(attempts) {
      if (logged !== undefined) log.info({ ...texts.fields, attempts }, texts.succeeded)
    },
  }
}
