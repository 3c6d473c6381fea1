import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, Server as NetServer, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { assertFree, canShare, deaf, listenBeside } from './beside.ts'

const host = '127.0.0.1'
const clients = 64
const skip = (await canShare(host)) ? false : 'one socket listens here'
type Listening = { readonly server: Server; readonly port: number }

async function listening(t: TestContext, more: boolean): Promise<Listening> {
  const server = createServer((_, response) => response.end())
  server.listen({ host, port: 0, reusePort: true })
  await once(server, 'listening')
  if (more) await listenBeside(server, host)
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

/** Counts what a server tells. */
function tally(server: Server, event: 'connection' | 'drop'): () => number {
  let times = 0
  server.on(event, () => times++)
  return () => times
}

/** Connects many clients at once; how many turns of the event loop there are until the last is taken up. */
async function turnsToTakeUp({ server, port }: Listening): Promise<number> {
  const taken = tally(server, 'connection')
  const sockets = Array.from({ length: clients }, () => connect(port, host))
  let turns = 0
  for (; taken() < clients; turns++) {
    assert.ok(turns < 100_000, `${taken()} of ${clients} were taken up`)
    await turn()
  }
  for (const socket of sockets) socket.destroy()
  return turns
}

test(
  'clients that come at once are taken up in a few turns of the event loop',
  { skip },
  async (t) => {
    const one = await turnsToTakeUp(await listening(t, false))
    const many = await turnsToTakeUp(await listening(t, true))
    assert.ok(one >= clients, `${one} turns with one socket`)
    assert.ok(many <= clients / 2, `${many} turns with more, ${one} with one`)
  },
)

test('the limit of a server counts the connections of all its sockets', { skip }, async (t) => {
  const { server, port } = await listening(t, true)
  server.maxConnections = 10
  const [taken, dropped] = [tally(server, 'connection'), tally(server, 'drop')]
  const sockets = Array.from({ length: clients }, () => connect(port, host).on('error', () => {}))
  for (let turns = 0; taken() + dropped() < clients && turns < 100_000; turns++) await turn()
  assert.deepEqual([taken(), dropped()], [10, clients - 10])
  for (const socket of sockets) socket.destroy()
})

test(
  'a port at which somebody listens is not free, though it may be shared, until they are deaf',
  { skip },
  async (t) => {
    const { server, port } = await listening(t, true)
    const client = connect(port, host)
    await once(server, 'connection')
    await assert.rejects(assertFree(host, port), { code: 'EADDRINUSE' })
    // That of HTTP closes the connection too, which is idle.
    NetServer.prototype.close.call(server)
    const close = t.mock.method(NetServer.prototype, 'close')
    server.emit(deaf)
    // One in a turn, and the first at once.
    for (let turns = 1; turns < 15; turns++) {
      assert.equal(close.mock.callCount(), turns)
      await turn()
    }
    close.mock.restore()
    await assertFree(host, port)
    client.destroy()
  },
)

test(
  'to see that a port is free is not to listen there: who connects meanwhile would be reset',
  { skip },
  async (t) => {
    const { server, port } = await listening(t, false)
    server.close()
    await once(server, 'close')
    const listen = t.mock.method(NetServer.prototype, 'listen')
    await assertFree(host, port)
    assert.equal(listen.mock.callCount(), 0)
  },
)

test('where no other socket can listen, the first one does', { skip }, async (t) => {
  const { server, port } = await listening(t, false)
  await assert.rejects(listenBeside(server, '192.0.2.1'), { code: 'EADDRNOTAVAIL' })
  const client = connect(port, host)
  await once(server, 'connection')
  client.destroy()
  assert.equal(await canShare('192.0.2.1'), false)
})

test('a server that is closed by itself has no socket left', { skip }, async (t) => {
  const { server, port } = await listening(t, true)
  server.close()
  await once(server, 'close')
  await turn()
  await assertFree(host, port)
})
