import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPostgresStore } from '../../src/book/store/postgres/postgres-store.ts'
import { digested } from '../support/rechain.ts'
import { run, until } from '../support/cli.ts'
import { atPorts } from '../support/postgres/database.ts'
import { createCleanup } from '../support/postgres/cleanup.ts'
import { freePort } from '../support/free-port.ts'
import { newSmallBook, startNode } from '../support/postgres/node.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { startProxy } from '../support/postgres/proxy.ts'
import { inSession } from '../support/postgres/query.ts'
import type { Server } from '../support/postgres/server.ts'
import { startStandby, type Standby } from '../support/postgres/standby.ts'

const all = createCleanup()
let primary: Server
let standby: Standby

before(async () => {
  primary = await startPrimary(all)
  standby = await startStandby(all, primary)
})
after(all.end)

/** Makes another entry with `ratebook verify`. */
async function verify(url: string, position: number): Promise<void> {
  const { stdout, stderr } = await run([
    'verify',
    'alpha-bank',
    '--clock-is-right',
    '--database',
    url,
  ])
  assert.match(stdout, new RegExp(`verified at position ${position},`), stderr)
}

/** Does some work while the standby does not replay new entries. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  await standby.sql('SELECT pg_wal_replay_pause()')
  const sql = 'SELECT pg_get_wal_replay_pause_state() AS state'
  await until(async () => (await standby.sql(sql))[0]?.['state'] === 'paused')
  try {
    await work()
  } finally {
    await standby.sql('SELECT pg_wal_replay_resume()')
  }
}

test('several hosts are tried in order', async (t) => {
  const url = await newSmallBook(primary)
  await standby.caughtUp()
  const unused = await freePort()
  const proxy = await startProxy(t, primary.port)
  const both = await startNode(t, atPorts(url, proxy.port, standby.port))
  await both.says(new RegExp(`^The book is read from 127\\.0\\.0\\.1:${proxy.port}, a primary\\.$`))
  const second = await startNode(t, atPorts(url, unused, standby.port, primary.port))
  const { msg } = await second.says(/read from/)
  assert.match(
    String(msg),
    new RegExp(`read from 127\\.0\\.0\\.1:${standby.port}, a standby\\. The database`),
  )
  assert.match(
    String(msg),
    new RegExp(`127\\.0\\.0\\.1:${unused}/.* cannot be reached.*ECONNREFUSED`),
  )
  // Commands that write skip a standby.
  await verify(atPorts(url, unused, standby.port, proxy.port), 4)
  assert.ok(await until(async () => (await both.position()) === 4))
  assert.ok(await until(async () => (await second.position()) === 4))
  // When the host that is read fails, the next one is read.
  proxy.refuse()
  await both.says(new RegExp(`read from 127\\.0\\.0\\.1:${standby.port}, a standby`))
  await verify(url, 5)
  assert.ok(await until(async () => (await both.position()) === 5))
  assert.equal(await both.status('/health'), 200)
  // The node stays there after the first host is back (docs/deploy.md).
  const { ever } = proxy.count()
  proxy.pass()
  await verify(url, 6)
  assert.ok(await until(async () => (await both.position()) === 6))
  assert.deepEqual(proxy.count(), { open: 0, ever })
})

test('a standby that lags by more than max_lag is skipped', async (t) => {
  const url = await newSmallBook(primary)
  await standby.caughtUp()
  const ordered = `${atPorts(url, standby.port, primary.port)}?max_lag=1`
  const node = await startNode(t, ordered)
  await node.says(/read from 127\.0\.0\.1:\d+, a standby/)
  await whilePaused(async () => {
    await verify(url, 4)
    const { msg } = await node.says(/a primary\./)
    assert.match(String(msg), /:\d+ is a standby that is \d+ s behind, more than max_lag=1\./)
    assert.ok(await until(async () => (await node.position()) === 4))
    assert.equal(await node.status('/health'), 200)
    const alone = await run(['serve', '--database', `${atPorts(url, standby.port)}?max_lag=1`])
    assert.equal(alone.code, 69)
    assert.match(alone.stderr, /is a standby that is \d+ s behind/)
  })
})

test('a node never serves an earlier position: it takes the next server, or waits for one that has caught up', async (t) => {
  const url = await newSmallBook(primary)
  await standby.caughtUp()
  const proxy = await startProxy(t, primary.port)
  const ports = [proxy.port, standby.port]
  const node = await startNode(t, `${atPorts(url, ...ports)}?max_lag=1000`)
  const other = await startNode(t, `${atPorts(url, ...ports, primary.port)}?max_lag=1000`)
  await whilePaused(async () => {
    await verify(url, 4)
    for (const one of [node, other])
      assert.ok(await until(async () => (await one.position()) === 4))
    proxy.refuse()
    const late = new RegExp(
      `:${standby.port} is a standby without position 4, which was served already\\..* position 4\\.$`,
    )
    await node.says(late)
    assert.equal(await node.status('/health'), 503)
    assert.equal(await node.position(), 4)
    const { msg } = await other.says(
      new RegExp(`read from 127\\.0\\.0\\.1:${primary.port}, a primary`),
    )
    assert.match(String(msg), /is a standby without position 4, which was served already\.$/)
    assert.ok(await until(async () => (await other.status('/health')) === 200, 5_000))
    assert.equal(await other.position(), 4)
  })
  await node.says(new RegExp(`read from 127\\.0\\.0\\.1:${standby.port}, a standby`))
  assert.ok(await until(async () => (await node.status('/health')) === 200, 5_000))
  assert.equal(await node.position(), 4)
})

test('another book is refused, with one log line', async (t) => {
  const url = await newSmallBook(primary)
  const other = await newSmallBook(primary)
  const [name, otherName] = [url, other].map((one) => new URL(one).pathname.slice(1))
  const rename = async (from: string, to: string): Promise<void> => {
    await primary.sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      from,
    ])
    await primary.sql(`ALTER DATABASE ${from} RENAME TO ${to}`)
  }
  await verify(url, 4)
  // The other book is longer and has other entries.
  for (let position = 4; position <= 6; position++) await verify(other, position)
  const proxy = await startProxy(t, primary.port)
  const node = await startNode(t, atPorts(url, proxy.port))
  const answer = async () => (await fetch(`${node.address}/freshness`)).text()
  const before = await answer()
  proxy.refuse()
  await rename(String(name), `${name}_aside`)
  await rename(String(otherName), String(name))
  proxy.pass()
  await node.says(/not the one that was served/)
  const ever = proxy.count().ever
  assert.ok(await until(() => proxy.count().ever > ever + 2), 'it is tried again')
  assert.equal(await node.status('/health'), 503)
  assert.equal(await node.position(), 4)
  assert.equal(await answer(), before)
  assert.equal(node.stderr().match(/not the one that was served/g)?.length, 1)
  await rename(String(name), String(otherName))
  await rename(`${name}_aside`, String(name))
  assert.ok(await until(async () => (await node.status('/health')) === 200))
  await verify(url, 5)
  assert.ok(await until(async () => (await node.position()) === 5))
})

test('`serve` ends with a message if it cannot read the whole book', async () => {
  const url = await newSmallBook(primary)
  const store = await openPostgresStore(url, { mode: 'read' })
  const previous = (await store.digestAt(3)) ?? ''
  await store.close()
  const at = '2026-07-01T00:00:00.000Z'
  const text = { position: 4, at, kind: 'sheet-published', institutionId: 'alpha-bank' }
  const body = '{"sheet":{}}'
  const { digest, bodyDigest } = digested(previous, { ...text, body })
  await inSession(url, (query) =>
    query(
      `INSERT INTO ratebook.entry (position, at, kind, institution_id, digest, body_text, body_digest)
        VALUES (4, $1, 'sheet-published', 'alpha-bank', $2, $3, $4)`,
      [at, digest, body, bodyDigest],
    ),
  )
  const { code, stdout, stderr } = await run(['serve', '--port', '0', '--database', url])
  assert.deepEqual([code, stdout], [74, ''], stderr)
  assert.match(stderr, /is damaged at position 4: the entry cannot be read/)
  assert.ok(!stderr.includes(new URL(url).password))
})
