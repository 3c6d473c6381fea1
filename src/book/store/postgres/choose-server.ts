import { reasonOf } from '../../../domain/failure.ts'
import type { BookPosition } from '../../../domain/stored-entry.ts'
import { otherBookError } from '../chain.ts'
import { type FollowOptions, StoreError, type StoreMode } from '../store.ts'
import { hostText, readAddress, type Host, type PostgresAddress } from './address.ts'
import { connect, type Connection } from './connection.ts'
import { readerOf } from './reader.ts'

/** The server that was chosen, with an open connection. */
export type ChosenServer = {
  readonly connection: Connection
  readonly isStandby: boolean
  /** Sentences for the log: which server was chosen, and why the ones before it were not. */
  readonly reason: string
}

/**
 * Connects to the first suitable server of an address. To write, it must be a primary. To read, its replication lag must not
 * exceed `max_lag`, and it must contain what was already served.
 */
export async function chooseServer(
  address: PostgresAddress,
  mode: StoreMode,
  timeout: number,
  { served, signal }: Partial<FollowOptions> = {},
): Promise<ChosenServer> {
  const failures: unknown[] = []
  for (const host of address.hosts) {
    if (signal?.aborted === true) break
    let connection: Connection | undefined
    try {
      connection = await connect(address, host, timeout, signal)
      const isStandby = await isInRecovery(connection)
      if (isStandby && mode !== 'read')
        throw unsuitable(host, 'is a standby, which cannot be written to; name the primary')
      if (isStandby) await checkLag(connection, address.maxLag)
      if (served !== undefined) await checkServed(connection, isStandby, served)
      const reason = `The book is read from ${hostText(host)}, ${isStandby ? 'a standby' : 'a primary'}.`
      return { connection, isStandby, reason: [reason, ...failures.map(reasonOf)].join(' ') }
    } catch (error) {
      await connection?.close()
      failures.push(error)
    }
  }
  throw combinedError(failures)
}

/** When a standby last had everything that its primary has, and the time of the query: milliseconds by the standby's clock. */
export type StandbyStatus = { readonly upToDateAt: number; readonly now: number }

/** Queries the status. A standby that is connected to its primary and has replayed everything is up to date now. */
export async function standbyStatusOf(
  { query }: Connection,
  timeout?: number,
): Promise<StandbyStatus> {
  const [row = {}] = await query(standbyStatus, [], timeout)
  return { upToDateAt: row['up_to_date_at'] as number, now: row['now'] as number }
}

// Without a connection to its primary, a standby is as old as the last transaction that it replayed.
const standbyStatus = `WITH clock AS (SELECT clock_timestamp() AS now)
  SELECT
    (1000 * extract(epoch FROM now))::bigint AS now,
    (1000 * extract(epoch FROM CASE
      WHEN EXISTS (SELECT FROM pg_stat_wal_receiver)
        AND pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN now
      ELSE least(now, coalesce(pg_last_xact_replay_timestamp(), 'epoch'))
    END))::bigint AS up_to_date_at
  FROM clock`

async function isInRecovery({ query }: Connection): Promise<boolean> {
  const [row] = await query('SELECT pg_is_in_recovery() AS standby')
  return row?.['standby'] === true
}

async function checkLag(connection: Connection, maxLag: number): Promise<void> {
  const { upToDateAt, now } = await standbyStatusOf(connection)
  const lag = now - upToDateAt
  if (lag <= maxLag) return
  throw unsuitable(
    connection.host,
    `is a standby that is ${Math.round(lag / 1_000)} s behind, more than max_lag=${maxLag / 1_000}`,
  )
}

/** A standby without the entry lags. A primary without it, or any server with another digest there, has another book. */
async function checkServed(
  connection: Connection,
  isStandby: boolean,
  served: BookPosition,
): Promise<void> {
  const { name } = connection
  const found = await readerOf(connection, { name, mirrorOf: undefined }).digestAt(served.position)
  if (found === served.digest) return
  if (found === undefined && isStandby)
    throw unsuitable(
      connection.host,
      `is a standby without position ${served.position}, which was served already`,
    )
  throw otherBookError(name, served, found)
}

function unsuitable(host: Host, reason: string): StoreError {
  return new StoreError('unreachable', `${hostText(host)} ${reason}.`)
}

/** Joins the messages of all servers. The kind is `unreachable` if it is for any of them, because a retry may then help. */
function combinedError(failures: readonly unknown[]): unknown {
  const bug = failures.find((error) => !(error instanceof StoreError))
  if (bug !== undefined) return bug
  const kinds = failures.map((error) => (error as StoreError).kind)
  const kind = kinds.includes('unreachable') ? 'unreachable' : (kinds[0] ?? 'unreachable')
  return new StoreError(kind, failures.map(reasonOf).join(' '), failures[0])
}

/** In milliseconds. */
const identityTimeout = 10_000

/** Whether the address to read from is the database to write to, or a standby of it. */
export async function isSameDatabase(from: string, to: string): Promise<boolean> {
  const source = await identityAt(from, 'read')
  const target = await identityAt(to, 'create')
  if (source['cluster'] !== target['cluster'] || source['database'] !== target['database'])
    return false
  // Servers restored from one backup share these identifiers. Two primaries are different unless they are one process.
  return source['standby'] === true || source['started'] === target['started']
}

async function identityAt(url: string, mode: StoreMode) {
  const { connection } = await chooseServer(readAddress(url), mode, identityTimeout)
  try {
    const [row = {}] = await connection.query(`SELECT pg_is_in_recovery() AS standby,
      (SELECT system_identifier FROM pg_control_system())::text AS cluster,
      (SELECT oid FROM pg_database WHERE datname = current_database())::text AS database,
      extract(epoch FROM pg_postmaster_start_time())::text AS started`)
    return row
  } finally {
    await connection.close()
  }
}
