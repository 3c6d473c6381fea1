import { createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { attacks } from './attacks.ts'
import { listen } from './raw-server.ts'

/** Starts a server that answers `/NAME` with the attack of that name, and has no robots.txt. */
export async function startAttacks(t: Pick<TestContext, 'after'>): Promise<number> {
  return listen(
    t,
    createServer((socket) => {
      socket.once('data', (request) => void answer(socket, request.toString('latin1')))
    }),
  )
}

async function answer(socket: Socket, request: string): Promise<void> {
  const [, name = ''] = /^GET \/(\S*) /.exec(request) ?? []
  const attack = attacks[name]
  if (attack === undefined) socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
  else await attack.send(socket)
}
