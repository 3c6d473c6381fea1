import {
  alteredSchema,
  newerFormatError,
  olderFormatError,
  otherBuild,
  otherSchemaError,
  readMigrations,
  type Migration,
} from '../migrations.ts'
import { type OtherSchema, StoreError, type StoreMode } from '../store.ts'
import { inTransaction, type Connection } from './connection.ts'
import { statements } from './reader.ts'

/** The oldest supported major version. */
const oldestVersion = 15
/** In milliseconds. */
const migrationTimeout = 60_000
/** Queries the catalog, because a session may resolve names from a cache that is older than the lock it holds. */
const hasBook = `EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = 'ratebook' AND relname = 'migration')`
/** The number of triggers that keep the book append-only. */
const triggerCount = 4

/** The migrations of a book in PostgreSQL. */
export function postgresMigrations(): readonly Migration[] {
  return readMigrations(new URL('migrations/', import.meta.url))
}

/** Refuses a book that a newer Ratebook has upgraded since it was opened. */
export async function checkFormat({ name, query }: Connection, known: number): Promise<void> {
  const [row] = await query(statements.format)
  const format = row?.['format'] as number
  if (format > known) throw newerFormatError(name, format, known)
}

/** Checks the schema of a book; creates or upgrades it if the mode allows. Returns the version that it found, 0 without a book. */
export async function checkBook(
  connection: Connection,
  mode: StoreMode,
  entriesOnly: boolean,
): Promise<{ readonly version: number; readonly otherSchema: OtherSchema | undefined }> {
  const { name, query } = connection
  const [server = {}] =
    await query(`SELECT current_setting('server_version_num')::integer / 10000 AS version,
    current_setting('server_encoding') AS encoding, ${hasBook} AS has_book`)
  if ((server['version'] as number) < oldestVersion) {
    throw new StoreError(
      'configuration',
      `${name} runs PostgreSQL ${String(server['version'])}; Ratebook needs ${oldestVersion} or newer.`,
    )
  }
  if (server['encoding'] !== 'UTF8') {
    throw new StoreError(
      'configuration',
      `The database ${name} has the encoding ${String(server['encoding'])}; a book needs UTF8.`,
    )
  }
  if (server['has_book'] !== true && mode !== 'create') {
    throw new StoreError(
      'configuration',
      `There is no book in the database ${name}. Create one with \`ratebook register FILE\`.`,
    )
  }
  const migrations = postgresMigrations()
  const check = async () => {
    const [book] = await query(`SELECT ${hasBook} AS has_book`)
    const done =
      book?.['has_book'] === true
        ? await query('SELECT name, checksum FROM ratebook.migration ORDER BY number')
        : []
    const build = otherBuild(name, done, migrations)
    if (build === undefined && done.length > migrations.length)
      throw newerFormatError(name, done.length, migrations.length)
    const otherSchema = build ?? (done.length > 0 ? await alterationOf(connection) : undefined)
    if (otherSchema !== undefined && !entriesOnly) throw otherSchemaError(otherSchema)
    return { version: done.length, otherSchema }
  }
  const found = await check()
  const { version } = found
  if (version >= migrations.length) return found
  if (mode === 'read') {
    throw olderFormatError(name, version, migrations.length)
  }
  await inTransaction(connection, 'ISOLATION LEVEL READ COMMITTED', async () => {
    await query(statements.schemaLock, [], migrationTimeout)
    // Another process may have upgraded it meanwhile, so check again under the lock.
    for (const { number, name: migration, sql, checksum } of migrations.slice(
      (await check()).version,
    )) {
      await query(sql, [], migrationTimeout)
      await query('INSERT INTO ratebook.migration (number, name, checksum) VALUES ($1, $2, $3)', [
        number,
        migration,
        checksum,
      ])
    }
  })
  return found
}

/** Whether the table of entries has other triggers than those that the migrations create. */
async function alterationOf({ name, query }: Connection): Promise<OtherSchema | undefined> {
  const [found] = await query(`SELECT count(*) AS triggers FROM pg_trigger
    WHERE tgrelid = 'ratebook.entry'::regclass AND NOT tgisinternal AND tgenabled = 'A'`)
  return found?.['triggers'] === triggerCount
    ? undefined
    : alteredSchema(name, 'its triggers were changed')
}
