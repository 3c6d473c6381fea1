import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { escapeLiteral } from 'pg'
import { until } from '../cli.ts'
import { copyTree } from './copy-tree.ts'
import type { Ending } from './endings.ts'
import { installation } from './installation.ts'
import { put } from './owner.ts'
import { inSession } from './query.ts'
import { startServer, type Server } from './server.ts'
import { settingLines, type Settings } from './settings.ts'

/** A server that follows another. */
export type Standby = Server & {
  /** What its primary knows it as. */
  readonly name: string
  /** Waits until it shows what its primary has. */
  readonly caughtUp: () => Promise<void>
  /** Makes it a primary. */
  readonly promote: () => Promise<void>
  /** Makes it follow another server of the same cluster, such as one that was promoted. */
  readonly follow: (server: Server) => Promise<void>
}

/** How a standby differs from the usual. */
export type StandbyOptions = {
  /** The primary acknowledges nothing that this standby does not have. */
  readonly synchronous?: boolean
  readonly settings?: Settings
  /** Where it reaches its primary, if not there: a proxy. */
  readonly port?: number
}

/** Starts a standby of a primary and waits until it follows; it ends with the test. */
export async function startStandby(
  t: Ending,
  primary: Server,
  { synchronous = false, settings = {}, port = primary.port }: StandbyOptions = {},
): Promise<Standby> {
  const { owner } = installation()
  const name = `standby_${randomBytes(4).toString('hex')}`
  let leader = primary
  const server = await startServer(t, async (data) => {
    await backUp(primary, data)
    // In place of that of the primary, which may name synchronous standbys that this one does not have.
    const own = { primary_conninfo: addressOf(name, port), ...settings }
    put(join(data, 'postgresql.auto.conf'), settingLines(own), owner)
    put(join(data, 'standby.signal'), '', owner)
  })
  const follows = async (state: string) => {
    const sql = `SELECT FROM pg_stat_replication
      WHERE application_name = $1 AND state = 'streaming' AND $2 IN ('', sync_state)`
    const isSo = async () => (await leader.sql(sql, [name, state])).length > 0
    if (!(await until(isSo))) throw new Error(`${name} does not follow: ${server.log()}`)
  }
  await follows('')
  if (synchronous) {
    await primary.sql(`ALTER SYSTEM SET synchronous_standby_names = ${escapeLiteral(name)}`)
    await primary.sql('SELECT pg_reload_conf()')
    await follows('sync')
  }
  return {
    ...server,
    name,
    async caughtUp() {
      const [row] = await leader.sql('SELECT pg_current_wal_lsn() AS position')
      const sql = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS done'
      const isDone = async () => (await server.sql(sql, [row?.['position']]))[0]?.['done'] === true
      if (!(await until(isDone))) throw new Error(`${name} does not catch up: ${server.log()}`)
    },
    async promote() {
      await server.sql('SELECT pg_promote()')
      const sql = 'SELECT pg_is_in_recovery() AS waits'
      if ((await server.sql(sql))[0]?.['waits'] !== false) throw new Error(server.log())
    },
    async follow(other) {
      leader = other
      const address = escapeLiteral(addressOf(name, other.port))
      await server.sql(`ALTER SYSTEM SET primary_conninfo = ${address}`)
      await server.sql('SELECT pg_reload_conf()')
      await follows('')
    },
  }
}

function addressOf(name: string, port: number): string {
  const { password } = installation()
  return `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=${name}`
}

/** What a copy of a running server leaves out: it belongs to the server that runs. */
const ofTheRunning =
  /^postmaster\.|^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|pgsql_tmp/

/** Copies a server's cluster while it runs; there is no `pg_basebackup`. */
async function backUp(primary: Server, data: string): Promise<void> {
  const { owner } = installation()
  await inSession(primary.url, async (query) => {
    await query(`SELECT pg_backup_start('standby', fast => true)`)
    copyTree(primary.data, data, owner, (path) => ofTheRunning.test(path))
    const [stop] = await query('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)')
    put(join(data, 'backup_label'), String(stop?.['labelfile']), owner)
  })
}
