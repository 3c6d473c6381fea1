import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Bytes that are written at once, a character each, the requests that end in them, and whether their answers are waited for. */
export type Chunk = { readonly text: string; readonly requests: number; readonly waits: boolean }

/** What came of a conversation: every byte that came back, and whether the server ended it. */
export type Outcome = { readonly received: string; readonly ended: boolean; readonly asked: number }

/** One end of a server's connections: what it has read, and how many requests it has not answered. */
type Taken = { readonly socket: Socket; unanswered: number }

/** Connects to a server, and holds conversations in which each chunk arrives as one. */
export function converser(
  { server }: FastifyInstance,
  open: (port: number) => Socket,
): (chunks: readonly Chunk[], last: string) => Promise<Outcome> {
  const taken = new Map<number, Taken>()
  const until = createWaiting()
  const isSecure = 'setSecureContext' in server
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    const { remotePort } = socket
    if (remotePort === undefined) return
    taken.set(remotePort, { socket, unanswered: 0 })
    socket.once('close', () => {
      // The system may have given the port to another connection meanwhile.
      if (taken.get(remotePort)?.socket === socket) taken.delete(remotePort)
    })
  })
  server.on('request', ({ socket }, response) => {
    const connection = taken.get(Number(socket.remotePort))
    if (connection === undefined) return
    connection.unanswered++
    response.once('close', () => connection.unanswered--)
  })
  return async (chunks, last) => {
    const { port } = server.address() as AddressInfo
    const socket = open(port)
    let [received, isClosed] = ['', false]
    socket.setEncoding('latin1').on('data', (text: string) => (received += text))
    socket.on('error', () => {})
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => {
        isClosed = true
        resolve()
      })
    })
    await until(() => isClosed || taken.has(socket.localPort ?? -1))
    const connection = taken.get(socket.localPort ?? -1)
    const isEnding = (): boolean => isClosed || connection?.socket.writable !== true
    let [sent, asked] = [0, 0]
    const say = async ({ text, requests, waits }: Chunk): Promise<void> => {
      if (connection === undefined) return
      asked += requests
      sent += text.length
      socket.write(text, 'latin1')
      const isTaken = (): boolean => isEnding() || connection.socket.bytesRead >= sent
      const isDone = (): boolean => isTaken() && (isEnding() || connection.unanswered === 0)
      await until(waits ? isDone : isTaken)
    }
    for (const chunk of chunks) {
      if (isEnding()) break
      await say(chunk)
    }
    // Whatever was begun is brought to an end: a head, a body, the connection.
    for (let tries = 0; tries < 40 && !isEnding(); tries++) {
      await say({ text: last, requests: 0, waits: true })
    }
    const ended = isEnding()
    if (!ended) socket.destroy()
    await closed
    return { received, ended, asked }
  }
}

/** Waits until something holds; looks once in each turn of the event loop. */
function createWaiting(): (holds: () => boolean) => Promise<void> {
  let waiting: { readonly holds: () => boolean; readonly resolve: () => void }[] = []
  const look = (): void => {
    const before = waiting
    waiting = []
    for (const one of before) {
      if (one.holds()) one.resolve()
      else waiting.push(one)
    }
    if (waiting.length > 0) setImmediate(look)
  }
  return (holds) =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(look)
      waiting.push({ holds, resolve })
    })
}
