import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { connect } from 'node:tls'
import { defaultLimits } from '../../src/http/server/limits.ts'
import { until } from '../support/cli.ts'
import { movingMarkets } from '../support/moving-markets.ts'
import { at } from '../support/sample-market.ts'
import { certificate, client, plainText, secureClient, serve } from '../support/served.ts'

const [market] = movingMarkets(60, 0)
assert.ok(market)
const source = {
  market: () => market,
  isHealthy: () => true,
  now: () => at('2026-03-10T12:00:00Z'),
}

const filters = [
  '',
  'type=bank',
  'type=nbfi',
  'variant=general',
  'variant=women',
  'tenure_months=12',
]
/** Requests, of which the answers to some are there at once, and those to others have to be compressed first. */
const requests = ['summary', 'rates/current'].flatMap((list) =>
  filters.map((filter, index) =>
    plainText(`/${list}?${filter}`, `Accept-Encoding: ${['br', 'x'][index % 2]}`),
  ),
)

/** How a client connects to which server. */
const ways = [
  ['in the clear', client, {}],
  ['encrypted', secureClient, { certificate }],
] as const

for (const memo of [true, false]) {
  for (const [how, open, options] of ways) {
    const title = `a client that ends its side when it has asked has all answers, then the end, ${how}, ${memo ? 'with the memo' : 'without'}`
    test(title, async (t) => {
      const { port, app } = await serve(t, source, { memo, ...options })
      const ends: Socket[] = []
      app.server.on('connection', (socket: Socket) => void ends.push(socket))
      for (const asked of [1, 2, requests.length]) {
        const { socket, read } = await open(t, port, { allowHalfOpen: true })
        socket.end(requests.slice(0, asked).join(''), 'latin1')
        const answers = await read(asked)
        assert.deepEqual(
          answers.map(({ status }) => status),
          Array.from({ length: asked }, () => 200),
        )
        assert.deepEqual(await read(1), [], 'and the connection is closed')
      }
      assert.ok(await until(() => ends.every(({ destroyed }) => destroyed)))
    })
  }
}

for (const memo of [true, false]) {
  for (const [how, open, options] of ways) {
    const title = `what cannot be read behind requests is answered behind them, also where the client has ended its side, ${how}, ${memo ? 'with the memo' : 'without'}`
    test(title, async (t) => {
      const { port } = await serve(t, source, { memo, ...options })
      for (const asked of [1, 2, requests.length]) {
        const { socket, read } = await open(t, port, { allowHalfOpen: true })
        socket.end(`${requests.slice(0, asked).join('')}no request\r\n\r\n`, 'latin1')
        const answers = await read(asked + 1)
        assert.deepEqual(
          answers.map(({ status }) => status),
          [...Array.from({ length: asked }, () => 200), 400],
        )
        assert.deepEqual(await read(1), [], 'and the connection is closed')
      }
    })
  }
}

for (const memo of [true, false]) {
  for (const [how, open, options] of ways) {
    test(`what comes behind a response that closes the connection is not answered, ${how}, ${memo ? 'with the memo' : 'without'}`, async (t) => {
      const { port } = await serve(t, source, { memo, ...options })
      const heads: Readonly<Record<string, number>> = {
        'HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n': 200,
        'HTTP/1.0\r\n\r\n': 200,
        'HTTP/1.0\r\nContent-Length: 1\r\n\r\nx': 200,
        // Its client was not told to send the body.
        'HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx': 200,
        // No host.
        'HTTP/1.1\r\nContent-Length: 1\r\n\r\nx': 400,
        'HTTP/1.1\r\n\r\n': 400,
      }
      // An answer that has to be compressed first, the same again, which is kept, and one that is there at once.
      for (const target of ['/summary', '/summary', '/health']) {
        for (const [head, status] of Object.entries(heads)) {
          for (const behind of ['no request', `${requests[0]}no request`, 'CONNECT a:1 HTTP/1.1']) {
            const { socket, read } = await open(t, port)
            const first = `GET ${target} ${head.replace('\r\n', '\r\nAccept-Encoding: br\r\n')}`
            socket.write(`${first}${behind}\r\n\r\n`, 'latin1')
            const answers = await read(Infinity)
            assert.deepEqual(
              answers.map((answer) => answer.status),
              [status],
              first,
            )
          }
        }
      }
    })
  }
}

for (const [how, open, options] of ways) {
  test(`a body that its client cut off behind another request is not waited for, ${how}`, async (t) => {
    const { port } = await serve(t, source, options)
    const { socket, read } = await open(t, port, { allowHalfOpen: true })
    const began = performance.now()
    const [first] = requests
    socket.end(`${first}POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"a`, 'latin1')
    const answers = await read(2)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400],
    )
    assert.ok(performance.now() - began < defaultLimits.bodyTimeout / 2)
  })
}

test('HTTP/2: a connection whose client ends its side is closed', async (t) => {
  const { app, port } = await serve(t, source, { certificate })
  const ends: Socket[] = []
  app.server.on('secureConnection', (socket: Socket) => void ends.push(socket))
  const where = {
    port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
    allowHalfOpen: true,
  }
  const socket = connect(where)
  t.after(() => socket.destroy())
  socket.resume().write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1')
  assert.ok(await until(() => ends.length === 1 && socket.bytesRead > 0))
  assert.equal(ends[0]?.destroyed, false)
  socket.end()
  assert.ok(await until(() => ends.every(({ destroyed }) => destroyed)))
})
