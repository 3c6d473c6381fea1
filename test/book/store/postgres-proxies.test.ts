import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { until } from '../../support/cli.ts'
import { atPorts } from '../../support/postgres/database.ts'
import { createCleanup, type CleanupContext } from '../../support/postgres/cleanup.ts'
import { startPrimary } from '../../support/postgres/primary.ts'
import { startProxy, committed, type Proxy } from '../../support/postgres/proxy.ts'
import type { Server } from '../../support/postgres/server.ts'

const cleanup = createCleanup()
let server: Server

before(async () => {
  server = await startPrimary(cleanup)
})
after(cleanup.end)

/** Connects a client through a proxy. */
async function clientOf(proxy: Proxy, timeout = 300): Promise<Client> {
  const url = atPorts(server.url, proxy.port)
  const client = new Client({ connectionString: url, query_timeout: timeout })
  client.on('error', () => {})
  await client.connect()
  return client
}

const newProxy = (t: CleanupContext) => startProxy(t, server.port)

test('open connections are counted', async (t) => {
  const proxy = await newProxy(t)
  const clients = [await clientOf(proxy), await clientOf(proxy)]
  assert.deepEqual(proxy.count(), { open: 2, ever: 2 })
  for (const client of clients) {
    assert.equal((await client.query('SELECT 1')).rowCount, 1)
    await client.end()
  }
  assert.ok(await until(() => proxy.count().open === 0))
})

test('cut resets connections, and new ones pass', async (t) => {
  const proxy = await newProxy(t)
  const client = await clientOf(proxy)
  const waiting = client.query('SELECT pg_sleep(5)')
  proxy.cut()
  await assert.rejects(waiting)
  const next = await clientOf(proxy)
  await next.query('SELECT 1')
  await next.end()
})

test('refused connections are counted too', async (t) => {
  const proxy = await newProxy(t)
  const client = await clientOf(proxy)
  proxy.refuse()
  await assert.rejects(client.query('SELECT 1'))
  await assert.rejects(clientOf(proxy))
  assert.deepEqual(proxy.count(), { open: 0, ever: 2 })
  proxy.pass()
  const next = await clientOf(proxy)
  await next.end()
})

test('a black hole holds all data and the ends of connections until it passes again', async (t) => {
  const proxy = await newProxy(t)
  const client = await clientOf(proxy, 5_000)
  const gone = await clientOf(proxy)
  proxy.blackhole()
  const late = clientOf(proxy)
  const pending = client.query('SELECT 1')
  await assert.rejects(gone.query('SELECT 1'), /timeout/)
  await gone.end()
  assert.ok(await until(() => proxy.count().open === 2 && proxy.count().ever === 3))
  proxy.pass()
  assert.equal((await pending).rowCount, 1)
  await client.end()
  await (await late).end()
  assert.ok(await until(() => proxy.count().open === 0))
})

test('a COMMIT takes effect if only its response is lost', async (t) => {
  const proxy = await newProxy(t)
  await server.sql('CREATE TABLE proxied (text text)')
  const ways = [
    { name: 'lost response', from: 'server', bytes: committed, verdict: 'cut' },
    { name: 'held response', from: 'server', bytes: committed, verdict: 'hold' },
    { name: 'lost request', from: 'client', bytes: Buffer.from('COMMIT'), verdict: 'cut' },
  ] as const
  for (const { name, from, bytes, verdict } of ways) {
    proxy.pass()
    const client = await clientOf(proxy)
    await client.query('BEGIN')
    await client.query('INSERT INTO proxied VALUES ($1)', [name])
    proxy.watch((side, seen) => (side === from && seen.includes(bytes) ? verdict : 'pass'))
    await assert.rejects(client.query('COMMIT'), name)
    await client.end()
    proxy.watch(() => 'pass')
  }
  const rows = await server.sql('SELECT text FROM proxied ORDER BY text')
  assert.deepEqual(
    rows.map(({ text }) => text),
    ['held response', 'lost response'],
  )
})
