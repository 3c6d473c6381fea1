import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { StoreError, type StoreErrorKind } from '../../../src/book/store/store.ts'
import { atPorts, newDatabase, testServer } from '../../support/postgres/database.ts'
import { startPrimary } from '../../support/postgres/primary.ts'
import { checked, entriesOf, registered } from './drafts.ts'

const file = (name: string): string =>
  fileURLToPath(new URL(`../../support/tls/${name}`, import.meta.url))
const day = '2026-06-01T00:00:00Z'

/** Asserts that opening fails with this kind of error and a message without the password. */
async function refused(
  url: string,
  kind: StoreErrorKind,
  sentence: RegExp,
  mode: 'create' | 'write' | 'read' = 'read',
): Promise<void> {
  await assert.rejects(openPostgresStore(url, { mode }), (error) => {
    assert.ok(error instanceof StoreError, String(error))
    assert.deepEqual([error.kind, sentence.test(error.message)], [kind, true], error.message)
    assert.doesNotMatch(error.message, /secret/)
    return true
  })
}

/** Returns a changed copy of an address. */
function changed(url: string, change: (url: URL) => void): string {
  const other = new URL(url)
  change(other)
  return other.href
}

async function makeBook(url: string): Promise<void> {
  const store = await openPostgresStore(url, { mode: 'create' })
  await store.append(() => Promise.resolve([registered('a', day)]))
  await store.close()
}

test('postgresql: a book that cannot be opened is refused with one sentence that says what to do', async () => {
  const url = await newDatabase(await testServer())
  await refused(url, 'configuration', /^There is no book in the database .* Create one with/)
  await refused(url, 'configuration', /^There is no book/, 'write')
  const noDatabase = changed(url, (other) => {
    other.pathname = 'nowhere_at_all'
  })
  await refused(noDatabase, 'configuration', /There is no database .*nowhere_at_all.*Create it/)
  const nobody = changed(url, (other) => {
    other.username = 'nobody_at_all'
    other.password = 'secret'
  })
  await refused(nobody, 'configuration', /refused the user or the password/)
  await refused(
    atPorts(url, 1),
    'unreachable',
    /cannot be reached.*127\.0\.0\.1|127\.0\.0\.1.*cannot be reached/,
  )
  await refused(atPorts(url, 1, 2), 'unreachable', /:1.*:2/)
})

