import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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
  type Served,
} from '../support/served.ts'

const [market] = movingMarkets(60, 0)
const now = at('2026-03-10T12:00:00Z')

/** A server that knows the heads of all that these tests ask. */
async function startWarm(
  t: TestContext,
  limits: Partial<Limits> = {},
  options: AppOptions = {},
): Promise<Served> {
  assert.ok(market)
  const source = { market: () => market, isHealthy: () => true, now: () => now }
  const served = await serve(t, source, { limits: { ...defaultLimits, ...limits }, ...options })
  const { get, socket } = await clientOf(options)(t, served.port)
  for (let times = 0; times < 4; times++) for (const target of targets) await get(target)
  socket.end()
  return served
}

const health = '/health'
const long = ['/rates/changes?limit=150', '/rates/changes?limit=151', '/rates/history/beta']
const targets = [health, ...long]
const allWays: readonly AppOptions[] = [
  { memo: true },
  { memo: false },
  { memo: true, certificate },
  { memo: false, certificate },
]

/** Connects as the server of such options asks for. */
const clientOf = (options: AppOptions) =>
  options.certificate === undefined ? client : secureClient

test('head timeout, with the memo and without, in the clear and not: a connection lives as long as its requests come whole', async (t) => {
  const limits = { headTimeout: 1_000, requestTimeout: 1_100, timeoutCheck: 50 }
  const useIt = async (options: AppOptions): Promise<void> => {
    const served = await startWarm(t, limits, options)
    const { get, isClosed } = await clientOf(options)(t, served.port)
    const before = served.remembered()
    for (let times = 0; times < 17; times++) {
      assert.equal((await get(health)).status, 200)
      await sleep(100)
    }
    assert.equal(isClosed(), false)
    assert.equal(served.remembered() - before, options.memo === true ? 17 : 0)
  }
  await Promise.all(allWays.map(useIt))
})

test('head timeout, with the memo and without, in the clear and not: a head that does not come to its end is 408, after others too', async (t) => {
  const beginOne = async (
    connected: Promise<Client>,
    requests: number,
    pause: number,
  ): Promise<void> => {
    const { get, send, read } = await connected
    for (let times = 0; times < requests; times++) await get(health)
    await sleep(pause)
    const began = performance.now()
    const [answer] = await send(plainText(health).slice(0, -2))
    assert.equal(answer?.status, 408)
    assert.ok(requests === 0 || performance.now() - began > 990, 'its own time is counted')
    assert.deepEqual(await read(1), [], 'and the connection is closed')
  }
  for (const options of allWays) {
    const { port } = await startWarm(t, { headTimeout: 1_000, timeoutCheck: 50 }, options)
    const connected = () => clientOf(options)(t, port)
    await Promise.all([
      ...[0, 1, 3].map((requests) => beginOne(connected(), requests, 0)),
      ...[1, 3].map((requests) => beginOne(connected(), requests, 600)),
      ...[1, 3].map((requests) => beginOne(connected(), requests, 1_400)),
    ])
  }
})

test('head timeout, with the memo and without, in the clear and not: a connection that says nothing is let go, also behind an empty line', async (t) => {
  for (const options of allWays) {
    const { port } = await startWarm(t, { headTimeout: 300, timeoutCheck: 20 }, options)
    for (const said of ['', '\r\n']) {
      const { send, read } = await clientOf(options)(t, port)
      const [answer] = await send(said)
      assert.equal(answer?.status, 408)
      assert.deepEqual(await read(1), [], 'and the connection is closed')
    }
  }
})

test('head timeout, with the memo and without: an empty line behind a request is not waited for', async (t) => {
  const useIt = async (options: AppOptions): Promise<void> => {
    const { port } = await startWarm(t, { headTimeout: 300, timeoutCheck: 20 }, options)
    const [joined, later] = [await client(t, port), await client(t, port)]
    assert.equal((await joined.send(`${plainText(health)}\r\n`))[0]?.status, 200)
    await later.get(health)
    await sleep(50)
    later.socket.write('\r\n')
    await sleep(600)
    for (const { get } of [joined, later]) assert.equal((await get(health)).status, 200)
  }
  await Promise.all(allWays.slice(0, 2).map(useIt))
})

