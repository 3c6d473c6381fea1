import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { until } from '../../../test/support/cli.ts'
import { movingMarkets } from '../../../test/support/moving-markets.ts'
import { at } from '../../../test/support/sample-market.ts'
import { client, plainText, serve, type Served } from '../../../test/support/served.ts'
import { noPayload, textPayload } from '../message/payload.ts'
import { problem } from '../message/problem.ts'
import { commonHeaders, optionsReply } from '../message/reply.ts'
import { defaultLimits } from '../server/limits.ts'
import { createWireHead } from './wire.ts'

const [market] = movingMarkets(5, 0)
assert.ok(market)

const requests: readonly (readonly [what: string, bytes: string])[] = [
  ['200', plainText('/summary')],
  ['200, compressed', plainText('/rates/changes', 'Accept-Encoding: gzip')],
  ['200, of no market', plainText('/health')],
  ['200 to HEAD', plainText('/summary').replace('GET', 'HEAD')],
  ['304', plainText('/summary', 'If-None-Match: *')],
  ['304 to HEAD', plainText('/summary', 'If-None-Match: *').replace('GET', 'HEAD')],
]

/** Everything that comes back for a request that is sent three times, the dates apart. */
async function toldThrice(t: TestContext, { port }: Served, bytes: string): Promise<string> {
  const { socket } = await client(t, port)
  const closed = once(socket, 'close')
  let received = ''
  socket.on('data', (part) => (received += String(part)))
  for (const text of [bytes, bytes, bytes, plainText('/health', 'Connection: close')]) {
    const before = received.length
    socket.write(text)
    await until(() => received.length > before)
  }
  await closed
  return received.replaceAll(/(?<=\r\nDate: )[^\r]*/g, '')
}

for (const keepAlive of [defaultLimits.keepAlive, 5_900, 1_000]) {
  for (const isBusy of [false, true]) {
    const how = `${isBusy ? 'in an overload, ' : ''}kept alive for ${keepAlive} ms`
    test(`heads are as Node writes them, byte for byte: ${how}`, async (t) => {
      const source = {
        market: () => market,
        isHealthy: () => true,
        now: () => at('2026-03-01T00:00:00Z'),
      }
      const limits = { ...defaultLimits, keepAlive, ...(isBusy && { underWay: 0 }) }
      const byNode = await serve(t, source, { limits, memo: false })
      const byHead = await serve(t, source, { limits })
      for (const [what, bytes] of requests) {
        const before = byHead.remembered()
        const told = await toldThrice(t, byNode, bytes)
        assert.equal(await toldThrice(t, byHead, bytes), told, what)
        assert.ok(byHead.remembered() >= before + 2, `${what} is answered without Node`)
        const statuses = isBusy && !what.includes('no market') ? / 503 / : / (200|304) /
        assert.match(told.slice(0, 20), statuses)
      }
    })
  }
}

test('a response without a body has no length, one with an empty body has', () => {
  const wireHead = createWireHead(commonHeaders, 5_000)
  assert.doesNotMatch(wireHead(optionsReply).join(''), /content-length/i)
  const empty = { status: 200, headers: { 'content-type': 'text/plain' }, body: noPayload }
  assert.match(
    wireHead(empty).join('now'),
    /^HTTP\/1\.1 200 OK\r\n[^]*\r\ncontent-length: 0\r\nDate: now\r\n/,
  )
})

test('a length is of bytes, and the server’s own headers come first', () => {
  const [before, after] = createWireHead(
    { first: '1' },
    5_000,
  )({
    status: 200,
    headers: { second: '2' },
    body: textPayload('„ü“'),
  })
  assert.equal(before, 'HTTP/1.1 200 OK\r\nfirst: 1\r\nsecond: 2\r\ncontent-length: 8\r\nDate: ')
  assert.equal(after, '\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n')
  const { body, ...rest } = problem(503, 'No.')
  assert.match(
    createWireHead({}, 1)({ body, ...rest })[0],
    /^HTTP\/1\.1 503 Service Unavailable\r\n/,
  )
})
