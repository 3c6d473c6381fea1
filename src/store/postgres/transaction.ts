import type { Connection } from './connection.ts'

/** A commit may wait for a synchronous standby. In milliseconds. */
const commitTimeout = 30_000

/** Runs `work` in a transaction. If it throws, rolls back and rethrows that error. */
export async function inTransaction<T>(
  connection: Connection,
  characteristics: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { query, commit, isOpen } = connection
  await query(`BEGIN ${characteristics}`)
  try {
    const result = await work(connection)
    await commit(commitTimeout)
    return result
  } catch (error) {
    if (isOpen()) await query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
