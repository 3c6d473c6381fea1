import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readAddress } from '../../../src/book/store/postgres/address.ts'
import { connect } from '../../../src/book/store/postgres/connection.ts'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { StoreError } from '../../../src/book/store/store.ts'
import { run, until } from '../../support/cli.ts'
import { newDatabase } from '../../support/postgres/database.ts'
import { createCleanup } from '../../support/postgres/cleanup.ts'
import { newSmallBook, startNode } from '../../support/postgres/node.ts'
import { writePrivateFile } from '../../support/postgres/server-user.ts'
import { startPrimary } from '../../support/postgres/primary.ts'
import { inSession } from '../../support/postgres/query.ts'
import type { Server } from '../../support/postgres/server.ts'
import { temporaryDirectory } from './sqlite-books.ts'

const cleanup = createCleanup()
let server: Server

before(async () => {
  server = await startPrimary(cleanup)
})
after(cleanup.end)

/** SQLSTATE, kind of error, message, and whether the session stays open. */
const table = [
  ['08006', 'unreachable', /cannot be reached/, false],
  ['25P03', 'unreachable', /cannot be reached/, true],
  ['25P04', 'unreachable', /cannot be reached/, true],
  ['40001', 'unreachable', /aborted the transaction.*Run the same command again/, true],
  ['40P01', 'unreachable', /aborted the transaction.*Run the same command again/, true],
  ['53200', 'unreachable', /has insufficient resources/, true],
  ['53300', 'unreachable', /has no free connection/, true],
  ['55000', 'unreachable', /cannot be reached/, true],
  ['55P03', 'unreachable', /Another process has held the book.*Nothing was written/, true],
  ['57014', 'unreachable', /cancelled the query.*Run the same command again/, true],
  ['57P01', 'unreachable', /cannot be reached/, false],
  ['57P02', 'unreachable', /cannot be reached/, false],
  ['57P03', 'unreachable', /cannot be reached/, false],
  ['57P04', 'unreachable', /cannot be reached/, false],
  ['57P05', 'unreachable', /cannot be reached/, false],
  ['25006', 'configuration', /is read-only.*Name the primary, and use `ratebook_publisher`/, true],
  ['28000', 'configuration', /refused the user or the password/, true],
  ['28P01', 'configuration', /refused the user or the password/, true],
  ['3D000', 'configuration', /There is no database/, true],
  ['3F000', 'configuration', /There is no book in the database/, true],
  ['42P01', 'configuration', /There is no book in the database/, true],
  ['42501', 'configuration', /The role may not do this/, true],
  ['53100', 'disk', /disk of the database .* is full, and nothing was written/, true],
  ['58030', 'disk', /disk of the database .* failed/, true],
  ['XX001', 'disk', /is damaged/, true],
  ['XX002', 'disk', /is damaged/, true],
] as const

const raise = (code: string): string =>
  `DO $$ BEGIN RAISE EXCEPTION 'as it happens' USING ERRCODE = '${code}'; END $$`

const exitCodes = { unreachable: 69, configuration: 78, disk: 74 } as const

test('postgresql: errors of the server become configuration, disk or unreachable errors', async () => {
  const address = readAddress(server.url)
  const [host] = address.hosts
  assert.ok(host)
  for (const [code, kind, sentence, staysOpen] of table) {
    const { query, isOpen, close } = await connect(address, host, 5_000)
    await assert.rejects(query(raise(code)), (error) => {
      assert.ok(error instanceof StoreError, code)
      assert.equal(error.kind, kind, code)
      assert.match(error.message, sentence)
      assert.match(error.message, new RegExp(` \\(as it happens, ${code}\\)$`))
      return true
    })
    assert.equal(isOpen(), staysOpen, code)
    if (staysOpen) assert.equal((await query('SELECT 1 AS one'))[0]?.['one'], 1)
    await close()
  }
})

test('postgresql: any other error of the server is reported as a bug', async () => {
  const address = readAddress(server.url)
  const [host] = address.hosts
  assert.ok(host)
  const { query, close } = await connect(address, host, 5_000)
  for (const code of ['22P02', '42601', 'P0001'])
    await assert.rejects(query(raise(code)), { name: 'error', code })
  await close()
})

test('postgresql: a command exits with the code of its error and enters nothing', async () => {
  const url = await newSmallBook(server)
  await inSession(url, async (query) => {
    await query('CREATE TABLE public.failure (code text)')
    await query(`CREATE FUNCTION public.fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION USING ERRCODE = (SELECT code FROM public.failure); END $$`)
    await query(`CREATE TRIGGER failure BEFORE INSERT ON ratebook.entry
      FOR EACH ROW EXECUTE FUNCTION public.fail()`)
    for (const [code, kind] of table) {
      if (!['57P01', '40001', '55P03', '42501', '25006', '53100'].includes(code)) continue
      await query('DELETE FROM public.failure')
      await query('INSERT INTO public.failure VALUES ($1)', [code])
      const ended = await run([
        'verify',
        'alpha-bank',
        '--at',
        '2026-07-01T00:00:00Z',
        '--database',
        url,
      ])
      assert.deepEqual([ended.code, ended.stdout], [exitCodes[kind], ''], ended.stderr)
      assert.ok(!ended.stderr.includes(new URL(url).password))
    }
    const [row] = await query('SELECT count(*)::int AS count FROM ratebook.entry')
    assert.equal(row?.['count'], 3)
  })
})

