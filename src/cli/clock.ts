import type { ClockWarning, EntryClock } from '../book/publish/entry-instant.ts'
import { withStore } from '../book/store/open-store.ts'
import type { Store, StoreMode } from '../book/store/store.ts'
import { futureText } from '../domain/entry.ts'
import { Failure } from '../domain/failure.ts'
import { earliestInstant, instantText, parseInstant, type Instant } from '../domain/instant.ts'
import type { InstantOptions } from './options.ts'
import { tell } from './output.ts'

/** The current time. Only the command line reads the clock. */
export function now(): Instant {
  return Date.now() as Instant
}

/** The instant of `--at`, or the clock. An instant in the future is refused, because entries must be in order of time. */
export function entryClock({ at: text, ...flags }: InstantOptions): EntryClock {
  if (text === undefined) return { from: 'clock', read: now, ...flags }
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
  return { from: 'option', read: () => at, now, ...flags }
}

/** Opens a book for an append, and prints the warning of the outcome. */
export async function appendTo<Outcome extends ClockWarning>(
  database: string,
  append: (store: Store) => Promise<Outcome>,
  mode: StoreMode = 'write',
): Promise<Outcome> {
  const outcome = await withStore(database, mode, append, now)
  if (outcome.warning !== undefined) tell(outcome.warning)
  return outcome
}

/** Warns of entries after this machine's clock. They are valid: the clock of the machine that appended them counted. */
export async function warnIfAhead(store: Store): Promise<void> {
  const text = futureText(await store.head(), now())
  if (text !== undefined) tell(text)
}
