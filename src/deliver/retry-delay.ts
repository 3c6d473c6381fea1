import { parseWhole } from '../domain/decimal.ts'

/** The delays between attempts, in milliseconds. */
export type RetryDelays = {
  readonly first: number
  readonly longest: number
  /** The longest `Retry-After` that is obeyed in full. */
  readonly longestRetryAfter: number
  /** The current time, in milliseconds since 1970. */
  readonly now: () => number
  /** A random number from 0 to 1, so that several senders do not retry at the same time. */
  readonly random: () => number
}

/** The delays of the command. */
export const commandDelays: Pick<RetryDelays, 'first' | 'longest' | 'longestRetryAfter'> = {
  first: 1_000,
  longest: 300_000,
  longestRetryAfter: 3_600_000,
}

/** The delay after a failed attempt; the first attempt is 1. It doubles each time, and is at least what `Retry-After` asks for. */
export function retryDelay(
  attempt: number,
  retryAfter: string | undefined,
  { first, longest, longestRetryAfter, now, random }: RetryDelays,
): number {
  const backoff = Math.min(longest, first * 2 ** (attempt - 1)) * (0.5 + random() / 2)
  const requested = Math.min(longestRetryAfter, millisecondsOf(retryAfter ?? '', now()))
  return Math.round(Math.max(backoff, requested))
}

/** The milliseconds of a `Retry-After`: seconds or an HTTP date. 0 for anything else, and for a time in the past. */
function millisecondsOf(retryAfter: string, now: number): number {
  const seconds = parseWhole(retryAfter)
  if (seconds !== undefined) return seconds * 1_000
  const date = httpDate.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}

/** An HTTP date as RFC 9110 requires servers to send it: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
