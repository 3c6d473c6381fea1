import type { Command } from 'commander'
import { instantOf, instantText, type Instant, type When } from '../domain/instant.ts'
import { enterLook, type Look } from '../publish/look.ts'
import { problemLine } from '../publish/problem.ts'
import { StoreError } from '../store/store.ts'
import { instantOption } from './clock.ts'
import { Failure } from './failure.ts'
import { withStore } from './open-store.ts'
import { atOption, command, type DatabaseOption } from './options.ts'
import { print } from './output.ts'

/** The command that enters that somebody looked: `check` and `verify` differ in a word. */
export function lookCommand(
  name: string,
  kind: Look['kind'],
  done: string,
  description: string,
): Command {
  const example = `ratebook ${name} peoples-bank\nratebook ${name} peoples-bank --at 2026-06-10T08:30:00Z`
  return command(name, description, example)
    .argument('<institution>', 'its identifier')
    .addOption(atOption())
    .action(async (institutionId: string, { database, at }: DatabaseOption & { at?: string }) => {
      const { when, last } = remembering(instantOption(at))
      const look = { kind, institutionId, at: when }
      const outcome = await withStore(database, 'write', (store) => enterLook(store, look)).catch(
        (error: unknown) => {
          throw withCommand(error, `ratebook ${name} ${institutionId}`, last())
        },
      )
      if ('problems' in outcome)
        throw new Failure('refused', outcome.problems.map(problemLine).join('\n'))
      const { entry, isNew } = outcome
      const where = `position ${entry.position}, ${instantText(entry.at)}`
      print(
        isNew
          ? `${institutionId}: ${done} at ${where}`
          : `${institutionId}: unchanged, it stands at ${where}`,
      )
    })
}

/** An instant, and what it was when it was last asked for. */
function remembering(given: When): {
  readonly when: When
  readonly last: () => Instant | undefined
} {
  let last: Instant | undefined
  const when = (): Instant => (last = instantOf(given))
  return { when, last: () => last }
}

/** Where it is not known whether a look was entered, the command that enters it once: at that instant, and no later one. */
function withCommand(error: unknown, called: string, at: Instant | undefined): unknown {
  if (!(error instanceof StoreError) || error.trouble !== 'unknown' || at === undefined)
    return error
  return new StoreError('unknown', `${error.message}\n  ${called} --at ${instantText(at)}`, error)
}
