import type { Command } from 'commander'
import { timeOf, type Attribution } from '../domain/entry.ts'
import { instantText, type Instant } from '../domain/instant.ts'
import { appendConfirmation, type Confirmation } from '../book/publish/publish.ts'
import { problemLine } from '../book/publish/input/problem.ts'
import { StoreError } from '../book/store/store.ts'
import { entryClock, now } from './clock.ts'
import { Failure } from '../domain/failure.ts'
import { withStore } from '../book/store/open-store.ts'
import {
  appendingCommand,
  attributionOf,
  attributionOptions,
  type DatabaseOption,
  type InstantOptions,
} from './options.ts'
import { print, tell } from './output.ts'

/** Builds the `check` and `verify` commands, which differ only in the kind of entry and their texts. */
export function confirmationCommand(
  name: string,
  kind: Confirmation['kind'],
  done: string,
  description: string,
): Command {
  const example = `ratebook ${name} peoples-bank\nratebook ${name} peoples-bank --at 2026-06-10T08:30:00Z`
  const confirming = appendingCommand(name, description, example)
  for (const option of attributionOptions()) confirming.addOption(option)
  return confirming
    .argument('<institution>', 'its id')
    .action(
      async (
        institutionId: string,
        { database, ...options }: DatabaseOption & InstantOptions & Attribution,
      ) => {
        const source = entryClock(options)
        let time: Instant | undefined
        const outcome = await withStore(
          database,
          'write',
          (store) =>
            appendConfirmation(
              store,
              { kind, institutionId, ...attributionOf(options) },
              source,
              (instant) => (time = instant),
            ),
          now,
        ).catch((error: unknown) => {
          const flag = options.clockIsRight === true ? ' --clock-is-right' : ''
          throw withRetryCommand(error, `ratebook ${name} ${institutionId}${flag}`, time)
        })
        if (outcome.warning !== undefined) tell(outcome.warning)
        if ('problems' in outcome)
          throw new Failure('refused', outcome.problems.map(problemLine).join('\n'))
        const { entry, isNew } = outcome
        const location = `position ${entry.position}, ${instantText(timeOf(entry))}`
        print(
          isNew
            ? `${institutionId}: ${done} at ${location}`
            : `${institutionId}: unchanged, already at ${location}`,
        )
      },
    )
}

/** If the outcome is unknown, adds a command with the same time, which does not enter the confirmation twice. */
function withRetryCommand(error: unknown, called: string, time: Instant | undefined): unknown {
  if (!(error instanceof StoreError) || error.kind !== 'unknown' || time === undefined) return error
  return new StoreError('unknown', `${error.message}\n  ${called} --at ${instantText(time)}`, error)
}
