import type { Command } from 'commander'
import { instantText } from '../domain/instant.ts'
import { enterLook, type Look } from '../publish/look.ts'
import { problemLine } from '../publish/problem.ts'
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
      const look = { kind, institutionId, at: instantOption(at) }
      const outcome = await withStore(database, 'write', (store) => enterLook(store, look))
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
