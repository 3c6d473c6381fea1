import type { Command } from 'commander'
import { instantOf, instantText, type Instant, type When } from '../domain/instant.ts'
import { appendConfirmation, type Confirmation } from '../publish/confirmation.ts'
import { problemLine } from '../publish/problem.ts'
import { StoreError } from '../store/store.ts'
import { instantOption } from './clock.ts'
import { Failure } from './failure.ts'
import { withStore } from './open-store.ts'
import { atOption, command, type DatabaseOption } from './options.ts'
import { print } from './output.ts'

/** Builds the `check` and `verify` commands, which differ only in the kind of entry and their texts. */
export function confirmationCommand(
  name: string,
  kind: Confirmation['kind'],
  done: string,
  description: string,
): Command {
  const example = `ratebook ${name} peoples-bank\nratebook ${name} peoples-bank --at 2026-06-10T08:30:00Z`
  return command(name, description, example)
    .argument('<institution>', 'its id')
    .addOption(atOption())
    .action(async (institutionId: string, { database, at }: DatabaseOption & { at?: string }) => {
      const { when, lastRead } = recordLastRead(instantOption(at))
      const confirmation = { kind, institutionId, at: when }
      const outcome = await withStore(database, 'write', (store) =>
        appendConfirmation(store, confirmation),
      ).catch((error: unknown) => {
        throw withRetryCommand(error, `ratebook ${name} ${institutionId}`, lastRead())
      })
      if ('problems' in outcome)
        throw new Failure('refused', outcome.problems.map(problemLine).join('\n'))
      const { entry, isNew } = outcome
      const location = `position ${entry.position}, ${instantText(entry.at)}`
      print(
        isNew
          ? `${institutionId}: ${done} at ${location}`
          : `${institutionId}: unchanged, already at ${location}`,
      )
    })
}

/** Wraps a clock so that the last time it returned is known afterwards. */
function recordLastRead(clock: When): {
  readonly when: When
  readonly lastRead: () => Instant | undefined
} {
  let last: Instant | undefined
  const when = (): Instant => (last = instantOf(clock))
  return { when, lastRead: () => last }
}

/** If the outcome is unknown, adds a command with the same `--at`, which does not enter the confirmation twice. */
function withRetryCommand(error: unknown, called: string, at: Instant | undefined): unknown {
  if (!(error instanceof StoreError) || error.kind !== 'unknown' || at === undefined) return error
  return new StoreError('unknown', `${error.message}\n  ${called} --at ${instantText(at)}`, error)
}
