import { instantText, type Instant } from '../../domain/instant.ts'
import { StoreError } from '../store.ts'
import type { Connection } from './connection.ts'
import { statements } from './statements.ts'

/** The greatest difference between the clocks of this machine and of the server, in milliseconds. */
const greatestDifference = 60_000

/** Refuses a server whose clock differs from this machine's. The server reads its clock at some time between the two calls of `now`. */
export async function compareClocks(
  { name, query }: Connection,
  now: () => Instant,
): Promise<void> {
  const before = now()
  const [row] = await query(statements.clock)
  const after = now()
  const server = row?.['now'] as Instant
  if (server >= before - greatestDifference && server <= after + greatestDifference) return
  const here = server < before ? before : after
  throw new StoreError(
    'configuration',
    `The clocks differ by more than a minute: this machine's says ${instantText(here)}, and that of the database server ${name} says ${instantText(server)}. Set the wrong one, and run the command again.`,
  )
}
