import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { start, until } from '../support/cli.ts'
import { atPorts } from '../support/postgres/database.ts'
import { createCleanup } from '../support/postgres/cleanup.ts'
import { newSmallBook, startNode, type Node } from '../support/postgres/node.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { startProxy } from '../support/postgres/proxy.ts'
import type { Server } from '../support/postgres/server.ts'

const all = createCleanup()
let primary: Server

before(async () => {
  primary = await startPrimary(all)
})
after(all.end)

/** Stops a node without a database, which must not take longer than with one. */
async function stops(node: Node): Promise<void> {
  const { code, took } = await node.stop()
  assert.equal(code, 0, node.stderr())
  assert.ok(took < 5_000, `it took ${Math.round(took)} ms`)
  assert.doesNotMatch(node.stderr(), /abort|MaxListeners|The server is stopping/i)
}

const isDown = (node: Node): Promise<boolean> =>
  until(async () => (await node.status('/health')) === 503, 4_000)

// Connecting to a silent server may take longer than stopping may.
const patient = '?connect_timeout=40'

test('SIGTERM ends the server while the database is frozen (SIGSTOP)', async (t) => {
  const server = await startPrimary(t)
  const node = await startNode(t, (await newSmallBook(server)) + patient)
  server.freeze()
  assert.ok(await isDown(node))
  await stops(node)
})

test('SIGTERM ends the server while the network drops all packets, whatever the server waits for', async (t) => {
  const url = await newSmallBook(primary)
  /** What the server has sent when the network fails: a poll, the first query of a new session, or the digest at its position. */
  const moments = ['WHERE position > $1', 'pg_is_in_recovery', 'SELECT digest']
  await Promise.all(
    moments.map(async (moment) => {
      const proxy = await startProxy(t, primary.port)
      const node = await startNode(t, atPorts(url, proxy.port) + patient)
      let isHeld = false
      proxy.watch((from, bytes) => {
        isHeld ||= from === 'client' && bytes.includes(moment)
        return isHeld ? 'hold' : 'pass'
      })
      if (moment !== 'WHERE position > $1') proxy.cut()
      assert.ok(await until(() => isHeld), moment)
      assert.ok(await isDown(node), moment)
      await stops(node)
      assert.ok(await until(() => proxy.count().open <= 1), 'nothing new is opened')
    }),
  )
})

test('SIGTERM ends the server while it tries many hosts', async (t) => {
  const url = await newSmallBook(primary)
  const proxy = await startProxy(t, primary.port)
  const silent = await startProxy(t, primary.port)
  silent.blackhole()
  const ports = [proxy.port, ...Array<number>(9).fill(silent.port)]
  const node = await startNode(t, atPorts(url, ...ports))
  proxy.refuse()
  assert.ok(await until(() => silent.count().ever > 0))
  assert.ok(await isDown(node))
  await stops(node)
})

test('SIGTERM ends a server with exit 0 before it has read the whole book', async (t) => {
  const proxy = await startProxy(t, primary.port)
  const url = atPorts(await newSmallBook(primary), proxy.port)
  let isSilent = false
  proxy.watch((from, bytes) => {
    isSilent ||= from === 'client' && bytes.includes('WHERE position > $1')
    return isSilent ? 'hold' : 'pass'
  })
  const child = start(['serve', '--port', '0'], {
    env: { RATEBOOK_DATABASE: url },
  })
  t.after(() => child.kill('SIGKILL'))
  let log = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (log += chunk))
  const ended = once(child, 'exit')
  assert.ok(await until(() => isSilent))
  await sleep(50)
  const began = performance.now()
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null], log)
  const took = performance.now() - began
  assert.ok(took < 2_000, `it took ${Math.round(took)} ms`)
  assert.match(log, /Stopping: the book was not read to its end/)
})
