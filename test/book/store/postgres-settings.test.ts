import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { StoreError } from '../../../src/book/store/store.ts'
import { until } from '../../support/cli.ts'
import { createCleanup } from '../../support/postgres/cleanup.ts'
import { atPorts, newDatabase } from '../../support/postgres/database.ts'
import { startPrimary } from '../../support/postgres/primary.ts'
import { startProxy } from '../../support/postgres/proxy.ts'
import type { Server } from '../../support/postgres/server.ts'
import { startStandby, type Standby } from '../../support/postgres/standby.ts'
import { setUnusual } from '../../support/postgres/unusual-settings.ts'
import { checked, entriesOf, registered } from './drafts.ts'

const cleanup = createCleanup()
let primary: Server
let standby: Standby

before(async () => {
  primary = await startPrimary(cleanup)
  standby = await startStandby(cleanup, primary)
})
after(cleanup.end)

const day = '2026-06-01T00:00:00Z'

for (const isolation of ['serializable', 'repeatable read']) {
  test(`postgresql: a standby can be read and two stores can append if the default isolation is ${isolation}`, async (t) => {
    const url = await newDatabase(primary)
    await setUnusual(primary, url, { default_transaction_isolation: isolation })
    const [one, two] = [
      await openPostgresStore(url, { mode: 'create' }),
      await openPostgresStore(url, { mode: 'create' }),
    ]
    t.after(() => Promise.all([one.close(), two.close()]))
    await one.append(() => Promise.resolve([registered('a', day)]))
    const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
    let second: ReturnType<typeof two.append> | undefined
    await one.append(async () => {
      second = two.append(() => Promise.resolve([checked('a', day)]))
      assert.ok(await until(async () => (await primary.sql(waits)).length === 1))
      return [checked('a', day)]
    })
    // Its transaction began before the first was committed, and continued after it.
    assert.equal((await second)?.[0]?.position, 3)
    await standby.caughtUp()
    const follower = await openPostgresStore(atPorts(url, standby.port), {
      mode: 'read',
      follow: { served: undefined },
    })
    t.after(() => follower.close())
    assert.ok(await follower.isReadable())
    assert.equal((await entriesOf(follower)).length, 3)
  })
}

test('postgresql: a commit that stopped waiting for its standby has an unknown outcome, in any language of the server', async (t) => {
  const server = await startPrimary(t)
  await (await openPostgresStore(server.url, { mode: 'create' })).close()
  await server.sql(`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`)
  await server.sql('SELECT pg_reload_conf()')
  const names = 'SHOW synchronous_standby_names'
  const isSet = async () => (await server.sql(names))[0]?.['synchronous_standby_names'] === 'nobody'
  assert.ok(await until(isSet))
  const proxy = await startProxy(t, server.port)
  for (const [severity, translated] of [
    ['SWARNING\0', 'SWARNING\0'],
    ['SWARNING\0', 'SWARNUNG\0'],
  ] as const) {
    let isSent = false
    proxy.watch((from, bytes) => {
      const place = from === 'server' ? bytes.indexOf(severity) : -1
      if (place >= 0) isSent = bytes.write(translated, place, 'latin1') > 0
      return 'pass'
    })
    const store = await openPostgresStore(atPorts(server.url, proxy.port), { mode: 'write' })
    const appending = assert.rejects(
      store.append(() => Promise.resolve([registered('a', day)])),
      (error) => error instanceof StoreError && error.kind === 'unknown',
    )
    const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
    assert.ok(await until(async () => (await server.sql(cancel)).length > 0))
    await appending
    assert.ok(isSent, 'the server sent the warning')
    await store.close()
  }
})
