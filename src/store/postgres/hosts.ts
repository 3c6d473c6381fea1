import { StoreError, type Follow, type Served } from '../store.ts'
import { hostText, type Address, type Host } from './address.ts'
import { connect, type Connection } from './connection.ts'
import type { Mode } from './schema.ts'
import { statements } from './statements.ts'

/** Milliseconds that a digest of a whole book may take. */
const pastTimeout = 60_000

/** A server that was chosen, and how far behind it may be. */
export type Chosen = {
  readonly connection: Connection
  readonly isStandby: boolean
  /** Sentences: which server this is, and what kept those before it from being chosen. */
  readonly choice: string
}

/**
 * Connects to the first server in the order of the address that will do: for writing one that is no standby; for reading one
 * that is not too far behind, and goes on from what was served already.
 */
export async function connectToFirst(
  address: Address,
  mode: Mode,
  timeout: number,
  { served, signal }: Partial<Follow> = {},
): Promise<Chosen> {
  const failures: unknown[] = []
  for (const host of address.hosts) {
    if (signal?.aborted === true) break
    let connection: Connection | undefined
    try {
      connection = await connect(address, host, timeout, signal)
      const isStandby = await standsBy(connection)
      if (isStandby && mode !== 'read')
        throw unfit(host, 'is a standby, which takes no entries; name the primary')
      if (isStandby) await checkLag(connection, address.maxLag)
      if (served !== undefined) await checkPast(connection, served)
      const choice = `The book is read from ${hostText(host)}, ${isStandby ? 'a standby' : 'a primary'}.`
      return { connection, isStandby, choice: [choice, ...failures.map(messageOf)].join(' ') }
    } catch (error) {
      await connection?.close()
      failures.push(error)
    }
  }
  throw joined(failures)
}

/** When a standby was last known to have all that its primary has, and when that was asked: milliseconds by its own clock. */
export type Freshness = { readonly freshAt: number; readonly askedAt: number }

/** How fresh a standby is: as of now, if it is being sent what its primary writes and has replayed all of it. */
export async function freshnessOf({ query }: Connection, timeout?: number): Promise<Freshness> {
  const [row = {}] = await query(freshness, [], timeout)
  return { freshAt: row['fresh_at'] as number, askedAt: row['asked_at'] as number }
}

// A standby without a primary says when the last transaction was made that it has; one that never had any, nothing.
const freshness = `WITH clock AS (SELECT clock_timestamp() AS now)
  SELECT
    (1000 * extract(epoch FROM now))::bigint AS asked_at,
    (1000 * extract(epoch FROM CASE
      WHEN EXISTS (SELECT FROM pg_stat_wal_receiver)
        AND pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN now
      ELSE least(now, coalesce(pg_last_xact_replay_timestamp(), 'epoch'))
    END))::bigint AS fresh_at
  FROM clock`

async function standsBy({ query }: Connection): Promise<boolean> {
  const [row] = await query('SELECT pg_is_in_recovery() AS standby')
  return row?.['standby'] === true
}

async function checkLag(connection: Connection, most: number): Promise<void> {
  const { freshAt, askedAt } = await freshnessOf(connection)
  const behind = askedAt - freshAt
  if (behind <= most) return
  throw unfit(
    connection.host,
    `is a standby that is ${Math.round(behind / 1_000)} s behind, more than max_lag=${most / 1_000}`,
  )
}

async function checkPast({ host, query }: Connection, served: Served): Promise<void> {
  const [head] = await query(statements.head)
  const position = (head?.['position'] ?? 0) as number
  if (position < served.position)
    throw unfit(host, `is at position ${position}, and ${served.position} was served already`)
  const [row] = await query(statements.past, [served.position], pastTimeout)
  if (row?.['past'] !== served.past)
    throw unfit(
      host,
      `has another past than the book that was served up to position ${served.position}`,
    )
}

function unfit(host: Host, why: string): StoreError {
  return new StoreError('unreachable', `${hostText(host)} ${why}.`)
}

/** What each server said. Where another setting helps with all of them, that is the trouble. */
function joined(failures: readonly unknown[]): unknown {
  const bug = failures.find((error) => !(error instanceof StoreError))
  if (bug !== undefined) return bug
  const troubles = failures.map((error) => (error as StoreError).trouble)
  const trouble = troubles.includes('unreachable') ? 'unreachable' : (troubles[0] ?? 'unreachable')
  return new StoreError(trouble, failures.map(messageOf).join(' '), failures[0])
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
