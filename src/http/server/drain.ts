import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Session } from 'node:http2'
import { Server, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { deaf } from './beside.ts'
import { isHttp1 } from './guard.ts'
import type { Limits } from './limits.ts'
import type { Listener } from './listener.ts'

/** The event by which a listener is told that it is about to stop. */
export const draining = 'draining'

/**
 * Watches a listener's connections from its start, and returns what ends them without a reset. For a moment connections
 * are still taken up, and each is answered with `Connection: close`, because a request may be on its way. Then none are
 * taken up, and those that came last have a moment for their request. What is idle after that is sent FIN and still read
 * from, since closing a socket resets what arrives at it. What is left at the end is cut.
 */
export function watchConnections(listener: Listener, limits: Limits): () => Promise<void> {
  const sockets = new Set<Socket>()
  const sessions = new Set<ServerHttp2Session>()
  const busy = new Map<Socket, ServerResponse>()
  let isDraining = false

  const isSecure = 'setSecureContext' in listener
  listener.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket | TLSSocket) => {
    // An HTTP/2 session speaks for its socket.
    if (!('alpnProtocol' in socket && socket.alpnProtocol === 'h2')) keep(sockets, socket)
  })
  listener.on('session', (session: ServerHttp2Session) => keep(sessions, session))
  listener.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isHttp1(request)) return
    const { socket } = request
    busy.set(socket, response)
    if (isDraining) response.shouldKeepAlive = false
    response.once('close', () => {
      if (busy.get(socket) === response) busy.delete(socket)
    })
  })

  return async () => {
    isDraining = true
    listener.emit(draining)
    const isEmpty = (): boolean => sockets.size + sessions.size === 0
    for (const response of busy.values())
      if (!response.headersSent) response.shouldKeepAlive = false
    for (const session of sessions) session.close()
    await waitUntil(isEmpty, limits.drain)
    await stopListening(listener, limits.hold)
    await waitUntil(isEmpty, limits.drain)
    for (const session of sessions) session.close()
    for (const socket of sockets) if (!busy.has(socket)) socket.end()
    await waitUntil(isEmpty, limits.stop)
    for (const connection of [...sockets, ...sessions]) connection.destroy()
  }
}

function keep<T extends Socket | ServerHttp2Session>(open: Set<T>, connection: T): void {
  open.add(connection)
  connection.once('close', () => open.delete(connection))
}

/**
 * Takes up no more connections, and leaves those that stand alone. The system resets a connection that it has taken up and
 * we have not; so answers are held back before, for as long as clients need to be waiting for one, and not about to connect.
 */
async function stopListening(listener: Listener, hold: number): Promise<void> {
  const handlers = listener.listeners('request')
  const held: Parameters<Handler>[] = []
  listener.removeAllListeners('request')
  listener.on('request', (...request: Parameters<Handler>) => held.push(request))
  let came = true
  const onConnection = (): void => {
    came = true
  }
  listener.on('connection', onConnection)
  await wait(hold)
  // A socket takes up one connection in a turn of the event loop: none in a turn, and none is left. A flood has no such turn.
  for (let turns = 0; came && turns < 10_000; turns++) {
    came = false
    await turn()
  }
  listener.off('connection', onConnection)
  // Not the listener's own `close`, which also cuts the connections that are idle.
  Server.prototype.close.call(listener)
  listener.emit(deaf)
  // Other workers at this port do the same a moment later, and until the last of them has, clients can connect to nobody.
  await wait(hold)
  listener.removeAllListeners('request')
  for (const handler of handlers) listener.on('request', handler as Handler)
  for (const request of held) listener.emit('request', ...request)
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Waits until something holds, or for so many milliseconds. */
function waitUntil(holds: () => boolean, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    let left = milliseconds
    const step = 20
    const look = (): void => {
      if (holds() || left <= 0) return resolve()
      left -= step
      setTimeout(look, step)
    }
    look()
  })
}