test('postgresql: a book with an altered schema or in another encoding is refused', async (t) => {
  const server = await testServer()
  const url = await newDatabase(server)
  await makeBook(url)
  const run = async (sql: string): Promise<void> => {
    const { Client } = await import('pg')
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await run('ALTER TABLE ratebook.entry DISABLE TRIGGER entry_is_never_deleted')
  await refused(
    url,
    'disk',
    /is not the one that Ratebook created: its triggers were changed.*`ratebook audit` tells/,
  )
  await server.sql(
    `CREATE DATABASE latin_${process.pid} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`,
  )
  t.after(() => server.sql(`DROP DATABASE latin_${process.pid} WITH (FORCE)`))
  const latin = changed(url, (other) => {
    other.pathname = `latin_${process.pid}`
  })
  await refused(latin, 'configuration', /has the encoding LATIN1; a book needs UTF8/, 'create')
})

test('postgresql: the database refuses every change to existing entries', async () => {
  const url = await newDatabase(await testServer())
  await makeBook(url)
  const { Client } = await import('pg')
  const client = new Client({ connectionString: url })
  await client.connect()
  const digest = 'a'.repeat(64)
  const insert = (position: string, at = '2026-06-02T00:00:00Z') =>
    `INSERT INTO ratebook.entry (position, at, kind, institution_id, digest, body_digest, body_text) VALUES (${position}, '${at}', 'rates-checked', 'a', '${digest}', '${digest}', '{}')`
  try {
    for (const statement of [
      `UPDATE ratebook.entry SET body_text = '{}'`,
      'DELETE FROM ratebook.entry',
      'TRUNCATE ratebook.entry',
      `SET session_replication_role = replica; DELETE FROM ratebook.entry`,
      insert('1'),
      insert('3'),
      insert('NULL'),
      insert('0'),
      insert('-1'),
      insert('2', '2026-05-31T00:00:00Z'),
      insert('2').replace(digest, digest.toUpperCase()),
      insert('2').replace(digest, digest.slice(1)),
      insert('2').replace(`'${digest}'`, 'NULL'),
      insert('2').replace(`'{}'`, 'NULL'),
      insert('2', '2026-06-02T00:00:00.0001Z'),
      `${insert('1')} ON CONFLICT (position) DO UPDATE SET body_text = '{"a":1}'`,
      `INSERT INTO ratebook.entry (position, at, kind, institution_id, digest, body_digest, body_text) VALUES (2, now(), 'other', 'a', '${digest}', '${digest}', '{}')`,
      `INSERT INTO ratebook.entry (position, at, kind, institution_id, digest, body_digest, body_text) VALUES (2, now(), 'rates-checked', 'a', '${digest}', '${digest}', '{')`,
    ]) {
      await assert.rejects(client.query(statement), Error, statement)
      await client.query('RESET session_replication_role')
    }
    await client.query(insert('2'))
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM ratebook.entry')
    assert.equal(rows[0]?.count, '2')
  } finally {
    await client.end()
  }
})

test('postgresql: sslmode works as in libpq', async (t) => {
  const certificate = { cert: file('first-cert.pem'), key: file('first-key.pem') }
  const server = await startPrimary(t, { certificate })
  await makeBook(server.url)
  const by = (query: string): string => `${server.url}?${query}`
  const isEncrypted = async (query: string): Promise<unknown> => {
    const store = await openPostgresStore(by(`${query}&application_name=tls_test`), {
      mode: 'read',
    })
    try {
      const [row] = await server.sql(
        `SELECT bool_and(ssl) AS ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'tls_test'`,
      )
      return row?.['ssl']
    } finally {
      await store.close()
    }
  }
  const [first, second] = [file('first-cert.pem'), file('second-cert.pem')]
  assert.equal(await isEncrypted('sslmode=disable'), false)
  assert.equal(await isEncrypted('sslmode=allow'), false)
  assert.equal(await isEncrypted('sslmode=prefer'), true)
  assert.equal(await isEncrypted('sslmode=require'), true)
  assert.equal(await isEncrypted(`sslmode=require&sslrootcert=${first}`), true)
  assert.equal(await isEncrypted(`sslmode=verify-ca&sslrootcert=${first}`), true)
  await refused(
    by(`sslmode=verify-ca&sslrootcert=${second}`),
    'configuration',
    /self-signed|unable to|certificate/i,
  )
  await refused(
    by(`sslmode=require&sslrootcert=${second}`),
    'configuration',
    /self-signed|unable to|certificate/i,
  )
  await refused(
    by('sslmode=verify-full&sslrootcert=system'),
    'configuration',
    /self-signed|certificate/i,
  )
  await refused(
    by('sslmode=verify-full&sslrootcert=/nowhere.pem'),
    'configuration',
    /sslrootcert=\/nowhere\.pem cannot be read/,
  )
  await refused(
    by(`sslmode=require&sslcert=${first}`),
    'configuration',
    /sslcert and sslkey must be given together/,
  )
})

test('postgresql: if the server has no TLS, prefer connects without it and require fails', async () => {
  const server = await testServer()
  const url = await newDatabase(server)
  await makeBook(`${url}?sslmode=prefer`)
  await refused(
    `${url}?sslmode=require`,
    'configuration',
    /TLS connection .* failed.*does not support SSL/,
  )
})

test('postgresql: a writer that is terminated while it decides releases the lock', async (t) => {
  const url = await newDatabase(await testServer())
  await makeBook(url)
  const [one, two] = [
    await openPostgresStore(url, { mode: 'write' }),
    await openPostgresStore(url, { mode: 'write' }),
  ]
  t.after(() => Promise.all([one.close(), two.close()]))
  const { sql } = await testServer()
  const dying = one.append(async () => {
    await sql(`SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON oid = database
      WHERE locktype = 'advisory' AND objsubid = 2 AND datname = '${new URL(url).pathname.slice(1)}'`)
    return [checked('a', day)]
  })
  await assert.rejects(
    dying,
    (error) => error instanceof StoreError && error.kind === 'unreachable',
  )
  await two.append(() => Promise.resolve([checked('a', day)]))
  // The first store opens a new connection.
  await one.append(() => Promise.resolve([checked('a', day)]))
  assert.equal((await entriesOf(two)).length, 3)
})

test('postgresql: a book is followed only if it contains what was already served', async (t) => {
  const url = await newDatabase(await testServer())
  const writer = await openPostgresStore(url, { mode: 'create' })
  t.after(() => writer.close())
  await writer.append(() =>
    Promise.resolve([
      registered('a', day, { name: 'Sörli & Søn “bank” 🏦 \\ \u2028' }),
      checked('a', '2026-06-01T00:00:00.120Z'),
      checked('a', '2026-06-02T00:00:00Z'),
    ]),
  )
  const follow = (position: number, digest: string) =>
    openPostgresStore(url, { mode: 'read', follow: { served: { position, digest } } })
  const last = (await writer.digestAt(3)) ?? ''
  for (const position of [0, 1, 2, 3]) {
    const digest = (await writer.digestAt(position)) ?? ''
    await (await follow(position, digest)).close()
    if (digest === last) continue
    const other = new RegExp(
      `is not the one that was served: at position ${position} the digest is ${digest.slice(0, 12)}…, .* ${last.slice(0, 12)}…`,
    )
    await assert.rejects(follow(position, last), other)
  }
  await assert.rejects(follow(4, last), /at position 4 there is no entry/)
})
