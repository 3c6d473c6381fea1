import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net'
import type { Listener } from './listener.ts'

/** The event by which a listener is told that it takes up no more connections. */
export const deaf = 'deaf'

/** How many sockets listen at the port of a server, and so how many connections it takes up in a turn of the event loop. */
const sockets = 16

/** What is used of Node's handle of a socket that listens. */
type Handle = { readonly onconnection: (error: number, connection: unknown) => void }

/**
 * Whether several sockets may listen at one port of an address here, among which the system deals out the connections:
 * `SO_REUSEPORT` of Linux. It is tried, for not all that calls itself Linux has it.
 */
export async function canShare(host: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    const trial = await listenAt({ host, port: 0, reusePort: true })
    trial.close()
    return true
  } catch {
    return false
  }
}

/**
 * Opens more sockets at the address and port of a listener, whose own was opened with `reusePort`. libuv takes up one connection of a socket in
 * a turn of the event loop; in an overload a turn is many milliseconds, and of some hundred clients that come at once the last
 * would wait for seconds before anybody reads what they ask, or refuses it (decision 013).
 *
 * What they take up is handed to the listener's own handle, as if that had: its limit counts them all. That is nothing which Node
 * documents. Where one cannot be opened, or its handle is not what we know, they are closed and this throws: the listener's own goes on.
 */
export async function listenBeside(listener: Listener, host: string): Promise<void> {
  const { port } = listener.address() as AddressInfo
  const main = handleOf(listener)
  const servers: Server[] = []
  const close = (): void => {
    for (const server of servers.splice(0)) server.close()
  }
  // What comes to a socket between its last look and its end is reset; so each is looked at once more while others are closed.
  const closeInTurn = (): void => {
    // The listener itself may be closed already.
    listener.off('close', close)
    servers.pop()?.close()
    if (servers.length > 0) setImmediate(closeInTurn)
  }
  listener.once(deaf, closeInTurn)
  listener.once('close', close)
  try {
    for (let number = 1; number < sockets; number++) {
      const server = await listenAt({ host, port, reusePort: true })
      servers.push(server)
      Object.assign(handleOf(server), {
        onconnection: (error: number, connection: unknown) => main.onconnection(error, connection),
      })
    }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * Throws what listening would if somebody else does: at a port that may be shared another server would get half of the connections.
 * To try it is to take up connections for a moment, which are then reset, so it is tried only if somebody listens there at some address.
 */
export async function assertFree(host: string, port: number): Promise<void> {
  if (!(await isListenedTo(port))) return
  const probe = await listenAt({ host, port, exclusive: true })
  probe.close()
  await once(probe, 'close')
}

/** Whether the system's lists of sockets have one that listens at a port. */
async function isListenedTo(port: number): Promise<boolean> {
  const digits = port.toString(16).toUpperCase().padStart(4, '0')
  const isListening = new RegExp(`:${digits} [0-9A-F]+:0000 0A `)
  // There is none of IPv6 where that is switched off.
  const lists = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'latin1'))
  const read = await Promise.allSettled(lists)
  return read.some((list) => list.status === 'fulfilled' && isListening.test(list.value))
}

async function listenAt(place: ListenOptions): Promise<Server> {
  const server = createServer().listen(place)
  await once(server, 'listening')
  return server
}

function handleOf(server: Listener | Server): Handle {
  const { _handle: handle } = server as { readonly _handle?: Partial<Handle> | null }
  if (typeof handle?.onconnection !== 'function')
    throw new Error(
      'The handle of a socket that listens is not what it was in the Node that this was written for.',
    )
  return handle as Handle
}
