import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Limits } from './limits.ts'

/** Milliseconds between two checks for open connections. */
const interval = 20

/**
 * Makes `app.close()` wait for clients. `onStop` ends the streams. First the server still answers, with `Connection: close` from Fastify. After `drain` it
 * stops listening and closes idle connections. After a further `stop` it destroys all others.
 */
export function addGracefulClose(
  app: FastifyInstance,
  { drain, stop }: Limits,
  onStop: () => void,
): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    onStop()
    if (!app.server.listening) return
    const destroyAll = (): void => {
      for (const socket of sockets) socket.destroy()
    }
    setTimeout(destroyAll, drain + stop).unref()
    for (let left = drain; left > 0 && sockets.size > 0; left -= interval) await sleep(interval)
  })
}
