import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultLimits } from '../../src/http/server/limits.ts'
import { until } from '../support/cli.ts'
import { movingMarkets } from '../support/moving-markets.ts'
import { at } from '../support/sample-market.ts'
import { serve } from '../support/served.ts'

const [market] = movingMarkets(3, 0)
assert.ok(market)
const now = at('2026-03-01T00:00:00Z')
const source = { market: () => market, isHealthy: () => true, now: () => now }

/** A client that says nothing, and goes with the test. */
function silent(t: TestContext, port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  t.after(() => socket.destroy())
  return socket
}

/** Counts how often something happens in a turn of the event loop; one ends behind the first step of the next. */
function countTurns() {
  const turns: number[] = []
  let inTurn = 0
  const count = (): void => {
    if (inTurn++ > 0) return
    setImmediate(() => {
      turns.push(inTurn)
      inTurn = 0
    })
  }
  return { turns, count, sum: () => turns.reduce((all, some) => all + some, 0) }
}

test('issue 3: of many clients that are late at once some are answered in a turn of the event loop, and all are', async (t) => {
  const limits = { ...defaultLimits, headTimeout: 300, timeoutCheck: 200 }
  const answered = countTurns()
  const { port } = await serve(t, source, { limits, observe: answered.count })
  const count = 100
  const said: string[] = []
  for (let i = 0; i < count; i++)
    silent(t, port).once('data', (bytes) => said.push(bytes.toString('latin1', 0, 12)))
  assert.ok(await until(() => said.length === count))
  assert.ok(said.every((status) => status === 'HTTP/1.1 408'))
  // A turn as it is counted has two steps.
  assert.ok(Math.max(...answered.turns) <= 2 * limits.latePerTurn, String(answered.turns))
  assert.equal(answered.sum(), count)
})

test('what a late client sends before it is told so is not answered besides', async (t) => {
  const limits = { ...defaultLimits, headTimeout: 300, timeoutCheck: 200, latePerTurn: 1 }
  const { app, port } = await serve(t, source, { limits })
  const others = Array.from({ length: 300 }, () => silent(t, port))
  await once(others.at(-1) ?? assert.fail(), 'connect')
  const last = silent(t, port)
  app.server.on('clientError', (_: Error, { remotePort }: Socket) => {
    if (remotePort === last.localPort) last.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')
  })
  const said = await text(last)
  assert.deepEqual(said.match(/^HTTP.*/gm), ['HTTP/1.1 408 Request Timeout'])
})

test('issue 3: clients that say nothing are let go as they came, not many at one look', async (t) => {
  const limits = { ...defaultLimits, headTimeout: 300 }
  const { app, port } = await serve(t, source, { limits })
  const late = countTurns()
  app.server.on('clientError', late.count)
  const count = 120
  for (let opened = 0; opened < count; opened++) {
    silent(t, port).resume()
    await sleep(10)
  }
  assert.ok(await until(() => late.sum() === count))
  // Looked at once in a second, half of them or more would be.
  assert.ok(Math.max(...late.turns) < count / 2, String(late.turns))
})
