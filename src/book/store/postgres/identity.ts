import { readAddress } from './address.ts'
import type { Connection } from './connection.ts'
import { chooseServer } from './choose-server.ts'

/** In milliseconds. */
const queryTimeout = 10_000

/** Whether the address to read from is the database to write to, or a standby of it. */
export async function isSameDatabase(from: string, to: string): Promise<boolean> {
  const source = await identityAt(from, 'read')
  const target = await identityAt(to, 'create')
  if (source.cluster !== target.cluster || source.database !== target.database) return false
  // Servers restored from one backup share these identifiers. Two primaries are different unless they are one process.
  return source.isStandby || source.started === target.started
}

type Identity = {
  readonly cluster: unknown
  readonly database: unknown
  readonly started: unknown
  readonly isStandby: boolean
}

async function identityAt(url: string, mode: 'read' | 'create'): Promise<Identity> {
  const { connection, isStandby } = await chooseServer(readAddress(url), mode, queryTimeout)
  try {
    return { ...(await identityOf(connection)), isStandby }
  } finally {
    await connection.close()
  }
}

async function identityOf({ query }: Connection): Promise<Omit<Identity, 'isStandby'>> {
  const [row = {}] = await query(`SELECT
    (SELECT system_identifier FROM pg_control_system())::text AS cluster,
    (SELECT oid FROM pg_database WHERE datname = current_database())::text AS database,
    extract(epoch FROM pg_postmaster_start_time())::text AS started`)
  return { cluster: row['cluster'], database: row['database'], started: row['started'] }
}
