import {
  earliestInstant,
  instantText,
  parseInstant,
  type Instant,
  type When,
} from '../domain/instant.ts'
import { Failure } from './failure.ts'

/** The time by this machine's clock: the command line alone reads it (design, section 1). */
export function now(): Instant {
  return Date.now() as Instant
}

/** The instant that `--at` names, or this machine's clock. A book's instants never fall, so one in the future would close it to every publisher until then. */
export function instantOption(text: string | undefined): When {
  if (text === undefined) return now
  const at = parseInstant(text)
  if (at === undefined) {
    throw new Failure(
      'usage',
      `--at ${text} is no instant in UTC that exists, such as 2026-06-09T00:00:00Z.`,
    )
  }
  if (at < earliestInstant) throw new Failure('usage', `--at ${text} lies before 1900.`)
  if (at > now()) {
    throw new Failure(
      'usage',
      `--at ${text} is in the future; this machine's clock says ${instantText(now())}.`,
    )
  }
  return at
}
