import assert from 'node:assert/strict'
import { chmodSync, cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request as requestOverHttp, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openDeskDatabase } from '../../src/desk/database/desk-database.ts'
import { StoreError } from '../../src/book/store/store.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { run, startDesk, until } from '../support/cli.ts'
import { appendTo } from '../support/held-sheets.ts'
import { makeReviewedBook } from '../support/reviewed-book.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import { at } from '../support/sample-market.ts'

const reviewed = sharedBook(makeReviewedBook)
const origin = 'https://desk.example.org'

test('with a trusted header the desk listens on a socket for its owner and group, and follows the book', async (t) => {
  const book = copyOf(t, reviewed())
  const cwd = dirname(book)
  const socketPath = join(cwd, 'desk.sock')
  const args = ['--trust-user-header', 'X-Remote-User', '--socket', 'desk.sock', '--origin', origin]
  const desk = await startDesk(t, args, { cwd })
  assert.equal(desk.address, origin)
  assert.equal(statSync(socketPath).mode & 0o7777, 0o660)
  assert.ok(!existsSync(join(cwd, 'desk.db')))
  const ask = async (user: string) => {
    const headers = { host: new URL(origin).host, 'x-remote-user': user }
    const sent = requestOverHttp({ socketPath, path: '/', headers, agent: false }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  }
  const shown = await ask('ann')
  assert.deepEqual([shown.status, /The ann/.test(shown.body)], [200, true])
  assert.equal(shown.headers['strict-transport-security'], 'max-age=31536000')
  assert.equal((await ask('zoe')).status, 403)
  // `systemctl reload` sends it, also to a desk that has no certificate to read again.
  process.kill(desk.pid, 'SIGHUP')

  // Another process registers and removes reviewers; every request reads the book.
  const change = { at: at('2026-06-02T00:00:00Z'), institutionId: '' } as const
  await appendTo(book, {
    ...change,
    kind: 'reviewer-registered',
    reviewer: { id: 'zoe', name: 'Zoë' },
  })
  assert.equal((await ask('zoe')).status, 200)
  await appendTo(book, { ...change, kind: 'reviewer-removed', reviewer: { id: 'zoe' } })
  assert.equal((await ask('zoe')).status, 403)
  assert.ok(await until(() => /"The market moved\."/.test(desk.stderr())))

  const second = await run(['desk', ...args], { cwd })
  assert.deepEqual([second.code, second.stdout], [78, ''])
  assert.match(second.stderr, /cannot listen on desk\.sock: it is in use/)

  assert.equal((await desk.stop('SIGKILL')).code, null)
  assert.ok(existsSync(socketPath))
  const again = await startDesk(t, args, { cwd })
  assert.equal((await ask('ann')).status, 200)
  assert.equal((await again.stop()).code, 0)
  assert.ok(!existsSync(socketPath))
})

test('with a certificate the desk answers over TLS, and says so to browsers', async (t) => {
  const cwd = dirname(copyOf(t, reviewed()))
  const pairs = fileURLToPath(new URL('../support/tls/', import.meta.url))
  for (const file of ['first-cert.pem', 'first-key.pem']) cpSync(join(pairs, file), join(cwd, file))
  const args = ['--port', '0', '--tls-cert', 'first-cert.pem', '--tls-key', 'first-key.pem']
  const desk = await startDesk(t, args, { cwd })
  assert.match(desk.address, /^https:\/\/localhost:\d+$/)
  const { host, port } = new URL(desk.address)
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/',
    headers: { host },
    rejectUnauthorized: false,
  }).end()
  const [{ statusCode, headers }] = (await once(sent, 'response')) as [IncomingMessage]
  assert.deepEqual([statusCode, headers.location], [303, '/sign-in'])
  assert.equal(
    headers['strict-transport-security'],
    undefined,
    'it would hold for all of localhost',
  )
  sent.destroy()
  assert.equal((await desk.stop()).code, 0)
})

test('a desk that cannot start says why: no book, a port in use, another file as its database', async (t) => {
  const cwd = dirname(copyOf(t, reviewed()))
  const refused = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(['desk', ...args], { cwd })
    assert.deepEqual([code, stdout], [78, ''], stderr)
    return stderr
  }
  assert.match(await refused('--database', 'none.db'), /There is no book at none\.db/)
  assert.match(await refused('--desk-database', 'ratebook.db'), /ratebook\.db/)
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  assert.match(await refused('--port', `${port}`), /already in use .*--port/)
  taken.close()
})

test('the database of the desk is for its owner only, and no other database is taken for it', (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'desk.db')
  openDeskDatabase(path).close()
  assert.equal(statSync(path).mode & 0o777, 0o600)
  openDeskDatabase(path).close()
  const refusal = (file: string): string => {
    try {
      openDeskDatabase(file).close()
    } catch (error) {
      if (error instanceof StoreError && error.kind === 'configuration') return error.message
      throw error
    }
    return ''
  }
  chmodSync(path, 0o640)
  assert.match(
    refusal(path),
    /Other users have access .* run chmod 600 on it; otherwise name another file/,
  )
  chmodSync(path, 0o600)
  const other = new DatabaseSync(join(folder, 'other.db'))
  other.exec('CREATE TABLE t (a); PRAGMA user_version = 1')
  other.close()
  chmodSync(join(folder, 'other.db'), 0o600)
  assert.match(refusal(join(folder, 'other.db')), /a database of another program/)
  writeFileSync(join(folder, 'text'), 'no database at all, but long enough to be one'.repeat(30), {
    mode: 0o600,
  })
  assert.match(refusal(join(folder, 'text')), /cannot be opened: .*not a database/)
  assert.match(refusal(join(folder, 'none/desk.db')), /cannot be opened: .*ENOENT/)
  assert.match(refusal(folder), /is not a file\. Name another one/)
  const damaged = join(folder, 'damaged.db')
  openDeskDatabase(damaged).close()
  const bytes = readFileSync(damaged)
  writeFileSync(damaged, bytes.fill('damage', 4096, bytes.length - 4096))
  assert.match(
    refusal(damaged),
    /is damaged: .* Restore it, or remove it and invite the reviewers again\.$/,
  )
  const newer = new DatabaseSync(path)
  newer.exec('PRAGMA user_version = 99')
  newer.close()
  assert.match(refusal(path), /version 99, .* install the newer Ratebook\.$/)
})
