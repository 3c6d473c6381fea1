import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { notABook } from '../../../src/book/store/open-store.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { run } from '../../support/cli.ts'

const secret = 's3cret'
const institutions = fileURLToPath(
  new URL('../../../samples/sri-lanka/institutions.json', import.meta.url),
)

/** Mistyped addresses and the expected messages. */
const mistyped: readonly (readonly [address: string, sentence: RegExp])[] = [
  ...[
    `postgres:/me:${secret}@127.0.0.1/db`,
    `postgres//me:${secret}@127.0.0.1/db`,
    `postgres:me:${secret}@127.0.0.1/db`,
    `postgres:://me:${secret}@127.0.0.1/db`,
    `postgres;//me:${secret}@127.0.0.1/db`,
    `postgres:\\\\me:${secret}@127.0.0.1/db`,
    `me:${secret}@127.0.0.1/db`,
    `"postgres://me:${secret}@127.0.0.1/db"`,
    `“postgres://me:${secret}@127.0.0.1/db”`,
    ` postgres://me:${secret}@127.0.0.1/db`,
    `RATEBOOK_DATABASE=postgres://me:${secret}@127.0.0.1/db`,
    `host=127.0.0.1 user=me password=${secret}`,
    `jdbc:postgresql://127.0.0.1/db?user=me&password=${secret}`,
  ].map(
    (address) =>
      [address, /is not an address such as postgres:\/\/user@host\/database; check/] as const,
  ),
  [`postgress://me:${secret}@127.0.0.1/db`, /the scheme postgress:\/\/, which is not supported/],
  [`mysql://me:${secret}@127.0.0.1/db`, /the scheme mysql:\/\/, which is not supported/],
  [`postgres://me:${secret}@127.0.0.1:x/db`, /a host that is not of the form host or host:port/],
  [
    `postgres://me:${secret}@127.0.0.1:70000/db`,
    /a host that is not of the form host or host:port/,
  ],
  [
    `postgres://me:${secret}@127.0.0.1:5432:1/db`,
    /a host that is not of the form host or host:port/,
  ],
  [`postgres://me:${secret}/db`, /a host that is not of the form host or host:port/],
  [`postgres://me:a@${secret}@127.0.0.1/db`, /write it as %40, %2F or %3F/],
  [`postgres://me:a/${secret}@127.0.0.1/db`, /write it as %40, %2F or %3F/],
  [`postgres://me:a?${secret}@127.0.0.1/db`, /write it as %40, %2F or %3F/],
  [`postgres://me@home:${secret}@127.0.0.1/db`, /write it as %40, %2F or %3F/],
  [`postgres://me:%${secret}@127.0.0.1/db`, /as %25/],
  [`postgres://me:${secret}@127.0.0.1/db#a`, /is not an address such as postgres:\/\//],
  [`postgres://127.0.0.1/db?password=${secret}`, /has password=, which is not one of/],
  [`postgres://127.0.0.1/db?sslmode=require;password=${secret}`, /has sslmode=require…, which is/],
  [
    `postgres://127.0.0.1/db?max_lag=2;password=${secret}`,
    /has max_lag=2…, which is not a whole number/,
  ],
  [`postgres://127.0.0.1/db?a;password:${secret}`, /has a…=, which is not one of/],
]

test('a mistyped address is refused with one sentence that does not contain the password', () => {
  for (const [address, sentence] of mistyped) {
    const message = notABook(address) ?? ''
    assert.match(message, /^--database [^\n]*\.$/, address)
    assert.match(message, sentence)
    assert.ok(!message.includes(secret), message)
  }
})

test('a path that looks a little like an address is a path', () => {
  for (const path of [
    'ratebook.db',
    './postgres/book.db',
    'C:\\Users\\me@home\\book.db',
    'rates@home.db',
    'a:b.db',
    '/srv/10:30/book.db',
  ]) {
    assert.equal(notABook(path), undefined, path)
  }
})

test('every command exits with 78 on a mistyped address and creates no file', async (t) => {
  const cwd = temporaryDirectory(t)
  const [address] = mistyped[2] ?? ['']
  for (const args of [
    ['serve', '--port', '0'],
    ['check', 'alpha-bank'],
    ['register', institutions],
    ['institutions'],
    ['setup'],
    ['audit'],
  ]) {
    const { code, stdout, stderr } = await run([...args, '--database', address], { cwd })
    assert.deepEqual([code, stdout], [78, ''], `${args[0]}: ${stderr}`)
    assert.match(stderr, /^--database is not an address[^\n]*\.\n$/)
  }
  const { code, stderr } = await run(['copy', '--from', address, '--to', 'copy.db'], { cwd })
  assert.equal(code, 78)
  assert.match(stderr, /^--from is not an address[^\n]*\.\n$/)
  assert.deepEqual(readdirSync(cwd), [])
})

test('a # in a password needs no encoding and is not shown', async () => {
  const address = `postgres://me:a#${secret}@127.0.0.1:1/db`
  const { code, stdout, stderr } = await run(['institutions', '--database', address])
  assert.deepEqual([code, stdout], [69, ''])
  assert.match(stderr, /^The database postgres:\/\/127\.0\.0\.1:1\/db cannot be reached\./)
  assert.ok(!stderr.includes(secret), stderr)
})
