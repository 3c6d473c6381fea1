import { StoreError } from '../store.ts'
import { nameOf, readAddress } from './address.ts'
import { chooseServer } from './choose-server.ts'
import { inTransaction, type Connection } from './connection.ts'
import { mirrorOf, readerOf, statements } from './reader.ts'
import { checkBook } from './schema.ts'

/** The role that may append to the book, and the role that may only read it. */
const [publisher, reader] = ['ratebook_publisher', 'ratebook_reader'] as const
const both = `${publisher}, ${reader}`

/** A statement may wait for another `setup` that changes the same roles. In milliseconds. */
const statementTimeout = 30_000

/** Creates the book and its roles unless they exist. Returns lines that say what it found and did. */
export async function setUpRoles(url: string): Promise<readonly string[]> {
  const address = readAddress(url)
  const { connection } = await chooseServer(address, 'create', statementTimeout)
  try {
    const { version } = await checkBook(connection, 'create', false)
    const book = await bookLine(connection, version > 0)
    return [
      book,
      ...(await inTransaction(connection, 'ISOLATION LEVEL READ COMMITTED', grantRoles)),
    ]
  } catch (error) {
    const cause = error instanceof StoreError ? error.cause : undefined
    if (!(cause instanceof Error && 'code' in cause && cause.code === '42501')) throw error
    throw new StoreError(
      'configuration',
      `\`ratebook setup\` needs a role that owns the database ${nameOf(address)} and may create roles, or a superuser (${cause.message}).`,
      error,
    )
  } finally {
    await connection.close()
  }
}

async function bookLine(connection: Connection, hadBook: boolean): Promise<string> {
  if (!hadBook) return `Created the book ${connection.name}.`
  const { name } = connection
  const book = { name, mirrorOf: await mirrorOf(connection) }
  const { position } = await readerOf(connection, book).head()
  return `The book ${name} exists, at position ${position}.`
}

async function grantRoles(connection: Connection): Promise<readonly string[]> {
  const { query } = connection
  await query(statements.schemaLock)
  const isNewPublisher = await createRole(connection, publisher)
  const isNewReader = await createRole(connection, reader)
  const [{ settings } = {}] = await query(
    `SELECT coalesce(rolconfig::text, '') AS settings FROM pg_roles WHERE rolname = $1`,
    [reader],
  )
  if (!String(settings).includes('default_transaction_read_only=on')) {
    await query(`ALTER ROLE ${reader} SET default_transaction_read_only = on`)
  }
  await query(grants)
  await checkPrivileges(connection)
  const created = (role: string, isNew: boolean): string =>
    isNew ? `Created the role ${role}` : `The role ${role} exists`
  return [
    `${created(publisher, isNewPublisher)}: it may read the book and append to it.`,
    `${created(reader, isNewReader)}: it may read the book, in read-only transactions.`,
    'Except for the owner, other roles can read the book only if they were granted access by name.',
    `A role without a password cannot log in with one: \\password ${publisher} in psql, or ALTER ROLE ${publisher} PASSWORD '…', gives it one.`,
  ]
}

/** Creates a role unless it exists, and returns whether it did. Roles belong to the server, not to one database. */
async function createRole({ query }: Connection, role: string): Promise<boolean> {
  const [found] = await query('SELECT FROM pg_roles WHERE rolname = $1', [role])
  if (found !== undefined) return false
  await query(`DO $$ BEGIN CREATE ROLE ${role} LOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`)
  return true
}

/** Sets the privileges of the roles, on tables of later migrations too. */
const grants = `
  REVOKE ALL ON SCHEMA ratebook FROM PUBLIC, ${both};
  REVOKE ALL ON ALL TABLES IN SCHEMA ratebook FROM PUBLIC, ${both};
  GRANT USAGE ON SCHEMA ratebook TO ${both};
  GRANT SELECT ON ALL TABLES IN SCHEMA ratebook TO ${both};
  GRANT INSERT ON ratebook.entry, ratebook.mirror TO ${publisher};
  GRANT INSERT, UPDATE ON ratebook.checkpoint TO ${publisher};
  DO $$ DECLARE owner text := (SELECT nspowner::regrole FROM pg_namespace WHERE nspname = 'ratebook'); BEGIN
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${both}', current_database());
    EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA ratebook GRANT SELECT ON TABLES TO ${both}', owner);
  END $$`

/** Refuses roles that have more rights, because they are superusers or members of another role. */
async function checkPrivileges({ name, query }: Connection): Promise<void> {
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
    `In the database ${name}, ${roles} may do more than ${roles === reader ? 'read' : 'append'}, as a superuser or a member of another role: revoke that, and run the same command again.`,
  )
}
