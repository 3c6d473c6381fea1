import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { AppOptions } from '../../src/http/app.ts'
import { watchConnections } from '../../src/http/server/drain.ts'
import { defaultLimits, type Limits } from '../../src/http/server/limits.ts'
import { until } from '../support/cli.ts'
import { movingMarkets } from '../support/moving-markets.ts'
import { at } from '../support/sample-market.ts'
import {
  certificate,
  client,
  plainText,
  secureClient,
  serve,
  type Client,
} from '../support/served.ts'

const [market] = movingMarkets(20, 0)
const rest = 300

/** How a client connects to which server, and what it says in each request: heads that are new each time are Node's. */
const ways = [
  ['plain', client, {}, []],
  ['encrypted', secureClient, { certificate }, []],
  ['without the memo', client, { memo: false }, []],
  ['with heads that are new', client, {}, ['X-Request-Id: ?']],
] as const

/** A server that refuses everything but `/health`, on connections whose requests it knows. */
async function startBusy(t: TestContext, options: AppOptions, others: Partial<Limits> = {}) {
  const source = {
    market: () => market ?? assert.fail(),
    isHealthy: () => true,
    now: () => at('2026-03-01T00:00:00Z'),
  }
  const limits = { ...defaultLimits, underWay: 0, rest, longestRest: 10_000, ...others }
  return serve(t, source, { ...options, limits })
}

/** A client on a connection where Node has read one request, so that the next are answered without it. */
async function known(
  t: TestContext,
  port: number,
  connectTo: (t: TestContext, port: number) => Promise<Client>,
): Promise<Client> {
  const one = await connectTo(t, port)
  assert.equal((await one.get('/health')).status, 200)
  return one
}

for (const [how, connectTo, options, lines] of ways) {
  test(`a refused client that asks again at once waits, and loses nothing: ${how}`, async (t) => {
    const { port } = await startBusy(t, options)
    const one = await known(t, port, connectTo)
    const other = await known(t, port, connectTo)
    let asked = 0
    const textOf = (target: string): string =>
      plainText(target, ...lines.map((line) => line.replace('?', String(asked++))))
    const [refused] = await one.send(textOf('/summary'))
    assert.equal(refused?.status, 503)
    const since = performance.now()
    const text = textOf('/health') + textOf('/summary')
    one.socket.write(text.slice(0, 30))
    await sleep(20)
    one.socket.write(text.slice(30))
    const waits = one.read(2)
    // Nobody else does.
    assert.equal((await other.get('/health')).status, 200)
    assert.ok(performance.now() - since < rest)
    const answers = await waits
    assert.ok(performance.now() - since >= rest - 20)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 503],
    )
  })
}

test('what was sent with a refused request is refused with it', async (t) => {
  const { port } = await startBusy(t, {})
  const one = await known(t, port, client)
  const since = performance.now()
  const answers = await one.send(plainText('/summary').repeat(5), 5)
  assert.ok(performance.now() - since < rest - 50)
  assert.ok(answers.every(({ status }) => status === 503))
})

test('one that heeds Retry-After does not wait, and one that went away meanwhile is let go', async (t) => {
  const { app, port } = await startBusy(t, {})
  const one = await known(t, port, client)
  const other = await known(t, port, client)
  for (const { get } of [one, other]) assert.equal((await get('/summary')).status, 503)
  other.socket.destroy()
  await sleep(2 * rest + 50)
  const since = performance.now()
  assert.equal((await one.get('/summary')).status, 503)
  assert.ok(performance.now() - since < rest - 50)
  const open = promisify(app.server.getConnections.bind(app.server))
  assert.ok(await until(async () => (await open()) === 1))
})

test('a message to /mcp that is refused while its body comes rests too', async (t) => {
  const { port } = await startBusy(t, {}, { bodies: 0, underWay: 1 })
  const { get, send } = await client(t, port)
  const since = performance.now()
  const [refused] = await send('POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}')
  assert.equal(refused?.status, 503)
  assert.equal((await get('/health')).status, 200)
  assert.ok(performance.now() - since >= rest - 20)
})

test('HTTP/2: who is refused is read on, for its session has others', async (t) => {
  const { port } = await startBusy(t, { certificate })
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  t.after(() => session.destroy())
  const since = performance.now()
  const statuses: unknown[] = []
  for (const path of ['/summary', '/health', '/summary']) {
    const stream = session.request({ ':path': path }).resume()
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders]
    statuses.push(headers[':status'])
  }
  assert.deepEqual(statuses, [503, 200, 503])
  assert.ok(performance.now() - since < rest)
})

test('/health and /ready are answered without the parser too, and asked of nobody', async (t) => {
  const { port, remembered, observed } = await startBusy(t, {})
  const one = await known(t, port, client)
  const before = remembered()
  for (const path of ['/health', '/ready', '/health', '/health'])
    assert.equal((await one.get(path)).status, 200)
  assert.equal(remembered() - before, 4)
  assert.equal(observed.at(-1)?.via, 'memo')
})

test('who has waited is answered next, also where something has to be compressed first or the question is wrong', async (t) => {
  const limits = { ...defaultLimits, turn: -1, burst: -1, longestTurn: 1_000, rest: 5 }
  const source = {
    market: () => market ?? assert.fail(),
    isHealthy: () => true,
    now: () => at('2026-03-01T00:00:00Z'),
  }
  const encodings = ['Accept-Encoding: gzip, br']
  for (const memo of [true, false]) {
    const { port } = await serve(t, source, { limits, memo })
    const one = await client(t, port)
    for (const [target, status] of [
      ['/summary', 200],
      ['/rates/current', 200],
      ['/rates/current?type=bank', 200],
      ['/summary?type=nonsense', 422],
    ] as const) {
      const statuses = []
      for (let times = 0; times < 4; times++)
        statuses.push((await one.get(target, ...encodings)).status)
      assert.deepEqual(statuses, [503, status, 503, status], target)
    }
  }
})

test('a request that was sent while its client was not read is answered when the server stops', async (t) => {
  const { app, port } = await startBusy(t, {})
  const drain = watchConnections(app.server, { ...defaultLimits, hold: 50, stop: 500 })
  const one = await known(t, port, client)
  assert.equal((await one.get('/summary')).status, 503)
  one.socket.write(plainText('/health'))
  const [, [answer]] = await Promise.all([drain(), one.read(1)])
  assert.equal(answer?.status, 200)
  assert.match(answer.head, /^connection: close\r$/im)
})
