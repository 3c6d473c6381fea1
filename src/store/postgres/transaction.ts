import type { Connection } from './connection.ts'

/** Milliseconds that a commit may take: it waits for a synchronous standby. */
const patience = 30_000

/** Does `work` in a transaction with some characteristics: all of it, or none. What went wrong first is what is thrown. */
export async function within<T>(
  connection: Connection,
  characteristics: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { query, commit, isOpen } = connection
  await query(`BEGIN ${characteristics}`)
  try {
    const result = await work(connection)
    await commit(patience)
    return result
  } catch (error) {
    if (isOpen()) await query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
