import { StoreError } from '../store.ts'
import { nameOf, readAddress } from './address.ts'
import type { Connection } from './connection.ts'
import { connectToFirst } from './hosts.ts'
import { checkBook } from './schema.ts'
import { statements } from './statements.ts'
import { within } from './transaction.ts'

/** Those who append to a book, and those who read it; the server keeps them to that. */
const [publisher, reader] = ['ratebook_publisher', 'ratebook_reader'] as const
const both = `${publisher}, ${reader}`

/** Milliseconds that one statement may take: it waits for others who change the same roles. */
const patience = 30_000

/** Gives a book its two roles, makes the book if there is none, and says in a line each what it found and did. Runs again. */
export async function setUpRoles(url: string): Promise<readonly string[]> {
  const address = readAddress(url)
  const { connection } = await connectToFirst(address, 'create', patience)
  try {
    const hadBook = await hasBook(connection)
    await checkBook(connection, 'create')
    const book = await bookLine(connection, hadBook)
    return [book, ...(await within(connection, 'ISOLATION LEVEL READ COMMITTED', grantRoles))]
  } catch (error) {
    if (sqlState(error) !== '42501') throw error
    throw new StoreError(
      'configuration',
      `\`ratebook setup\` needs a role that owns the database ${nameOf(address)} and may make roles, or its superuser (${reasonOf(error)}).`,
      error,
    )
  } finally {
    await connection.close()
  }
}

async function hasBook({ query }: Connection): Promise<boolean> {
  const [row] = await query(
    `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'ratebook') AS has`,
  )
  return row?.['has'] === true
}

async function bookLine({ name, query }: Connection, hadBook: boolean): Promise<string> {
  if (!hadBook) return `The book ${name} was made.`
  const [{ position = 0 } = {}] = await query(statements.head)
  return `The book ${name} was there, at position ${position as number}.`
}

async function grantRoles(connection: Connection): Promise<readonly string[]> {
  const { query } = connection
  await query(statements.schemaLock)
  const newPublisher = await makeRole(connection, publisher)
  const newReader = await makeRole(connection, reader)
  const [{ settings } = {}] = await query(
    `SELECT coalesce(rolconfig::text, '') AS settings FROM pg_roles WHERE rolname = $1`,
    [reader],
  )
  if (!String(settings).includes('default_transaction_read_only=on')) {
    await query(`ALTER ROLE ${reader} SET default_transaction_read_only = on`)
  }
  await query(grants)
  await checkRights(connection)
  const made = (isNew: boolean): string => (isNew ? 'was made' : 'was there')
  return [
    `${publisher} ${made(newPublisher)}: it may read the book and append to it.`,
    `${reader} ${made(newReader)}: it may read the book, in transactions that only read.`,
    'Nobody else but the owner may read the book, unless they were granted it by name.',
    `A role without a password cannot log in with one: \\password ${publisher} in psql, or ALTER ROLE ${publisher} PASSWORD '…', gives it one.`,
  ]
}

/** Makes a role if there is none, and returns whether it did. Roles are of the server: one may have come from another database. */
async function makeRole({ query }: Connection, role: string): Promise<boolean> {
  const [found] = await query('SELECT FROM pg_roles WHERE rolname = $1', [role])
  if (found !== undefined) return false
  await query(`DO $$ BEGIN CREATE ROLE ${role} LOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`)
  return true
}

/**
 * What the roles may do, whatever they could before; what later migrations make is theirs to the same extent. The function of
 * the views is PUBLIC's, as PostgreSQL has it: it reads nothing, and who was granted a view by name needs it.
 */
const grants = `
  REVOKE ALL ON SCHEMA ratebook FROM PUBLIC, ${both};
  REVOKE ALL ON ALL TABLES IN SCHEMA ratebook FROM PUBLIC, ${both};
  GRANT USAGE ON SCHEMA ratebook TO ${both};
  GRANT SELECT ON ALL TABLES IN SCHEMA ratebook TO ${both};
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ratebook TO ${both};
  GRANT INSERT ON ratebook.entry TO ${publisher};
  DO $$ DECLARE owner text := (SELECT nspowner::regrole FROM pg_namespace WHERE nspname = 'ratebook'); BEGIN
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${both}', current_database());
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA ratebook GRANT SELECT ON TABLES TO ${both}', owner);
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA ratebook GRANT EXECUTE ON FUNCTIONS TO ${both}', owner);
  END $$`

/** A role that stood before may have rights from elsewhere, as a superuser or from a role that it is a member of. */
async function checkRights({ name, query }: Connection): Promise<void> {
  const found = await query(
    `SELECT rolname AS role FROM pg_roles, pg_namespace WHERE rolname IN ($1, $2) AND nspname = 'ratebook' AND (
      pg_has_role(rolname, nspowner, 'MEMBER')
      OR has_table_privilege(rolname, 'ratebook.entry', 'UPDATE, DELETE, TRUNCATE, TRIGGER')
      OR has_schema_privilege(rolname, 'ratebook', 'CREATE')
      OR rolname = $2 AND has_table_privilege(rolname, 'ratebook.entry', 'INSERT'))`,
    [publisher, reader],
  )
  if (found.length === 0) return
  const roles = found.map(({ role }) => String(role)).join(' and ')
  throw new StoreError(
    'configuration',
    `In the database ${name}, ${roles} may do more than ${roles === reader ? 'read' : 'append'}, as superuser or as a member of another role: take that away, and run the same command again.`,
  )
}

/** What the server says of an error, below what we say of it. */
function causeOf(error: unknown): { readonly code?: unknown; readonly message?: unknown } {
  return error instanceof StoreError && error.cause instanceof Error ? error.cause : {}
}

function sqlState(error: unknown): unknown {
  return causeOf(error).code
}

function reasonOf(error: unknown): string {
  return String(causeOf(error).message)
}