test('postgresql: a transaction that exceeds transaction_timeout is an unreachable error', async (t) => {
  const url = await newDatabase(server)
  await server.sql(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET transaction_timeout = 900`)
  const [one, two] = [
    await openPostgresStore(url, { mode: 'create' }),
    await openPostgresStore(url, { mode: 'create' }),
  ]
  t.after(() => Promise.all([one.close(), two.close()]))
  // The second store waits for the lock until the server ends its transaction.
  await inSession(url, async (query) => {
    await query('SELECT pg_advisory_lock(1381254731, 1)')
    await assert.rejects(
      two.append(() => Promise.resolve([])),
      (error) => error instanceof StoreError && error.kind === 'unreachable',
    )
  })
  assert.deepEqual(await two.append(() => Promise.resolve([])), [])
})

test('a missing password exits with 78; a password file is used if PGPASSWORD is empty', async (t) => {
  const home = temporaryDirectory(t)
  const url = new URL(await newSmallBook(server))
  const { password, port } = url
  url.password = ''
  const env = { HOME: home, PGPASSWORD: '', PGPASSFILE: join(home, 'passwords') }
  const args = ['institutions', '--json', '--database', url.href]
  const without = await run(args, { env })
  assert.deepEqual([without.code, without.stdout], [78, ''])
  assert.match(
    without.stderr,
    /^The database postgres:\/\/127\.0\.0\.1:\d+\/\w+ requires a password: put it in PGPASSWORD, a password file or the address\. \(SASL: [^\n]*\)\n$/,
  )
  writePrivateFile(env.PGPASSFILE, `127.0.0.1:${port}:*:postgres:${password}\n`, undefined)
  const found = await run(args, { env })
  assert.equal(found.code, 0, found.stderr)
  const wrong = await run(args, { env: { ...env, PGPASSWORD: 's3cret' } })
  assert.deepEqual([wrong.code, wrong.stdout], [78, ''])
  assert.match(wrong.stderr, /^The database [^\n]* refused the user or the password\.[^\n]*\n$/)
  assert.ok(!wrong.stderr.includes('s3cret') && !wrong.stderr.includes(password))
})

test('if the book is dropped, a server logs it and keeps serving what it loaded', async (t) => {
  const url = await newSmallBook(server)
  const node = await startNode(t, url)
  await inSession(url, (query) => query('ALTER SCHEMA ratebook RENAME TO aside'))
  await node.says(/^There is no book in the database postgres:\/\/127\.0\.0\.1:.* position 3\.$/)
  assert.equal(await node.status('/health'), 503)
  assert.equal(await node.position(), 3)
  await inSession(url, (query) => query('ALTER SCHEMA aside RENAME TO ratebook'))
  assert.ok(await until(async () => (await node.status('/health')) === 200))
})

test('postgresql: sslmode is ignored for Unix sockets, as in libpq', async (t) => {
  const folder = temporaryDirectory(t)
  chmodSync(folder, 0o777)
  const { port, url } = await startPrimary(t, { settings: { unix_socket_directories: folder } })
  const place = `@${encodeURIComponent(folder)}:${port}/`
  for (const mode of ['require', 'verify-full&sslrootcert=system']) {
    const store = await openPostgresStore(`${url.replace(/@[^/]*\//, place)}?sslmode=${mode}`, {
      mode: 'create',
    })
    assert.ok(await store.isReadable())
    await store.close()
  }
})

test('postgresql: a refusal with and without TLS reports both reasons', async (t) => {
  const file = (name: string) =>
    fileURLToPath(new URL(`../../support/tls/first-${name}.pem`, import.meta.url))
  const certificate = { cert: file('cert'), key: file('key') }
  const { data, sql, stop, start, url } = await startPrimary(t, { certificate })
  await sql(`CREATE ROLE nobody_yet PASSWORD 's3cret'`)
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  await stop()
  await start()
  const nobody = url.replace(/\/\/.*@/, '//nobody_yet:s3cret@')
  const { code, stderr } = await run(['institutions', '--database', nobody])
  assert.equal(code, 78)
  assert.match(
    stderr,
    /\(role "nobody_yet" is not permitted to log in, 28000; no pg_hba.* no encryption, 28000\)\n$/,
  )
  assert.ok(!stderr.includes('s3cret'))
})
