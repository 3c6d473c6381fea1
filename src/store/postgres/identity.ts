import { readAddress } from './address.ts'
import type { Connection } from './connection.ts'
import { connectToFirst } from './hosts.ts'

/** Milliseconds that a question may take. */
const patience = 10_000

/** Whether what is read at one address is the database, or a standby of the database, that is written at another. */
export async function isSameDatabase(reading: string, writing: string): Promise<boolean> {
  const read = await ask(reading, 'read')
  const written = await ask(writing, 'create')
  if (read.cluster !== written.cluster || read.database !== written.database) return false
  // Servers that were made from one backup have all this in common, and two of them that take entries are not the same.
  return read.isStandby || read.started === written.started
}

type Identity = {
  readonly cluster: unknown
  readonly database: unknown
  readonly started: unknown
  readonly isStandby: boolean
}

async function ask(url: string, mode: 'read' | 'create'): Promise<Identity> {
  const { connection, isStandby } = await connectToFirst(readAddress(url), mode, patience)
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
