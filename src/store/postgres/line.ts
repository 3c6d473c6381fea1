import type { Socket } from 'node:net'
import type { Client, QueryConfig, QueryResult } from 'pg'

/** A row as the server sends it. */
export type Row = Readonly<Record<string, unknown>>

/** Milliseconds that a server has to take leave. */
const farewell = 200

/**
 * What a server answers, if it is never silent for so many milliseconds: on a slow line much takes long, and is on its way all the
 * while. The driver's own timeout counts from the question to the end of the answer.
 */
export function answerOf(
  client: Client,
  question: QueryConfig,
  silence: number,
): Promise<QueryResult<Row>> {
  const socket = socketOf(client)
  return new Promise((resolve, reject) => {
    let isHeard = false
    const hear = (): void => {
      isHeard = true
      timer.refresh()
    }
    const giveUp = (): void => {
      isHeard = false
      // What has come while this process was busy with something else is read first.
      setImmediate(() => {
        if (!isHeard) reject(new Error(`Query read timeout: silent for ${silence} ms`))
      })
    }
    const timer = setTimeout(giveUp, silence)
    socket.on('data', hear)
    void client
      .query<Row>(question)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        socket.off('data', hear)
      })
  })
}

/** Ends a session, politely if nothing is under way; a server that does not answer is not waited for. */
export async function end(client: Client): Promise<void> {
  const ended = client.end().catch(() => undefined)
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, farewell).unref()
  })
  await Promise.race([ended, late])
  cutOff(client)
}

/** Lets go of the line, whatever is on it. */
export function cutOff(client: Client, reason?: Error): void {
  socketOf(client).destroy(reason)
}

/** The driver's own socket: there is no other way to listen to a server, or to let go of one that says nothing. */
function socketOf(client: Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
