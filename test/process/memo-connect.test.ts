import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { until } from '../support/cli.ts'
import { movingMarkets } from '../support/moving-markets.ts'
import { at } from '../support/sample-market.ts'
import { client, plainText, serve } from '../support/served.ts'

const [market] = movingMarkets(5, 0)
const proxying = 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n'

for (const memo of [true, false]) {
  const how = memo ? 'with the memo' : 'without'
  const start = async (t: TestContext) => {
    assert.ok(market)
    const source = {
      market: () => market,
      isHealthy: () => true,
      now: () => at('2026-03-01T00:00:00Z'),
    }
    return serve(t, source, { memo })
  }

  test(`CONNECT, ${how}: what comes after it on its connection is nobody's request, and none of another's`, async (t) => {
    const { port, observed } = await start(t)
    const one = await client(t, port, { allowHalfOpen: true })
    await one.get('/health')
    const [refusal] = await one.send(proxying)
    assert.equal(refusal?.status, 405)
    const others = await Promise.all([client(t, port), client(t, port)])
    one.socket.write(plainText('/health?hidden'))
    // Both have been taken up, and what was sent before has arrived.
    for (const { get } of others) assert.equal((await get('/ready')).status, 200)
    for (const { get, socket } of others) {
      assert.match((await get('/health')).body, /ok/)
      assert.ok(socket.bytesRead < 1_300, 'two answers')
    }
    assert.ok(observed.every(({ told }) => !told.target.includes('hidden')))
  })

  test(`CONNECT, ${how}: what was asked before it is answered before it`, async (t) => {
    const { port } = await start(t)
    const { send } = await client(t, port)
    const before = ['/rates/changes', '/health', '/summary'].map((one) => plainText(one)).join('')
    const answers = await send(before + proxying, 5)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 405],
    )
  })

  test(`CONNECT, ${how}: a client that resets its connection does the server no harm`, async (t) => {
    const { port, observed } = await start(t)
    const refused = () => observed.filter(({ told }) => told.status === 405).length
    for (let turns = 0; turns < 6; turns++) {
      const { socket } = await client(t, port, { allowHalfOpen: true })
      socket.write(proxying)
      if (turns > 2) assert.ok(await until(() => refused() > turns - 3))
      for (let wait = 0; wait < turns; wait++) await turn()
      socket.resetAndDestroy()
    }
    // An error that nobody hears ends the process, and with it this test.
    const { get } = await client(t, port)
    assert.equal((await get('/health')).status, 200)
  })
}
