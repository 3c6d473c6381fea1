import type { Command } from 'commander'
import type { Attribution, Reviewer } from '../domain/entry.ts'
import { readReviewers } from '../publish/context-from-store.ts'
import { identifier, text } from '../publish/input/fields.ts'
import { collectProblems, problemLine } from '../publish/input/problem.ts'
import { appendReviewer, type ReviewerChange } from '../publish/review/append-reviewer.ts'
import { instantSource, now } from './clock.ts'
import { Failure } from '../domain/failure.ts'
import { withStore } from './open-store.ts'
import {
  appendingCommand,
  attributionOf,
  attributionOptions,
  command,
  plainCommand,
  type DatabaseOption,
  type InstantOptions,
} from './options.ts'
import { print, table, tell, type Column } from './output.ts'
import {
  checkInviteOptions,
  invite,
  inviteOptions,
  printInvitation,
  type InviteOptions,
} from './reviewer/invite.ts'

type Options = DatabaseOption & InstantOptions & Attribution

const example = `ratebook reviewer add a-perera --name "A. Perera" --invite
ratebook reviewer list`

type AddOptions = Options & InviteOptions & { readonly name: string; readonly invite?: boolean }

const addCommand = appending('add', 'register a reviewer, or change the name', example)
  .requiredOption('--name <name>', 'the name of the person; kept in the book')
  .option('--invite', 'print a link with which the reviewer can sign in at the desk')
for (const option of inviteOptions()) addCommand.addOption(option)

const add = addCommand
  .argument('<id>', 'lower-case letters, digits and hyphens, such as a-perera')
  .action(async (id: string, { name, ...options }: AddOptions) => {
    checkReviewer({ id, name })
    checkInviteOptions(options)
    await enter({ kind: 'reviewer-registered', reviewer: { id, name } }, options)
    if (options.invite === true) await printInvitation(id, options)
  })

const remove = appending(
  'remove',
  'remove a reviewer, who is signed out of the desk at once; earlier decisions stay',
  'ratebook reviewer remove a-perera',
)
  .argument('<id>', 'the id of the reviewer')
  .action((id: string, options: Options) =>
    enter({ kind: 'reviewer-removed', reviewer: { id } }, options),
  )

const columns: readonly Column<Reviewer>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'name', value: ({ name }) => name },
]

const list = command('list', 'print the reviewers', 'ratebook reviewer list').action(
  async ({ database }: DatabaseOption) => {
    const reviewers = await withStore(database, 'read', readReviewers)
    print(
      table(
        columns,
        [...reviewers.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ),
    )
  },
)

export default plainCommand('reviewer', 'list and change who may decide about held sheets', example)
  .addCommand(add)
  .addCommand(invite)
  .addCommand(remove)
  .addCommand(list)

function appending(name: string, description: string, usage: string): Command {
  const made = appendingCommand(name, description, usage)
  for (const option of attributionOptions()) made.addOption(option)
  return made
}

function checkReviewer({ id, name }: Reviewer): void {
  const { problems, refuse } = collectProblems()
  identifier(id, 'id', refuse)
  text(name, '--name', refuse)
  if (problems.length > 0) throw new Failure('usage', problems.map(problemLine).join('\n'))
}

async function enter(change: ReviewerChange, { database, ...options }: Options): Promise<void> {
  const source = instantSource(options)
  const attributed = { ...attributionOf(options), ...change }
  const outcome = await withStore(
    database,
    'write',
    (store) => appendReviewer(store, attributed, source),
    now,
  )
  if (outcome.warning !== undefined) tell(outcome.warning)
  const { id } = change.reviewer
  const done = change.kind === 'reviewer-registered' ? 'registered' : 'removed'
  switch (outcome.kind) {
    case 'refused':
      throw new Failure('refused', outcome.problem)
    case 'unchanged':
      return print(`${id}: unchanged, already ${done}`)
    case 'entered':
      return print(`${id}: ${done} at position ${outcome.entry.position}`)
    default:
      throw outcome satisfies never
  }
}
