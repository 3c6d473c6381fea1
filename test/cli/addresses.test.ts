import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { notABook } from '../../src/cli/open-store.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'
import { run } from '../support/cli.ts'

const secret = 's3cret'
const institutions = fileURLToPath(
  new URL('../../samples/sri-lanka/institutions.json', import.meta.url),
)

/** Addresses with a slip of the finger, and what is said of it. */
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
    (address) => [address, /is no address such as postgres:\/\/user@host\/database; see/] as const,
  ),
  [`postgress://me:${secret}@127.0.0.1/db`, /by postgress:\/\/, which this version does not know/],
  [`mysql://me:${secret}@127.0.0.1/db`, /by mysql:\/\/, which this version does not know/],
  [`postgres://me:${secret}@127.0.0.1:x/db`, /a place that is no host, or host:port/],
  [`postgres://me:${secret}@127.0.0.1:70000/db`, /a place that is no host, or host:port/],
  [`postgres://me:${secret}@127.0.0.1:5432:1/db`, /a place that is no host, or host:port/],
  [`postgres://me:${secret}/db`, /a place that is no host, or host:port/],
  [`postgres://me:a@${secret}@127.0.0.1/db`, /write %40, %2F or %3F for it/],
  [`postgres://me:a/${secret}@127.0.0.1/db`, /write %40, %2F or %3F for it/],
  [`postgres://me:a?${secret}@127.0.0.1/db`, /write %40, %2F or %3F for it/],
  [`postgres://me@home:${secret}@127.0.0.1/db`, /write %40, %2F or %3F for it/],
  [`postgres://me:%${secret}@127.0.0.1/db`, /write %25 for a %/],
  [`postgres://me:${secret}@127.0.0.1/db#a`, /is no address such as postgres:\/\//],
  [`postgres://127.0.0.1/db?password=${secret}`, /has password=, which is none of/],
  [`postgres://127.0.0.1/db?sslmode=require;password=${secret}`, /has sslmode=require…, which is/],
  [`postgres://127.0.0.1/db?max_lag=2;password=${secret}`, /has max_lag=2…, which is no number/],
  [`postgres://127.0.0.1/db?a;password:${secret}`, /has a…=, which is none of/],
]

test('an address with a slip of the finger is refused in one sentence, and its password is told nobody', () => {
  for (const [address, sentence] of mistyped) {
    const said = notABook(address) ?? ''
    assert.match(said, /^--database [^\n]*\.$/, address)
    assert.match(said, sentence)
    assert.ok(!said.includes(secret), said)
  }
})

test('a path is one, though it has some signs of an address', () => {
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

test('every command ends with 78 where an address has a slip of the finger, and makes nothing', async (t) => {
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
    assert.match(stderr, /^--database is no address[^\n]*\.\n$/)
  }
  const { code, stderr } = await run(['copy', '--from', address, '--to', 'copy.db'], { cwd })
  assert.equal(code, 78)
  assert.match(stderr, /^--from is no address[^\n]*\.\n$/)
  assert.deepEqual(readdirSync(cwd), [])
})

test('a # in a password needs no writing as %23, and is told nobody', async () => {
  const address = `postgres://me:a#${secret}@127.0.0.1:1/db`
  const { code, stdout, stderr } = await run(['institutions', '--database', address])
  assert.deepEqual([code, stdout], [69, ''])
  assert.match(stderr, /^The database postgres:\/\/127\.0\.0\.1:1\/db cannot be reached\./)
  assert.ok(!stderr.includes(secret), stderr)
})
