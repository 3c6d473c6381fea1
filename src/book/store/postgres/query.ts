import type { Socket } from 'node:net'
import type { Client, QueryConfig, QueryResult } from 'pg'

/** A row of a query result. */
export type ResultRow = Readonly<Record<string, unknown>>

/** Counting checks instead of time ignores periods in which the event loop was blocked and could not read data. */
const checksPerTimeout = 10

/** How long to wait for the server when closing a session, in milliseconds. */
const closeTimeout = 200

/**
 * Runs a query, and rejects if no byte arrives for `timeout` milliseconds. The driver's own `query_timeout` limits the whole
 * query, which would break a long result on a slow connection.
 */
export function queryWithIdleTimeout(
  client: Client,
  socket: Socket,
  query: QueryConfig,
  timeout: number,
): Promise<QueryResult<ResultRow>> {
  return new Promise((resolve, reject) => {
    let { bytesRead } = socket
    let idleChecks = 0
    const check = (): void => {
      idleChecks = socket.bytesRead === bytesRead ? idleChecks + 1 : 0
      ;({ bytesRead } = socket)
      if (idleChecks === checksPerTimeout)
        reject(new Error(`Query read timeout: no data for ${timeout} ms`))
    }
    const timer = setInterval(check, timeout / checksPerTimeout)
    void client
      .query<ResultRow>(query)
      .then(resolve, reject)
      .finally(() => {
        clearInterval(timer)
      })
  })
}

/** Closes a session, and destroys its socket if the server does not respond. */
export async function endSession(client: Client, socket: Socket): Promise<void> {
  const ended = client.end().catch(() => undefined)
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, closeTimeout).unref()
  })
  await Promise.race([ended, timeout])
  socket.destroy()
}
