import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { movingMarkets } from '../support/moving-markets.ts'
import { at } from '../support/sample-market.ts'
import { client, plainText, serve } from '../support/served.ts'

// All connections are read into one memory (decision 020).

const [market] = movingMarkets(20, 0)
assert.ok(market)
const now = at('2026-03-01T12:00:00Z')
const source = { market: () => market, isHealthy: () => true, now: () => now }

test('a known request is neither read nor written by the stream of its connection', async (t) => {
  const { app, port, remembered } = await serve(t, source)
  const taken = once(app.server, 'connection') as Promise<[Socket]>
  const { get } = await client(t, port)
  const [socket] = await taken
  await get('/summary')
  const [read, written] = [t.mock.method(socket, 'push'), t.mock.method(socket, 'write')]
  const before = remembered()
  for (const target of ['/summary', '/summary', '/summary', '/rates/changes?limit=3&offset=2'])
    assert.equal((await get(target)).status, 200)
  assert.deepEqual([read.mock.callCount(), written.mock.callCount()], [0, 0])
  assert.equal(remembered() - before, 4)
})

test('a body that comes in pieces is what its client sent, whatever others send meanwhile', async (t) => {
  const { port } = await serve(t, source)
  const [one, ...others] = [await client(t, port), await client(t, port), await client(t, port)]
  const noise = plainText('/health', `X: ${'W'.repeat(3_500)}`)
  for (let round = 0; round < 10; round++) {
    const id = `${round}-${'k'.repeat(3_000)}`
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })
    const head = [
      'POST /mcp HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Content-Length: ${body.length}`,
    ]
    one.socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 1_500)}`)
    await wait(5)
    for (const other of others) assert.equal((await other.send(noise))[0]?.status, 200)
    const [answer] = await one.send(body.slice(1_500))
    assert.match(answer?.body ?? '', new RegExp(`"id":"${id}"`))
  }
})

test('of what others have sent before, nothing is taken for the end of a request', async (t) => {
  const { port } = await serve(t, source)
  const [one, other] = [await client(t, port), await client(t, port)]
  const whole = plainText('/rates/current')
  for (const { get } of [one, other]) await get('/rates/current')
  for (let cut = 1; cut < whole.length; cut++) {
    // It leaves in the memory, behind the piece that comes next, just what that lacks.
    assert.equal((await other.send(whole))[0]?.status, 200)
    one.socket.write(whole.slice(0, cut))
    await wait(2)
    assert.equal((await other.send(whole))[0]?.status, 200)
    const [answer] = await one.send(whole.slice(cut))
    assert.equal(answer?.status, 200)
    const [next] = await one.send(plainText('/nowhere'))
    assert.equal(next?.status, 404)
  }
})
