import type { Command } from 'commander'
import { problemLine } from '../book/publish/input/problem.ts'
import { appendConfirmation, type Confirmation } from '../book/publish/publish.ts'
import { StoreError } from '../book/store/store.ts'
import { timeOf, type Attribution } from '../domain/entry.ts'
import { Failure } from '../domain/failure.ts'
import { instantText, type Instant } from '../domain/instant.ts'
import { appendTo, entryClock } from './clock.ts'
import {
  addOptions,
  appendingCommand,
  attributionOf,
  attributionOptions,
  type DatabaseOption,
  type InstantOptions,
} from './options.ts'
import { print } from './output.ts'

/** `ratebook check` */
export const check = confirmationCommand(
  'check',
  'rates-checked',
  'checked',
  'record that the page of an institution’s rates was checked',
)

/** `ratebook verify` */
export const verify = confirmationCommand(
  'verify',
  'rates-verified',
  'verified',
  'record that an institution’s standing rates were compared with their page and are unchanged',
)

type Options = DatabaseOption & InstantOptions & Attribution

function confirmationCommand(
  name: string,
  kind: Confirmation['kind'],
  done: string,
  description: string,
): Command {
  const example = `ratebook ${name} peoples-bank\nratebook ${name} peoples-bank --at 2026-06-10T08:30:00Z`
  return addOptions(appendingCommand(name, description, example), attributionOptions())
    .argument('<institution>', 'its id')
    .action(async (institutionId: string, { database, ...options }: Options) => {
      const source = entryClock(options)
      const confirmation = { kind, institutionId, ...attributionOf(options) }
      let time: Instant | undefined
      const outcome = await appendTo(database, (store) =>
        appendConfirmation(store, confirmation, source, (instant) => (time = instant)),
      ).catch((error: unknown) => {
        const flag = options.clockIsRight === true ? ' --clock-is-right' : ''
        throw withRetryCommand(error, `ratebook ${name} ${institutionId}${flag}`, time)
      })
      if ('problems' in outcome)
        throw new Failure('refused', outcome.problems.map(problemLine).join('\n'))
      const { entry, isNew } = outcome
      const place = `at position ${entry.position}, ${instantText(timeOf(entry))}`
      print(`${institutionId}: ${isNew ? done : 'unchanged, already'} ${place}`)
    })
}

/** If the outcome is unknown, adds a command with the same time, which does not enter the confirmation twice. */
function withRetryCommand(error: unknown, called: string, time: Instant | undefined): unknown {
  if (!(error instanceof StoreError) || error.kind !== 'unknown' || time === undefined) return error
  return new StoreError('unknown', `${error.message}\n  ${called} --at ${instantText(time)}`, error)
}
