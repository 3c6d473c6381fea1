import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test, type TestContext } from 'node:test'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { checked, entriesOf, registered } from '../../book/store/drafts.ts'
import { refused, temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { run, startServer, until } from '../../support/cli.ts'
import { heldSheet } from '../../support/held-sheets.ts'
import { createCleanup } from '../../support/postgres/cleanup.ts'
import { newDatabase, testServer, type PlainServer } from '../../support/postgres/database.ts'
import { startPrimary } from '../../support/postgres/primary.ts'
import { inSession } from '../../support/postgres/query.ts'
import { at } from '../../support/sample-market.ts'

const roles = ['ratebook_publisher', 'ratebook_reader']
const password = randomBytes(8).toString('hex')
const cleanup = createCleanup()
const databases: string[] = []
/** Roles belong to the whole server, so a server that already has these roles cannot be used. */
const current: { server?: PlainServer } = {}

before(async () => {
  const shared = await testServer()
  const sql = 'SELECT FROM pg_roles WHERE rolname = ANY ($1)'
  const isFree = (await shared.sql(sql, [roles])).length === 0
  current.server = isFree ? shared : await startPrimary(cleanup)
})

after(async () => {
  for (const name of databases) await serverOf().sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  for (const role of [...roles, 'keeper', 'stranger'])
    await serverOf().sql(`DROP ROLE IF EXISTS ${role}`)
  await cleanup.end()
})

function serverOf(): PlainServer {
  assert.ok(current.server)
  return current.server
}

async function database(): Promise<string> {
  const url = await newDatabase(serverOf())
  databases.push(new URL(url).pathname.slice(1))
  return url
}

/** The same database as another role. */
function as(role: string, url: string): string {
  const own = new URL(url)
  own.username = role
  own.password = password
  return own.href
}

/** The URL of a book with roles that have passwords. */
async function bookWithRoles(): Promise<string> {
  const url = await database()
  const { code, stderr } = await run(['setup', '--database', url])
  assert.equal(code, 0, stderr)
  for (const role of roles) await serverOf().sql(`ALTER ROLE ${role} PASSWORD '${password}'`)
  return url
}

async function open(t: TestContext, url: string, mode: 'write' | 'read') {
  const store = await openPostgresStore(url, { mode })
  t.after(() => store.close())
  return store
}

/** Asserts that a statement is refused for lack of privileges, even in a read-write session. */
async function forbidden(url: string, statement: string): Promise<void> {
  const work = inSession(url, async (query) => {
    await query('SET default_transaction_read_only = off')
    await query(statement)
  })
  await assert.rejects(
    work,
    (error: Error & { code?: string }) => {
      assert.equal(error.code, '42501', `${statement}: ${error.message}`)
      return true
    },
    statement,
  )
}

test('setup by an owner who may create roles: creates the book and both roles, and reports each', async () => {
  const url = await database()
  const { sql } = serverOf()
  await sql(`CREATE ROLE keeper LOGIN CREATEROLE PASSWORD '${password}'`)
  await sql(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO keeper`)
  const first = await run(['setup', '--database', as('keeper', url)])
  assert.deepEqual([first.code, first.stderr], [0, ''])
  const lines = first.stdout.trimEnd().split('\n')
  assert.equal(lines.length, 5, first.stdout)
  const name = `postgres://${new URL(url).host}${new URL(url).pathname}`
  assert.equal(lines[0], `Created the book ${name}.`)
  assert.match(
    lines[1] ?? '',
    /^Created the role ratebook_publisher: it may read the book and append/,
  )
  assert.match(lines[2] ?? '', /^Created the role ratebook_reader: it may read the book/)
  assert.match(lines[4] ?? '', /\\password ratebook_publisher in psql, or ALTER ROLE/)
  assert.ok(!first.stdout.includes(password))
  assert.deepEqual(
    await sql(
      `SELECT rolname, rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
        rolconfig::text AS settings FROM pg_roles WHERE rolname = ANY ($1) ORDER BY rolname`,
      [roles],
    ),
    roles.map((rolname) => ({
      rolname,
      rolcanlogin: true,
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      settings: rolname === 'ratebook_reader' ? '{default_transaction_read_only=on}' : null,
    })),
  )
  const second = await run(['setup', '--database', as('keeper', url)])
  assert.deepEqual([second.code, second.stderr], [0, ''])
  assert.equal(
    second.stdout,
    first.stdout
      .replace(`Created the book ${name}.`, `The book ${name} exists, at position 0.`)
      .replaceAll(/Created the role (\w+)/g, 'The role $1 exists'),
  )
})

/** Statements other than appending. */
const forbiddenStatements = [
  'UPDATE ratebook.entry SET kind = kind',
  'DELETE FROM ratebook.entry',
  'TRUNCATE ratebook.entry',
  `INSERT INTO ratebook.entry SELECT position, at, kind, institution_id, digest, body_digest, body_text FROM ratebook.entry
    ON CONFLICT (position) DO UPDATE SET body_text = '{}'`,
  'BEGIN; LOCK TABLE ratebook.entry IN ACCESS EXCLUSIVE MODE',
  'DROP TABLE ratebook.entry CASCADE',
  'DROP SCHEMA ratebook CASCADE',
  'ALTER TABLE ratebook.entry DISABLE TRIGGER ALL',
  'ALTER TABLE ratebook.entry DISABLE TRIGGER entry_is_never_updated',
  'DROP TRIGGER entry_is_never_deleted ON ratebook.entry',
  'SET session_replication_role = replica',
  'CREATE TRIGGER also BEFORE INSERT ON ratebook.entry FOR EACH ROW EXECUTE FUNCTION ratebook.refuse()',
  'CREATE RULE never AS ON INSERT TO ratebook.entry DO INSTEAD NOTHING',
  'CREATE INDEX ON ratebook.entry (at)',
  'CREATE TABLE ratebook.other (text text)',
  `CREATE OR REPLACE FUNCTION ratebook.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'`,
  'CREATE VIEW ratebook.institution AS SELECT 1 AS id',
  `INSERT INTO ratebook.migration VALUES (2, 'two', 'two')`,
  'DELETE FROM ratebook.migration',
  'SET ROLE pg_write_all_data',
  'ALTER ROLE ratebook_publisher CREATEDB',
]

test('a publisher can append with the store and the commands, and do nothing else', async (t) => {
  const url = await bookWithRoles()
  const own = as('ratebook_publisher', url)
  const store = await open(t, own, 'write')
  await store.append(() =>
    Promise.resolve([
      registered('a', '2026-06-01T00:00:00Z'),
      checked('a', '2026-06-02T00:00:00Z'),
    ]),
  )
  const { code, stdout, stderr } = await run(['verify', 'a', '--at', '2026-06-03T00:00:00Z'], {
    env: { RATEBOOK_DATABASE: own },
  })
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /position 3/)
  assert.equal((await entriesOf(store)).length, 3)
  assert.equal(await store.canWrite?.(), true)
  const audit = await run(['audit', '--database', own])
  assert.equal(audit.stdout, '3 entries, no difference\n')
  for (const harm of forbiddenStatements) await forbidden(own, harm)
  assert.equal((await run(['audit', '--database', url])).stdout, '3 entries, no difference\n')
})

test('the role of an API node decides about no held sheet, in the terminal or at a desk of its own', async (t) => {
  const url = await bookWithRoles()
  const own = as('ratebook_reader', url)
  const writer = await open(t, as('ratebook_publisher', url), 'write')
  const instant = at('2026-06-03T00:00:00Z')
  await writer.append(async () => [
    registered('alpha-bank', '2026-06-01T00:00:00Z'),
    {
      kind: 'reviewer-registered',
      at: instant,
      institutionId: '',
      reviewer: { id: 'ann', name: 'Ann' },
    },
    heldSheet('2026-06-03T00:00:00Z', ['12.00', '7.00'], { comparedWith: 0 }),
  ])
  const options = { cwd: temporaryDirectory(t), env: { RATEBOOK_DATABASE: own } }
  const approve = ['review', 'approve', '3', '--by', 'ann', '--clock-is-right']
  const decided = await run(approve, options)
  assert.deepEqual([decided.code, decided.stdout], [78, ''])
  assert.match(decided.stderr, /the role may only read/)
  const desk = await run(['desk', '--port', '0'], options)
  assert.deepEqual([desk.code, desk.stdout], [78, ''])
  assert.match(desk.stderr, /may only read the book/)
  const eve = ['reviewer', 'add', 'eve', '--name', 'Eve', '--at', '2026-06-03T00:00:00Z']
  const added = await run(eve, options)
  assert.equal(added.code, 78)
  assert.equal((await writer.head()).position, 3)
  const { code, stderr } = await run(approve, {
    env: { RATEBOOK_DATABASE: as('ratebook_publisher', url) },
  })
  assert.equal(code, 0, stderr)
})

test('a reader can read everything that serve needs, and write nothing', async (t) => {
  const url = await bookWithRoles()
  const own = as('ratebook_reader', url)
  const reader = await open(t, own, 'read')
  const notifications: number[] = []
  await reader.subscribe?.(() => notifications.push(1))
  const writer = await open(t, as('ratebook_publisher', url), 'write')
  await writer.append(() => Promise.resolve([registered('a', '2026-06-01T00:00:00Z')]))
  assert.ok(await until(() => notifications.length === 1))
  assert.equal((await reader.head()).position, 1)
  assert.equal((await entriesOf(reader)).length, 1)
  assert.equal((await Array.fromAsync(reader.storedEntries(0))).flat().length, 1)
  assert.deepEqual([await reader.isReadable(), await reader.canWrite?.()], [true, false])
  for (const harm of forbiddenStatements) await forbidden(own, harm)
  const entry = `INSERT INTO ratebook.entry (position, at, kind, institution_id, digest, body_digest, body_text)
    VALUES (2, now()::timestamptz(3), 'rates-checked', 'a', '${'a'.repeat(64)}', '${'a'.repeat(64)}', '{}')`
  await forbidden(own, entry)
  await assert.rejects(
    inSession(own, (query) => query(entry)),
    /read-only transaction/,
  )
  const { code, stderr } = await run([
    'check',
    'a',
    '--at',
    '2026-06-03T00:00:00Z',
    '--database',
    own,
  ])
  assert.equal(code, 78)
  assert.match(stderr, /is read-only.*`ratebook_publisher`.*\n$/)
})

test('serve warns only if its role may write', async (t) => {
  const url = await bookWithRoles()
  const warning = /may write in the book; let it be `ratebook_reader`/
  const reading = await startServer(t, ['--database', as('ratebook_reader', url)])
  assert.equal((await fetch(`${reading.address}/health`)).status, 200)
  assert.doesNotMatch(reading.stderr(), warning)
  const writing = await startServer(t, ['--database', as('ratebook_publisher', url)])
  assert.ok(await until(() => warning.test(writing.stderr())))
})

test('other roles cannot read, even if access was granted to PUBLIC before', async () => {
  const url = await database()
  const { sql } = serverOf()
  assert.equal((await run(['setup', '--database', url])).code, 0)
  await inSession(url, async (query) => {
    await query('GRANT USAGE ON SCHEMA ratebook TO PUBLIC')
    await query('GRANT SELECT ON ALL TABLES IN SCHEMA ratebook TO PUBLIC')
    await query('GRANT UPDATE ON ratebook.entry TO ratebook_publisher')
    await query('GRANT INSERT ON ratebook.entry TO ratebook_reader')
  })
  await sql(`CREATE ROLE stranger LOGIN PASSWORD '${password}'`)
  const own = as('stranger', url)
  const tables = ['entry', 'migration', 'mirror', 'checkpoint']
  const reads = tables.map((table) => `SELECT FROM ratebook.${table}`)
  for (const read of reads) await inSession(own, (query) => query(read))
  assert.equal((await run(['setup', '--database', url])).code, 0)
  for (const read of reads) await forbidden(own, read)
  const [row] = await inSession(url, (query) =>
    query(`SELECT has_table_privilege('ratebook_publisher', 'ratebook.entry', 'UPDATE') AS updates,
      has_table_privilege('ratebook_reader', 'ratebook.entry', 'INSERT') AS inserts`),
  )
  assert.deepEqual(row, { updates: false, inserts: false })
  await refused(openPostgresStore(own, { mode: 'read' }), 'configuration', /may not/, 'postgres://')
  const { code, stdout, stderr } = await run(['setup', '--database', own])
  assert.deepEqual([code, stdout], [78, ''])
  assert.match(stderr, /^`ratebook setup` needs a role that owns the database .*\n$/)
})

test('the roles can read tables of later migrations', async () => {
  const url = await bookWithRoles()
  await inSession(url, async (query) => {
    await query('CREATE TABLE ratebook.later (text text)')
  })
  for (const role of roles) {
    const own = as(role, url)
    assert.deepEqual(await inSession(own, (query) => query('TABLE ratebook.later')), [])
    await forbidden(own, `INSERT INTO ratebook.later VALUES ('one')`)
  }
})

test('neither role can create, upgrade or set up a book', async () => {
  const url = await bookWithRoles()
  const own = as('ratebook_publisher', url)
  const { code, stderr } = await run(['setup', '--database', own])
  assert.equal(code, 78)
  assert.match(stderr, /^`ratebook setup` needs a role that owns the database .*\n$/)
  // A book of an earlier version.
  await inSession(url, (query) => query('DELETE FROM ratebook.migration'))
  const upgrade = await run(['check', 'a', '--database', own])
  assert.equal(upgrade.code, 78)
  assert.match(
    upgrade.stderr,
    /^The role may not do this .*the owner of the database may create and upgrade the book.*\n$/,
  )
  assert.deepEqual(await inSession(url, (query) => query('TABLE ratebook.migration')), [])
})

test('a role with more privileges is refused, and nothing is granted', async (t) => {
  const url = await database()
  await bookWithRoles()
  await serverOf().sql('ALTER ROLE ratebook_reader SUPERUSER')
  t.after(() => serverOf().sql('ALTER ROLE ratebook_reader NOSUPERUSER'))
  const { code, stdout, stderr } = await run(['setup', '--database', url])
  assert.deepEqual([code, stdout], [78, ''])
  assert.match(stderr, /ratebook_reader may do more than read, as a superuser or a member.*\n$/)
})

test('setup of a SQLite file exits with 78', async (t) => {
  const cwd = temporaryDirectory(t)
  const { code, stdout, stderr } = await run(['setup'], { cwd })
  assert.deepEqual([code, stdout], [78, ''])
  assert.match(
    stderr,
    /^ratebook\.db is a SQLite file, and SQLite has no roles: .*postgres:\/\/….\n$/,
  )
})

test('the role ratebook_publisher may make a mirror and keep its checkpoints; the role ratebook_reader may only read them', async (t) => {
  const url = await bookWithRoles()
  const [publisher, reader] = [as('ratebook_publisher', url), as('ratebook_reader', url)]
  const store = await open(t, publisher, 'write')
  await store.becomeMirror('https://rates.example')
  for (const note of ['first', 'second']) await store.keepCheckpoint(1, note)
  assert.equal(await (await open(t, reader, 'read')).keptCheckpoint(), 'second')
  for (const role of [publisher, reader]) {
    await forbidden(role, `UPDATE ratebook.mirror SET url = 'https://other.example'`)
    await forbidden(role, 'DELETE FROM ratebook.checkpoint')
  }
  await forbidden(reader, `INSERT INTO ratebook.checkpoint VALUES (2, 'third')`)
})
