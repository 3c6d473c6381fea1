import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'

const get = 'GET /rates/current?institution_id=peoples-bank HTTP/1.1\r\nHost: ratebook.example\r\n'

/** Requests of which the server has the first part. */
export type RequestsUnderWay = {
  /** Sends the rest, and returns what the server sent on each connection until it closed it. */
  readonly complete: () => Promise<readonly string[]>
}

/** Sends the first part of a request on each of `count` connections, after a first complete request. */
export async function startRequests(
  t: Pick<TestContext, 'after'>,
  port: number,
  count: number,
): Promise<RequestsUnderWay> {
  const connections = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1')
      t.after(() => socket.destroy())
      let received = ''
      socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk))
      socket.on('error', (error) => (received += `error: ${error.message}`))
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => resolve())
      })
      await once(socket, 'connect')
      // The server has certainly read the second head in part once it has answered the first one.
      socket.write(`${get}\r\n${get}`)
      while (!received.endsWith(']')) await once(socket, 'data')
      return { socket, closed, rest: () => received.slice(received.indexOf(']') + 1) }
    }),
  )
  return {
    complete: () =>
      Promise.all(
        connections.map(async ({ socket, closed, rest }) => {
          socket.write('\r\n')
          await closed
          return rest()
        }),
      ),
  }
}

/** Checks that each response is whole and announces the end of its connection. */
export function assertLastResponses(received: readonly string[]): void {
  for (const text of received) {
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n[^]*\]$/)
    assert.match(text, /^connection: close\r$/im)
  }
}
