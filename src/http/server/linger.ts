import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'

/**
 * Ends our side of a connection, with some last bytes of Latin-1, and reads on until its client has ended its own, or for a while
 * (RFC 9112, 9.6). Who closes while bytes arrive resets the connection, and what its client has not read by then is lost: of a
 * response of 150 KB all but what the system held. Nobody looks at what still comes: Node would go on making requests of it.
 */
export function linger(socket: Socket, limits: Limits, last = ''): void {
  if (!socket.writable) return
  socket.end(last, 'latin1')
  socket.removeAllListeners('data').on('data', () => {})
  socket.resume()
  // Not a timeout of the socket: that begins anew with each byte.
  socket.once('finish', () => {
    const end = setTimeout(() => socket.destroy(), limits.farewell)
    socket.once('close', () => clearTimeout(end))
  })
}
