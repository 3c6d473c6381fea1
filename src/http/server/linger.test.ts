import assert from 'node:assert/strict'
import { once, type EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../../test/support/cli.ts'
import { at, marketOf, sampleEntries } from '../../../test/support/sample-market.ts'
import {
  certificate,
  client,
  plainText,
  secureClient,
  serve,
} from '../../../test/support/served.ts'
import { defaultLimits } from './limits.ts'
import { createListener } from './listener.ts'

const limits = { ...defaultLimits, farewell: 200 }
const ways = [
  ['in the clear', client, undefined],
  ['encrypted', secureClient, certificate],
] as const
const market = marketOf(sampleEntries())
const source = {
  market: () => market,
  isHealthy: () => true,
  now: () => at('2026-07-21T00:00:00Z'),
}
/** More than the system holds for a client that does not read. */
const large = 2_000_000

/** Answers with as many bytes as the target says, after as many milliseconds as its query says. */
async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const [bytes, milliseconds] = url.slice(1).split('?').map(Number)
  if (milliseconds !== undefined) await sleep(milliseconds)
  response.end(Buffer.alloc(bytes ?? 0, 'x'))
}

/** The connections that a server takes up from now on; one that encrypts adds those below. */
function socketsOf(server: EventEmitter): Socket[] {
  const sockets: Socket[] = []
  for (const event of ['connection', 'secureConnection'])
    server.on(event, (socket: Socket) => void sockets.push(socket))
  return sockets
}

async function listen(t: TestContext, secured: typeof certificate | undefined) {
  const server = createListener(
    secured,
    limits,
    (request, response) => void answer(request, response),
  )
  const sockets = socketsOf(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { port, sockets }
}

for (const [how, open, secured] of ways) {
  test(`RFC 9112, 9.6: a last response is read to its end, whatever its client sends meanwhile, ${how}`, async (t) => {
    const { port } = await listen(t, secured)
    for (const first of [
      plainText(`/${large}`, 'Connection: close'),
      `${plainText(`/${large}`)}no request\r\n\r\n`,
    ]) {
      const { socket, read } = await open(t, port)
      socket.pause()
      socket.write(first)
      await sleep(50)
      socket.write(plainText('/1'))
      await sleep(50)
      socket.resume()
      const [whole] = await read(1)
      assert.equal(whole?.body.length, large)
    }
  })

  test(`who has had the last response and does not close is let go after a while, ${how}`, async (t) => {
    const { port, sockets } = await listen(t, secured)
    const last = [
      plainText('/1', 'Connection: close'),
      plainText('/1?20', 'Connection: close'),
      `${plainText('/1')}no request\r\n\r\n`,
      `${plainText('/1?20')}no request\r\n\r\n`,
      `${plainText('/1?20')}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`,
    ]
    for (const text of last) {
      const { socket, read } = await open(t, port, { allowHalfOpen: true })
      socket.write(text)
      await read(1)
    }
    const began = performance.now()
    assert.ok(await until(() => sockets.every(({ destroyed }) => destroyed)))
    assert.ok(performance.now() - began < 10 * limits.farewell)
    assert.equal(sockets.length, (secured ? 2 : 1) * last.length)
  })

  for (const memo of [true, false]) {
    test(`what comes behind a last response is read for a while, and is nothing to anybody, ${how}, ${memo ? 'with the memo' : 'without'}`, async (t) => {
      const options = secured && { certificate: secured }
      const { app, port } = await serve(t, source, { memo, limits, ...options })
      const sockets = socketsOf(app.server)
      let parsed = 0
      app.server.on('request', () => parsed++)
      const lasts = [
        plainText('/health', 'Connection: close'),
        'GET /health HTTP/1.1\r\n\r\n',
        'no request\r\n\r\n',
      ]
      for (const last of lasts) {
        for (const behind of ['x', plainText('/health').repeat(500)]) {
          const { socket, read, isClosed } = await open(t, port, { allowHalfOpen: true })
          socket.write(last)
          await read(1)
          const began = performance.now()
          for (parsed = 0; !isClosed(); await sleep(limits.farewell / 8)) socket.write(behind)
          assert.ok(performance.now() - began < 10 * limits.farewell)
          assert.equal(parsed, 0)
        }
      }
      assert.ok(await until(() => sockets.every(({ destroyed }) => destroyed)))
    })
  }

  test(`of what cannot be read the first says why, ${how}`, async (t) => {
    const { port } = await listen(t, secured)
    const { socket, read } = await open(t, port)
    socket.write(`${plainText('/1?200')}GET / HTTP/1.9\r\nHost: a\r\n`)
    await sleep(50)
    socket.write('X: y\r\n\r\n')
    const answers = await read(Infinity)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 505],
    )
  })
}
