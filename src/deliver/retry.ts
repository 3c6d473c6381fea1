import type { Logger } from 'pino'
import { createFailureLog, type FailureTexts } from './failure-log.ts'
import { retryDelay, type RetryDelays } from './retry-delay.ts'

/** The outcome of an attempt: a result, or the reason why there is none. */
export type Attempt<T> =
  | { readonly result: T }
  | { readonly failure: string; readonly retryAfter?: string | undefined }

/** How failed attempts are retried. */
export type RetryOptions = {
  /** Waits for some milliseconds, or until the signal. */
  readonly wait: (milliseconds: number) => Promise<void>
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly signal: AbortSignal
  readonly delays: RetryDelays
}

/** Repeats an attempt until it has a result, which is never `undefined`. Resolves to `undefined` if the signal ends it. */
export async function retryUntilDone<T>(
  attempt: () => Promise<Attempt<T>>,
  texts: FailureTexts,
  { wait, log, signal, delays }: RetryOptions,
): Promise<T | undefined> {
  const failures = createFailureLog(texts, log)
  for (let count = 1; ; count++) {
    const outcome = await attempt()
    if ('result' in outcome) {
      failures.succeeded(count)
      return outcome.result
    }
    if (signal.aborted) return undefined
    const delay = retryDelay(count, outcome.retryAfter, delays)
    failures.failed(outcome.failure, count, delay)
    await wait(delay)
    if (signal.aborted) return undefined
  }
}
