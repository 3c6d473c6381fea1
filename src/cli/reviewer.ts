import type { Command } from 'commander'
import { readReviewers } from '../book/publish/context-from-store.ts'
import { identifier, text } from '../book/publish/input/fields.ts'
import { collectProblems, problemLine } from '../book/publish/input/problem.ts'
import { notRegistered } from '../book/publish/review/decide-on-hold.ts'
import { appendReviewer, type ReviewerChange } from '../book/publish/review/reviewers.ts'
import { withOwnBook } from '../book/store/open-store.ts'
import { openDeskDatabase } from '../desk/database/desk-database.ts'
import { createInvitation } from '../desk/database/passkeys.ts'
import { findReviewer } from '../desk/database/registered-reviewer.ts'
import type { Attribution, Reviewer } from '../domain/entry.ts'
import { Failure } from '../domain/failure.ts'
import { appendTo, entryClock, now } from './clock.ts'
import {
  appendingCommand,
  attributionOf,
  byOption,
  command,
  defaultDeskPort,
  deskDatabaseOption,
  deskOriginError,
  deskOriginOption,
  noteOption,
  plainCommand,
  type DatabaseOption,
  type InstantOptions,
} from './options.ts'
import { print, table, type Column } from './output.ts'

type Options = DatabaseOption & InstantOptions & Attribution

const example = `ratebook reviewer add ann --name "Ann Kamau" --invite
ratebook reviewer list`

type AddOptions = Options & InviteOptions & { readonly name: string; readonly invite?: boolean }

const add = appending('add', 'register a reviewer, or change the name', example)
  .requiredOption('--name <name>', 'the name of the person; receipts show it')
  .option('--invite', 'print a link with which the reviewer can sign in at the desk')
  .addOption(deskDatabaseOption())
  .addOption(deskOriginOption())
  .argument('<id>', 'lower-case letters, digits and hyphens, such as ann')
  .action(async (id: string, { name, ...options }: AddOptions) => {
    checkReviewer({ id, name })
    checkInviteOptions(options)
    await enter({ kind: 'reviewer-registered', reviewer: { id, name } }, options)
    if (options.invite === true) await printInvitation(id, options)
  })

const remove = appending(
  'remove',
  'remove a reviewer, who is signed out of the desk at once; earlier decisions stay',
  'ratebook reviewer remove ann',
)
  .argument('<id>', 'the id of the reviewer')
  .action((id: string, options: Options) =>
    enter({ kind: 'reviewer-removed', reviewer: { id } }, options),
  )

/** The options of the commands that invite a reviewer to the desk. */
type InviteOptions = DatabaseOption & {
  readonly deskDatabase: string
  readonly origin?: string
}

/** `ratebook reviewer invite` */
const invite = command(
  'invite',
  'print a link with which a reviewer makes a passkey for the desk; valid for 48 hours, once',
  'ratebook reviewer invite ann --origin https://desk.example.org',
)
  .addOption(deskDatabaseOption())
  .addOption(deskOriginOption())
  .argument('<id>', 'the id of the reviewer')
  .action(async (id: string, options: InviteOptions) => {
    checkInviteOptions(options)
    await printInvitation(id, options)
  })

/** Throws a `Failure` for an origin at which nobody can use an invitation. */
export function checkInviteOptions({ origin }: InviteOptions): void {
  const problem = origin === undefined ? undefined : deskOriginError(origin)
  if (problem !== undefined) throw new Failure('usage', problem)
}

/** Makes an invitation for a registered reviewer and prints its link. */
export async function printInvitation(
  id: string,
  { database, deskDatabase, origin = `http://localhost:${defaultDeskPort}` }: InviteOptions,
): Promise<void> {
  const found = await withOwnBook(database, (store) => findReviewer(store, id))
  if (found === undefined) throw new Failure('refused', notRegistered(id))
  const { registration, reviewer } = found
  const db = openDeskDatabase(deskDatabase)
  try {
    const token = createInvitation(db, { reviewerId: id, registration }, now())
    print(`An invitation for ${reviewer.name}, valid for 48 hours, once. Give it to nobody else:
  ${origin}/invitation#${token}`)
  } finally {
    db.close()
  }
}

const columns: readonly Column<Reviewer>[] = [
  { title: 'id', value: ({ id }) => id },
  { title: 'name', value: ({ name }) => name },
]

const list = command('list', 'print the reviewers', 'ratebook reviewer list').action(
  async ({ database }: DatabaseOption) => {
    const reviewers = await withOwnBook(database, readReviewers)
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
  return appendingCommand(name, description, usage)
    .addOption(byOption('who enters it; kept in the entry and private'))
    .addOption(noteOption('private'))
}

function checkReviewer({ id, name }: Reviewer): void {
  const { problems, refuse } = collectProblems()
  identifier(id, 'id', refuse)
  text(name, '--name', refuse)
  if (problems.length > 0) throw new Failure('usage', problems.map(problemLine).join('\n'))
}

async function enter(change: ReviewerChange, { database, ...options }: Options): Promise<void> {
  const source = entryClock(options)
  const attributed = { ...attributionOf(options), ...change }
  const outcome = await appendTo(database, (store) => appendReviewer(store, attributed, source))
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
