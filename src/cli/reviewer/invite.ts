import { createInvitation } from '../../desk/database/invitations.ts'
import { openDeskDatabase } from '../../desk/database/desk-database.ts'
import { findReviewer } from '../../desk/database/registered-reviewer.ts'
import { notRegistered } from '../../publish/review/decide-on-hold.ts'
import { now } from '../clock.ts'
import { defaultDeskPort, deskOriginError } from '../desk/desk-origin.ts'
import { deskDatabaseOption, deskOriginOption } from '../desk/desk-options.ts'
import { Failure } from '../../domain/failure.ts'
import { withStore } from '../open-store.ts'
import { command, type DatabaseOption } from '../options.ts'
import { print } from '../output.ts'

/** The options of the commands that invite a reviewer to the desk. */
export type InviteOptions = DatabaseOption & {
  readonly deskDatabase: string
  readonly origin?: string
}

/** The options that `invite` and `add --invite` share. */
export function inviteOptions() {
  return [deskDatabaseOption(), deskOriginOption()]
}

const inviteCommand = command(
  'invite',
  'print a link with which a reviewer makes a passkey for the desk; valid for 48 hours, once',
  'ratebook reviewer invite a-perera --origin https://desk.example.org',
)
for (const option of inviteOptions()) inviteCommand.addOption(option)

/** `ratebook reviewer invite` */
export const invite = inviteCommand
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
  const found = await withStore(database, 'read', (store) => findReviewer(store, id))
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
