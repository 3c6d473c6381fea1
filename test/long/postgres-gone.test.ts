import assert from 'node:assert/strict'
import { readdirSync, readlinkSync } from 'node:fs'
import { after, before, describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, until } from '../support/cli.ts'
import { exchange } from '../support/exchange.ts'
import { atPorts } from '../support/postgres/database.ts'
import { createCleanup } from '../support/postgres/cleanup.ts'
import { newSmallBook, startNode, type Node } from '../support/postgres/node.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { startProxy, type Proxy } from '../support/postgres/proxy.ts'
import type { Server } from '../support/postgres/server.ts'
import { startStandby } from '../support/postgres/standby.ts'

const all = createCleanup()
/** One that goes away … */
let mortal: Server
/** A server that stays up; the tests break the network in front of it. */
let primary: Server

before(async () => {
  mortal = await startPrimary(all)
  primary = await startPrimary(all)
})
after(all.end)

const targets = [
  '/institutions',
  '/rates/current',
  '/rates/history/alpha-bank',
  '/rates/changes?limit=10',
  '/compare?tenure_months=12',
  '/summary',
  '/freshness',
  '/reports/best-rates',
]

/** The response to a target without its date. */
async function responseTo(node: Node, target: string): Promise<string> {
  const head = `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
  const text = await exchange(node.port, head)
  assert.match(text, /^HTTP\/1\.1 200 /, target)
  return text.replace(/^date: .*$/im, '')
}

/** Sends requests for all targets until it is stopped; every response must equal the first, and /ready must be 200. */
async function watch(node: Node): Promise<{ readonly stop: () => Promise<number> }> {
  assert.ok(await until(async () => (await node.status('/ready')) === 200))
  const first = await Promise.all(targets.map((target) => responseTo(node, target)))
  const stop = new AbortController()
  let rounds = 0
  const watching = (async () => {
    while (!stop.signal.aborted) {
      for (const [index, target] of targets.entries())
        assert.equal(await responseTo(node, target), first[index])
      assert.equal(await node.status('/ready'), 200)
      rounds++
      await sleep(100)
    }
  })()
  // `stop` awaits the failure.
  watching.catch(() => {})
  return {
    async stop() {
      stop.abort()
      await watching
      return rounds
    },
  }
}

const socketsOf = ({ pid }: Node): number =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:')
    } catch {
      return false
    }
  }).length

const becomes = async (node: Node, status: number, milliseconds: number): Promise<number> => {
  const began = performance.now()
  const did = await until(async () => (await node.status('/health')) === status, milliseconds)
  const took = performance.now() - began
  assert.ok(did, `/health is not ${status} after ${Math.round(took)} ms: ${node.stderr()}`)
  return took
}

const lines = (node: Node, what: RegExp): number =>
  node.log().filter(({ msg }) => what.test(msg ?? '')).length

/** A way for a database to go away and come back. */
type Outage = {
  readonly begin: (proxy: Proxy) => unknown
  readonly end: (proxy: Proxy) => unknown
}

const ofTheServer: Readonly<Record<string, Outage>> = {
  'killed, and started again': { begin: () => mortal.kill(), end: () => mortal.start() },
  'shut down, and started again': {
    begin: () => mortal.stop(),
    end: () => mortal.start(),
  },
  'frozen (SIGSTOP)': { begin: () => mortal.freeze(), end: () => mortal.thaw() },
}

const ofTheNetwork: Readonly<Record<string, Outage>> = {
  'behind a network that drops all packets': {
    begin: ({ blackhole }) => blackhole(),
    end: ({ pass }) => pass(),
  },
  'behind a network that refuses connections': {
    begin: ({ refuse }) => refuse(),
    end: ({ pass }) => pass(),
  },
}

async function proxied(
  t: TestContext,
  server: Server,
): Promise<{ proxy: Proxy; node: Node; url: string }> {
  const url = await newSmallBook(server)
  const proxy = await startProxy(t, server.port)
  const node = await startNode(t, atPorts(url, proxy.port))
  return { proxy, node, url }
}

/** A test in which a database goes away and comes back. */
const goesAway = (server: () => Server, name: string, { begin, end }: Outage): void =>
  void test(`a database that is ${name}: the data endpoints answer as before, /health is 503 within 2 s and 200 again within 5 s, /ready stays 200`, async (t) => {
    const { proxy, node, url } = await proxied(t, server())
    // On a busy machine the first poll may take longer than a healthy book allows.
    await becomes(node, 200, 5_000)
    await until(() => proxy.count().open === 1)
    const sockets = socketsOf(node)
    const watching = await watch(node)
    const began = performance.now()
    await begin(proxy)
    await becomes(node, 503, 2_000 - (performance.now() - began))
    const down = performance.now() - began
    const { ever } = proxy.count()
    await sleep(2_500)
    const attempts = proxy.count().ever - ever
    assert.ok(attempts >= 1 && attempts <= 5, `${attempts} connections in 2.5 s`)
    assert.ok(proxy.count().open <= 2, `${proxy.count().open} connections are open`)
    await end(proxy)
    const up = await becomes(node, 200, 5_000)
    const rounds = await watching.stop()
    t.diagnostic(
      `503 after ${Math.round(down)} ms, 200 after ${Math.round(up)} ms, ${attempts} connections in 2.5 s, all answers ${rounds} times`,
    )
    assert.ok(rounds > 3)
    assert.ok(await until(() => proxy.count().open === 1), `${proxy.count().open} are open`)
    assert.ok(await until(() => socketsOf(node) <= sockets), `${socketsOf(node)} sockets`)
    assert.equal(lines(node, /cannot be reached/), 1, node.stderr())
    assert.ok(await until(() => lines(node, /can be read again/) === 1), node.stderr())
    assert.equal(node.log().filter(({ level }) => level >= 50).length, 1)
    assert.ok(!node.stderr().includes(new URL(url).password))
    const { stdout } = await run([
      'verify',
      'alpha-bank',
      '--at',
      '2026-07-01T00:00:00Z',
      '--database',
      url,
    ])
    assert.match(stdout, /verified at position 4,/)
    assert.ok(await until(async () => (await node.position()) === 4, 2_000))
  })

describe('a database that goes away', { concurrency: true }, () => {
  describe('a server', { concurrency: 1 }, () => {
    for (const [name, outage] of Object.entries(ofTheServer)) goesAway(() => mortal, name, outage)
  })
  describe('a network or a failover', () => {
    for (const [name, outage] of Object.entries(ofTheNetwork)) goesAway(() => primary, name, outage)
    test('after a failover to a promoted standby the node answers as before and follows it', async (t) => {
      const old = await startPrimary(t)
      const standby = await startStandby(t, old, { synchronous: true })
      const url = atPorts(await newSmallBook(old), old.port, standby.port)
      const node = await startNode(t, url)
      const watching = await watch(node)
      // A frozen server does not respond: a query takes up to three seconds to fail, and connecting again three more.
      old.freeze()
      await node.says(new RegExp(`read from 127\\.0\\.0\\.1:${standby.port}, a standby`))
      await becomes(node, 200, 5_000)
      await old.kill()
      await standby.promote()
      await becomes(node, 200, 5_000)
      assert.ok((await watching.stop()) > 3)
      const { stdout, stderr } = await run([
        'verify',
        'alpha-bank',
        '--at',
        '2026-07-01T00:00:00Z',
        '--database',
        url,
      ])
      assert.match(stdout, /verified at position 4,/, stderr)
      assert.ok(await until(async () => (await node.position()) === 4, 2_000))
    })

    test('no connection is left open after many lost connections', async (t) => {
      const { proxy, node } = await proxied(t, primary)
      const sockets = socketsOf(node)
      for (let count = 0; count < 40; count++) {
        proxy.cut()
        // The connection is cut at any moment of the reconnection.
        await sleep(250 * Math.random())
      }
      await becomes(node, 200, 5_000)
      assert.ok(await until(() => proxy.count().open === 1), `${proxy.count().open} are open`)
      assert.ok(await until(() => socketsOf(node) <= sockets), `${socketsOf(node)} sockets`)
      assert.ok(proxy.count().ever < 80, `${proxy.count().ever} connections`)
    })
  })
})
