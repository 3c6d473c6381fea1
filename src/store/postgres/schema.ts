import { readMigrations } from '../migrations.ts'
import { StoreError } from '../store.ts'
import type { Connection } from './connection.ts'
import { statements } from './statements.ts'
import { within } from './transaction.ts'

/** What a book may be opened for: to make it if there is none, to write in it, or only to read it. */
export type Mode = 'create' | 'write' | 'read'

/** The oldest server that is tested. */
const oldestServer = 15
/** Milliseconds that a migration may take. */
const patience = 60_000
/** Looked up in the tables of the catalogue: what a session knows of names may be older than a lock that it has just been given. */
const isThere = `EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = 'ratebook' AND relname = 'migration')`
/** The triggers that keep the book, and that nobody may have switched off. */
const guards = 4

/** Checks that a database holds a book as Ratebook made it; makes one, or brings it up to date, where the mode allows. */
export async function checkBook(connection: Connection, mode: Mode): Promise<void> {
  const { name, query } = connection
  const [server = {}] =
    await query(`SELECT current_setting('server_version_num')::integer / 10000 AS version,
    current_setting('server_encoding') AS encoding, ${isThere} AS has_book`)
  if ((server['version'] as number) < oldestServer) {
    throw misconfigured(
      `${name} runs PostgreSQL ${String(server['version'])}; Ratebook needs ${oldestServer} or newer.`,
    )
  }
  if (server['encoding'] !== 'UTF8') {
    throw misconfigured(
      `The database ${name} is encoded in ${String(server['encoding'])}; a book needs one in UTF8.`,
    )
  }
  if (server['has_book'] !== true && mode !== 'create') throw noBook(name)
  const migrations = readMigrations(new URL('migrations/', import.meta.url))
  const check = async (): Promise<number> => {
    const [there] = await query(`SELECT ${isThere} AS has_book`)
    const done =
      there?.['has_book'] === true
        ? await query('SELECT name, checksum FROM ratebook.migration ORDER BY number')
        : []
    if (done.length > migrations.length) {
      throw misconfigured(
        `The book ${name} is of version ${done.length}, and this Ratebook knows versions up to ${migrations.length}: install the newer Ratebook.`,
      )
    }
    for (const [i, { name: step, checksum }] of done.entries()) {
      const expected = migrations[i]
      if (expected?.name === step && expected?.checksum === checksum) continue
      throw spoilt(name, `its migration ${String(step)} is another one`)
    }
    if (done.length > 0) await checkGuards(connection)
    return done.length
  }
  const version = await check()
  if (version === migrations.length) return
  if (mode === 'read') {
    throw misconfigured(
      `The book ${name} is of the older version ${version}: any command that writes to it, for example \`ratebook register FILE\`, brings it to version ${migrations.length}.`,
    )
  }
  await within(connection, 'ISOLATION LEVEL READ COMMITTED', async () => {
    await query(statements.schemaLock, [], patience)
    // Another process may have been first: checked again under the lock.
    for (const { number, name: step, sql, checksum } of migrations.slice(await check())) {
      await query(sql, [], patience)
      await query('INSERT INTO ratebook.migration (number, name, checksum) VALUES ($1, $2, $3)', [
        number,
        step,
        checksum,
      ])
    }
  })
}

async function checkGuards({ name, query }: Connection): Promise<void> {
  const [found] = await query(`SELECT count(*) AS count FROM pg_trigger
    WHERE tgrelid = 'ratebook.entry'::regclass AND NOT tgisinternal AND tgenabled = 'A'`)
  if (found?.['count'] !== guards) throw spoilt(name, 'its triggers were changed')
}

function spoilt(name: string, difference: string): StoreError {
  return misconfigured(
    `The book ${name} is not as Ratebook made it: ${difference}. What it holds is no longer certain: restore a backup.`,
  )
}

function noBook(name: string): StoreError {
  return misconfigured(
    `There is no book in the database ${name}. Make one with \`ratebook register FILE\`.`,
  )
}

function misconfigured(sentence: string): StoreError {
  return new StoreError('configuration', sentence)
}