test('keep-alive, with the memo and without, in the clear and not: a connection is closed when nothing more comes, and not before', async (t) => {
  const useIt = async (options: AppOptions): Promise<void> => {
    // The time in which Node expects a request is over before.
    const limits = { keepAlive: 200, headTimeout: 500, timeoutCheck: 20 }
    const { port } = await startWarm(t, limits, options)
    const connected = () => clientOf(options)(t, port)
    const [used, idle] = [await connected(), await connected()]
    for (let times = 0; times < 3; times++) await idle.get(health)
    const began = performance.now()
    let idleFor = 0
    idle.socket.once('close', () => (idleFor = performance.now() - began))
    // Node adds a second of its own.
    while (performance.now() - began < 1_800) {
      assert.equal((await used.get(health)).status, 200)
      await sleep(20)
    }
    assert.ok(await until(idle.isClosed))
    assert.ok(idleFor > 1_100 && idleFor < 4_000, `${idleFor} ms`)
    assert.ok(await until(used.isClosed))
  }
  await Promise.all(allWays.map(useIt))
})

/** The server's ends of its connections. */
function endsOf({ app }: Served): Socket[] {
  const ends: Socket[] = []
  app.server.on('connection', (socket: Socket) => void ends.push(socket))
  return ends
}

/** Asks in turn for long answers, so many requests at a time, until nothing more can be written to the client. */
async function fill({ socket }: Client, end: () => Socket | undefined): Promise<number> {
  let asked = 0
  for (;;) {
    const texts = Array.from({ length: 20 }, (_, i) => plainText(long[(asked + i) % 3] ?? ''))
    socket.write(texts.join(''))
    asked += 20
    const hasRead = () => (end()?.bytesRead ?? 0) >= socket.bytesWritten
    assert.ok(await until(hasRead))
    // All of it is with the system, or it waits here for the client: then nothing moves.
    await until(() => end()?.writableLength === 0, 100)
    if (end()?.writableLength !== 0) return asked
  }
}

test('a slow reader: what waits for it is a few answers, and when it reads it has all of them in their order', async (t) => {
  const served = await startWarm(t)
  const ends = endsOf(served)
  const slow = await client(t, served.port)
  const known = (await slow.send(long.map((target) => plainText(target)).join(''), 3)).map(
    ({ body }) => body,
  )
  const before = served.remembered()
  slow.socket.pause()
  const asked = await fill(slow, () => ends.at(-1))
  assert.ok(served.remembered() > before, 'the memo has answered some of them')
  // What is sent on top of that is not answered before.
  slow.socket.write(plainText(long[0] ?? '').repeat(40))
  await until(() => ends.at(-1)?.bytesRead === slow.socket.bytesWritten)
  const waiting = ends.at(-1)?.writableLength ?? 0
  assert.ok(waiting < 4 * Math.max(...known.map(({ length }) => length)), `${waiting} bytes wait`)
  slow.socket.resume()
  const answers = await slow.read(asked)
  assert.equal(answers.length, asked)
  for (const [index, { body }] of answers.entries())
    assert.ok(body === known[index % 3], `${index}`)
  for (const { body } of await slow.read(40)) assert.ok(body === known[0])
  assert.equal((await slow.get(health)).status, 200)
})

test('a client that sends thousands of known requests and reads nothing is cut off', async (t) => {
  const served = await startWarm(t)
  const ends = endsOf(served)
  const slow = await client(t, served.port)
  const { body } = await slow.get('/rates/history/beta')
  slow.socket.pause()
  let most = 0
  slow.socket.write(plainText('/rates/history/beta').repeat(5_000))
  const isCut = () => {
    const [end] = ends
    most = Math.max(most, end?.writableLength ?? 0)
    return end?.destroyed === true
  }
  assert.ok(await until(isCut))
  assert.ok(most < 4 * body.length, `${most} bytes waited`)
  const other = await client(t, served.port)
  assert.equal((await other.get(health)).status, 200)
})

test('draining: no connection loses an answer, and each is told with the last one that it closes', async (t) => {
  const served = await startWarm(t)
  const { app, port } = served
  const drain = watchConnections(app.server, { ...defaultLimits, drain: 200, hold: 50, stop: 500 })
  const clients = await Promise.all(Array.from({ length: 12 }, () => client(t, port)))
  let answers = 0
  /** Asks until it is told that the connection closes: then it must have been told with an answer. */
  const askOn = async ({ get, read }: Client): Promise<number> => {
    for (;;) {
      const { status, head } = await get('/summary')
      assert.equal(status, 200)
      answers++
      if (/^connection: close\r$/im.test(head)) return (await read(1)).length
    }
  }
  const asking = Promise.all(clients.map(askOn))
  const idle = await client(t, port)
  await idle.get(health)
  await until(() => answers > 200)
  assert.ok(served.remembered() > 100)
  const before = answers
  await drain()
  assert.deepEqual(
    await asking,
    clients.map(() => 0),
  )
  assert.ok(answers >= before + clients.length)
  assert.deepEqual(await idle.read(1), [])
})
