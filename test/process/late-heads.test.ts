import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultLimits } from '../../src/http/limits.ts'
import { until } from '../support/cli.ts'
import { movingMarkets } from '../support/moving-markets.ts'
import { at } from '../support/sample-market.ts'
import { serve } from '../support/served.ts'

const [market] = movingMarkets(3, 0)
assert.ok(market)
const now = at('2026-03-01T00:00:00Z')
const source = { market: () => market, isHealthy: () => true, now: () => now }

test('issue 3: clients that say nothing are let go as they came, not many in one turn of the event loop', async (t) => {
  const limits = { ...defaultLimits, headTimeout: 300 }
  const { app, port } = await serve(t, source, { limits })
  const turns: number[] = []
  let inTurn = 0
  app.server.on('clientError', () => {
    if (inTurn++ === 0) {
      setImmediate(() => {
        turns.push(inTurn)
        inTurn = 0
      })
    }
  })
  const count = 120
  for (let opened = 0; opened < count; opened++) {
    const socket = connect(port, '127.0.0.1').resume()
    socket.on('error', () => {})
    t.after(() => socket.destroy())
    await sleep(10)
  }
  const sum = (): number => turns.reduce((all, some) => all + some, 0)
  assert.ok(await until(() => sum() === count))
  // Looked at once in a second, half of them or more would be.
  assert.ok(Math.max(...turns) < count / 2, String(turns))
})
