import {
  alteredSchemaText,
  beforeFirstRelease,
  isBeforeFirstRelease,
  readMigrations,
} from '../migrations.ts'
import { StoreError, type StoreMode } from '../store.ts'
import { statements } from './statements.ts'
import { inTransaction, type Connection } from './connection.ts'

/** The oldest supported major version. */
const oldestVersion = 15
/** In milliseconds. */
const migrationTimeout = 60_000
/** Queries the catalog, because a session may resolve names from a cache that is older than the lock it holds. */
const hasBook = `EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = 'ratebook' AND relname = 'migration')`
/** The number of triggers that keep the book append-only. */
const triggerCount = 4
/** The expression that computes the column `body`, as PostgreSQL writes it. */
const bodyExpression = '(body_text)::jsonb'

/** Checks the schema of a book; creates or upgrades it if the mode allows. */
export async function checkBook(connection: Connection, mode: StoreMode): Promise<void> {
  const { name, query } = connection
  const [server = {}] =
    await query(`SELECT current_setting('server_version_num')::integer / 10000 AS version,
    current_setting('server_encoding') AS encoding, ${hasBook} AS has_book`)
  if ((server['version'] as number) < oldestVersion) {
    throw configurationError(
      `${name} runs PostgreSQL ${String(server['version'])}; Ratebook needs ${oldestVersion} or newer.`,
    )
  }
  if (server['encoding'] !== 'UTF8') {
    throw configurationError(
      `The database ${name} has the encoding ${String(server['encoding'])}; a book needs UTF8.`,
    )
  }
  if (server['has_book'] !== true && mode !== 'create') throw noBookError(name)
  const migrations = readMigrations(new URL('migrations/', import.meta.url))
  const check = async (): Promise<number> => {
    const [book] = await query(`SELECT ${hasBook} AS has_book`)
    const done =
      book?.['has_book'] === true
        ? await query('SELECT name, checksum FROM ratebook.migration ORDER BY number')
        : []
    if (isBeforeFirstRelease(await entryColumns(connection)))
      throw configurationError(beforeFirstRelease(name))
    if (done.length > migrations.length) {
      throw configurationError(
        `The book ${name} has version ${done.length}, and this Ratebook knows versions up to ${migrations.length}: install the newer Ratebook.`,
      )
    }
    for (const [i, { name: migration, checksum }] of done.entries()) {
      const expected = migrations[i]
      if (expected?.name === migration && expected?.checksum === checksum) continue
      throw alteredSchema(name, `its migration ${String(migration)} differs`)
    }
    if (done.length > 0) await checkTable(connection)
    return done.length
  }
  const version = await check()
  if (version === migrations.length) return
  if (mode === 'read') {
    throw configurationError(
      `The book ${name} has the older version ${version}: any command that writes to it, for example \`ratebook register FILE\`, upgrades it to version ${migrations.length}.`,
    )
  }
  await inTransaction(connection, 'ISOLATION LEVEL READ COMMITTED', async () => {
    await query(statements.schemaLock, [], migrationTimeout)
    // Another process may have upgraded it meanwhile, so check again under the lock.
    for (const { number, name: migration, sql, checksum } of migrations.slice(await check())) {
      await query(sql, [], migrationTimeout)
      await query('INSERT INTO ratebook.migration (number, name, checksum) VALUES ($1, $2, $3)', [
        number,
        migration,
        checksum,
      ])
    }
  })
}

/** The columns of the table `entry`; none if there is no such table. */
async function entryColumns({ query }: Connection): Promise<readonly unknown[]> {
  const rows = await query(`SELECT attname::text AS name FROM pg_attribute
    WHERE attrelid = to_regclass('ratebook.entry') AND attnum > 0 AND NOT attisdropped`)
  return rows.map(({ name }) => name)
}

async function checkTable({ name, query }: Connection): Promise<void> {
  const [found] = await query(`SELECT
    (SELECT count(*) FROM pg_trigger
      WHERE tgrelid = 'ratebook.entry'::regclass AND NOT tgisinternal AND tgenabled = 'A') AS triggers,
    (SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
      WHERE adrelid = 'ratebook.entry'::regclass AND attname = 'body' AND attgenerated = 's') AS body`)
  if (found?.['triggers'] !== triggerCount) throw alteredSchema(name, 'its triggers were changed')
  if (found['body'] !== bodyExpression)
    throw alteredSchema(name, 'its column body is not computed from body_text')
}

function alteredSchema(name: string, difference: string): StoreError {
  return new StoreError('disk', alteredSchemaText(name, difference))
}

function noBookError(name: string): StoreError {
  return configurationError(
    `There is no book in the database ${name}. Create one with \`ratebook register FILE\`.`,
  )
}

function configurationError(sentence: string): StoreError {
  return new StoreError('configuration', sentence)
}
