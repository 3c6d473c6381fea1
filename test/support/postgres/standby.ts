import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { escapeLiteral } from 'pg'
import { until } from '../cli.ts'
import { copyTree } from './copy-tree.ts'
import type { CleanupContext } from './cleanup.ts'
import { installation } from './installation.ts'
import { writePrivateFile } from './server-user.ts'
import { inSession } from './query.ts'
import { startServer, type Server } from './server.ts'
import { settingLines, type Settings } from './settings.ts'

/** A server that replicates another one. */
export type Standby = Server & {
  /** Its `application_name` at the primary. */
  readonly name: string
  /** Waits until it has replayed everything that its primary has written. */
  readonly caughtUp: () => Promise<void>
  /** Promotes it to a primary. */
  readonly promote: () => Promise<void>
  /** Makes it replicate another server, such as a promoted standby. */
  readonly follow: (server: Server) => Promise<void>
}

/** Options of a standby. */
export type StandbyOptions = {
  /** Make the primary wait for this standby before it acknowledges a commit. */
  readonly synchronous?: boolean
  readonly settings?: Settings
  /** The port of a proxy in front of the primary. */
  readonly port?: number
}

/** Starts a standby and waits until it replicates; it stops with the test. */
export async function startStandby(
  t: CleanupContext,
  primary: Server,
  { synchronous = false, settings = {}, port = primary.port }: StandbyOptions = {},
): Promise<Standby> {
  const { owner } = installation()
  const name = `standby_${randomBytes(4).toString('hex')}`
  let leader = primary
  const server = await startServer(t, async (data) => {
    await backUp(primary, data)
    // Replaces the primary's file, which may set synchronous_standby_names.
    const own = { primary_conninfo: addressOf(name, port), ...settings }
    writePrivateFile(join(data, 'postgresql.auto.conf'), settingLines(own), owner)
    writePrivateFile(join(data, 'standby.signal'), '', owner)
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

/** Files to omit when copying a running server. */
const ofTheRunning =
  /^postmaster\.|^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|pgsql_tmp/

/** Copies the data directory of a running server. The npm package has no `pg_basebackup`. */
async function backUp(primary: Server, data: string): Promise<void> {
  const { owner } = installation()
  await inSession(primary.url, async (query) => {
    await query(`SELECT pg_backup_start('standby', fast => true)`)
    copyTree(primary.data, data, owner, (path) => ofTheRunning.test(path))
    const [stop] = await query('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)')
    writePrivateFile(join(data, 'backup_label'), String(stop?.['labelfile']), owner)
  })
}
