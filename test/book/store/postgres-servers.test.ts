import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { newDatabase } from '../../support/postgres/database.ts'
import { createCleanup } from '../../support/postgres/cleanup.ts'
import { startPrimary } from '../../support/postgres/primary.ts'
import { isRunning } from '../../support/postgres/process-tree.ts'
import { startProxy } from '../../support/postgres/proxy.ts'
import { inSession, type Query } from '../../support/postgres/query.ts'
import { startStandby } from '../../support/postgres/standby.ts'

const table = 'CREATE TABLE note (text text)'
const add = `INSERT INTO note VALUES ('one')`

const countOf = async (query: Query) => {
  const [row] = await query('SELECT count(*)::int AS count FROM note')
  return row?.['count']
}

/** Whether a promise is still pending after a while. */
const waits = async (work: Promise<unknown>, milliseconds = 300) =>
  (await Promise.race([work, sleep(milliseconds, 'waits')])) === 'waits'

test('a primary checks the password, and its databases are empty and separate', async (t) => {
  const server = await startPrimary(t)
  const [row] = await server.sql('SELECT $1::int + 1 AS two, version()', [1])
  assert.equal(row?.['two'], 2)
  assert.match(String(row['version']), /^PostgreSQL 18/)
  const wrong = server.url.replace(/:[0-9a-f]+@/, ':wrong@')
  await assert.rejects(
    inSession(wrong, (query) => query('SELECT 1')),
    /password authentication failed/,
  )
  const [one, other] = [await newDatabase(server), await newDatabase(server)]
  await inSession(one, (query) => query(table))
  await assert.rejects(inSession(other, countOf), /does not exist/)
  assert.equal(await inSession(one, countOf), 0)
})

test('a standby follows and refuses writes; after promotion it accepts them and another standby follows it', async (t) => {
  const primary = await startPrimary(t)
  const [one, other] = [await startStandby(t, primary), await startStandby(t, primary)]
  await primary.sql(table)
  await primary.sql(add)
  await one.caughtUp()
  await other.caughtUp()
  assert.equal(await countOf(other.sql), 1)
  await assert.rejects(one.sql(add), /read-only transaction/)
  await primary.kill()
  await one.promote()
  await other.follow(one)
  await one.sql(add)
  await other.caughtUp()
  assert.equal(await countOf(other.sql), 2)
})

test('a disconnected standby shows what it had, and catches up later', async (t) => {
  const primary = await startPrimary(t)
  const proxy = await startProxy(t, primary.port)
  const standby = await startStandby(t, primary, { port: proxy.port })
  await primary.sql(table)
  await standby.caughtUp()
  proxy.blackhole()
  await primary.sql(add)
  assert.ok(await waits(standby.caughtUp()))
  assert.equal(await countOf(standby.sql), 0)
  proxy.pass()
  await standby.caughtUp()
  assert.equal(await countOf(standby.sql), 1)
})

test('a commit waits for the synchronous standby', async (t) => {
  const primary = await startPrimary(t)
  const standby = await startStandby(t, primary, { synchronous: true })
  await primary.sql(table)
  standby.freeze()
  const adding = primary.sql(add)
  assert.ok(await waits(adding))
  standby.thaw()
  await adding
  await primary.kill()
  await standby.promote()
  assert.equal(await countOf(standby.sql), 1)
})

test('a frozen server continues, and a killed or stopped one restarts with its data', async (t) => {
  const server = await startPrimary(t)
  await server.sql(table)
  server.freeze()
  const adding = server.sql(add)
  assert.ok(await waits(adding))
  server.thaw()
  await adding
  await server.kill()
  await assert.rejects(server.sql(add), { code: 'ECONNREFUSED' })
  await server.start()
  await server.sql(add)
  await server.stop()
  await assert.rejects(server.sql(add), { code: 'ECONNREFUSED' })
  await server.start()
  assert.equal(await countOf(server.sql), 2)
})

test('a server has a TLS certificate', async (t) => {
  const path = (name: string) =>
    fileURLToPath(new URL(`../../support/tls/first-${name}.pem`, import.meta.url))
  const certificate = { cert: path('cert'), key: path('key') }
  const server = await startPrimary(t, { certificate, settings: { work_mem: '5MB' } })
  const client = new Client({
    connectionString: server.url.replace('127.0.0.1', 'localhost'),
    ssl: { ca: readFileSync(certificate.cert) },
  })
  await client.connect()
  const { rows } = await client.query<{ ssl: boolean }>(
    `SELECT ssl, current_setting('work_mem') AS memory FROM pg_stat_ssl WHERE pid = pg_backend_pid()`,
  )
  await client.end()
  assert.deepEqual(rows, [{ ssl: true, memory: '5MB' }])
})

test('nothing is left of a server after a test, even if it was frozen or killed', async () => {
  for (const last of ['thaw', 'freeze', 'kill'] as const) {
    const t = createCleanup()
    const server = await startPrimary(t)
    const processes = server.processes()
    assert.ok(processes.length > 3)
    await server[last]()
    await t.end()
    assert.deepEqual(processes.filter(isRunning), [])
    assert.equal(existsSync(dirname(server.data)), false)
    const memory = '/proc/sysvipc/shm'
    if (existsSync(memory)) {
      const creators = readFileSync(memory, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/)[4])
      assert.ok(!creators.includes(String(processes[0])), `${last} leaves shared memory`)
    }
  }
})
