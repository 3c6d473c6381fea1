import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { Listener } from './listener.ts'

/** The event by which a listener is told that it takes up no more connections. */
export const deaf = 'deaf'

/** Whether several sockets may listen at one port here, among which the system deals out the connections: `SO_REUSEPORT` of Linux. */
export const canShare = process.platform === 'linux'

/** How many sockets listen at the port of a server, and so how many connections it takes up in a turn of the event loop. */
const sockets = 16

/** What is used of Node's handle of a socket that listens. */
type Handle = { readonly onconnection: (error: number, connection: unknown) => void }

/**
 * Opens more sockets at the address and port of a listener, whose own was opened with `reusePort`. libuv takes up one connection of a socket in
 * a turn of the event loop; in an overload a turn is many milliseconds, and of some hundred clients that come at once the last
 * would wait for seconds before anybody reads what they ask, or refuses it (decision 013).
 *
 * What they take up is handed to the listener's own handle, as if that had: its limit counts them all. That is nothing which Node
 * documents, so where the handle is not what we know there are no more sockets.
 */
export async function listenBeside(listener: Listener, host: string): Promise<void> {
  const { port } = listener.address() as AddressInfo
  const main = handleOf(listener)
  if (main === undefined) return
  const servers = Array.from({ length: sockets - 1 }, () => createServer())
  const close = (): void => {
    for (const server of servers) server.close()
  }
  listener.once(deaf, close)
  listener.once('close', close)
  for (const server of servers) {
    server.listen({ host, port, reusePort: true })
    await once(server, 'listening')
    Object.assign(handleOf(server) ?? {}, {
      onconnection: (error: number, connection: unknown) => main.onconnection(error, connection),
    })
  }
}

/** Throws what listening would if somebody else does: at a port that may be shared another server would get half of the connections. */
export async function assertFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port, exclusive: true })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

function handleOf(server: Listener | Server): Handle | undefined {
  const { _handle: handle } = server as { readonly _handle?: Partial<Handle> | null }
  return typeof handle?.onconnection === 'function' ? (handle as Handle) : undefined
}
