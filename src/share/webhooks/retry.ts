import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Instant } from '../../domain/instant.ts'
import { retryAfterDelay } from '../../outbound/send.ts'

/** The outcome of an attempt: a result, or the reason why there is none. */
export type Attempt<T> =
  | { readonly result: T }
  | { readonly failure: string; readonly retryAfter?: string | undefined }

/** The delays between attempts, in milliseconds. */
const usualDelays = {
  first: 1_000,
  longest: 300_000,
  /** The longest `Retry-After` that is obeyed in full. */
  longestRetryAfter: 3_600_000,
  /** From 0 to 1, so that several senders do not retry at the same time. */
  random: (): number => Math.random(),
}

/** How failed attempts are retried. */
export type RetryOptions = {
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly signal: AbortSignal
  readonly now: () => Instant
  readonly wait?: typeof sleepUntil
  readonly delays?: Partial<typeof usualDelays>
}

/** The log lines about attempts that fail, and about the first success after them. */
export type RetryTexts = {
  /** Fields of each line, such as the id of an event. */
  readonly fields: object
  /** The beginning of the line of a failure, such as "The cursor cannot be written". The reason follows. */
  readonly failed: string
  /** The line of a success after failures that were logged. */
  readonly succeeded: string
}

/** At the longest delay, one line in this many attempts is about one an hour. */
const attemptsPerLine = 12

/** Repeats an attempt until it has a result, which is never `undefined`. Resolves to `undefined` if the signal ends it. */
export async function retryUntilDone<T>(
  attempt: () => Promise<Attempt<T>>,
  { fields, failed, succeeded }: RetryTexts,
  { log, signal, now, wait = sleepUntil, delays }: RetryOptions,
): Promise<T | undefined> {
  let logged: string | undefined
  for (let count = 1; ; count++) {
    const outcome = await attempt()
    if ('result' in outcome) {
      if (logged !== undefined) log.info({ ...fields, attempts: count }, succeeded)
      return outcome.result
    }
    if (signal.aborted) return undefined
    const { failure, retryAfter } = outcome
    const delay = retryDelay(count, retryAfter, now(), delays)
    // A failure is logged when its reason changes, then every twelfth attempt.
    if (failure !== logged || count % attemptsPerLine === 0) {
      logged = failure
      const seconds = Math.ceil(delay / 1_000)
      log.warn(
        { ...fields, attempt: count },
        `${failed}: ${failure}. The next attempt is in ${seconds} s.`,
      )
    }
    await wait(delay, signal)
    if (signal.aborted) return undefined
  }
}

/** Stores something, also once a full disk has room again. Resolves to false if the signal ends it. */
export async function storeUntilDone(
  store: () => Promise<void>,
  texts: RetryTexts,
  options: RetryOptions,
): Promise<boolean> {
  const attempt = async (): Promise<Attempt<true>> => {
    try {
      await store()
      return { result: true }
    } catch (error) {
      return { failure: (error as Error).message }
    }
  }
  return (await retryUntilDone(attempt, texts, options)) ?? false
}

/** The delay after a failed attempt; the first attempt is 1. It doubles each time, and is at least what `Retry-After` asks for. */
export function retryDelay(
  attempt: number,
  retryAfter: string | undefined,
  now: number,
  delays: RetryOptions['delays'] = {},
): number {
  const { first, longest, longestRetryAfter, random } = { ...usualDelays, ...delays }
  const backoff = Math.min(longest, first * 2 ** (attempt - 1)) * (0.5 + random() / 2)
  const requested = Math.min(longestRetryAfter, retryAfterDelay(retryAfter, now))
  return Math.round(Math.max(backoff, requested))
}

/** Waits for some milliseconds, or until the signal. */
export async function sleepUntil(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
