import {
  earliestInstant,
  instantText,
  parseInstant,
  type Instant,
  type When,
} from '../domain/instant.ts'
import { Failure } from './failure.ts'

/** The current time. Only the command line reads the clock. */
export function now(): Instant {
  return Date.now() as Instant
}

/** The time of `--at`, or the clock. A time in the future is refused, because entries must be in order of time. */
export function instantOption(text: string | undefined): When {
  if (text === undefined) return now
  const at = parseInstant(text)
  if (at === undefined) {
    throw new Failure('usage', `--at ${text} is not a valid UTC time such as 2026-06-09T00:00:00Z.`)
  }
  if (at < earliestInstant) throw new Failure('usage', `--at ${text} is before 1900.`)
  if (at > now()) {
    throw new Failure(
      'usage',
      `--at ${text} is in the future; the time on this machine is ${instantText(now())}.`,
    )
  }
  return at
}
