import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '../store.ts'
import { isPostgres, nameOf, readAddress, withoutPassword } from './address.ts'

test('an address names hosts in their order, a user, a database and how to connect', () => {
  const address = readAddress(
    'postgres://me%40home:p%3Ass%2Fword@one:5433,[::1]:5434,,three/rates%20lk?sslmode=require&max_lag=5&connect_timeout=3',
  )
  assert.deepEqual(address.hosts, [
    { host: 'one', port: 5433 },
    { host: '::1', port: 5434 },
    { host: 'localhost', port: 5432 },
    { host: 'three', port: 5432 },
  ])
  const { user, password, database, connectTimeout, maxLag, tls } = address
  assert.deepEqual([user, password, database], ['me@home', 'p:ss/word', 'rates lk'])
  assert.deepEqual([connectTimeout, maxLag, tls.mode], [3_000, 5_000, 'require'])
})

test('what an address does not say is as libpq has it', () => {
  for (const url of ['postgres://', 'postgresql://localhost', 'POSTGRES:///']) {
    const { hosts, user, password, database, tls } = readAddress(url)
    assert.deepEqual(hosts, [{ host: 'localhost', port: 5432 }])
    assert.deepEqual(
      [user, password, database, tls.mode],
      [undefined, undefined, undefined, 'prefer'],
    )
  }
})

test('a wrong address is refused in a sentence that says what is wrong, without the password', () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['postgres://me:secret@host:0/db', /has a place that is no host, or host:port/],
    ['postgres://me:secret@host:70000/db', /has a place that is no host/],
    ['postgres://me:secret@a b:c/db', /a place that is no host/],
    ['postgres://me:secret/db', /a place that is no host/],
    ['postgres://me:secret@host/db?sslmode=yes', /sslmode=yes, which is none of disable, allow,/],
    ['postgres://me:secret@host/db?password=secret', /has password=, which is none of sslmode,/],
    ['postgres://me:secret@host/db?max_lag=0', /max_lag=0, which is no number of seconds above 0/],
    ['postgres://me:secret@host/db?max_lag=1.5', /max_lag=1.5, which/],
    ['postgres://me:secret@host/db?sslmode=require&sslmode=disable', /has sslmode= twice/],
    ['postgres://me:%zz@host/db', /has a % that encodes nothing/],
    ['postgres:/me:secret@host', /is no address such as postgres:\/\//],
  ]
  for (const [url, sentence] of wrong) {
    assert.throws(
      () => readAddress(url),
      (error) => {
        assert.ok(error instanceof StoreError, url)
        assert.equal(error.trouble, 'configuration')
        assert.match(error.message, sentence)
        assert.doesNotMatch(error.message, /secret/)
        return true
      },
    )
  }
})

test('a name shows the servers and the database, never who or with which password', () => {
  const name = nameOf(readAddress('postgres://me:secret@one,[::1]:5434/rates?sslmode=disable'))
  assert.equal(name, 'postgres://one:5432,[::1]:5434/rates')
})

test('an address without its password is the same in all else', () => {
  for (const [url, hidden] of [
    [
      'postgres://me:secret@one,two/rates?sslmode=disable',
      'postgres://me@one,two/rates?sslmode=disable',
    ],
    ['postgresql://:secret@one', 'postgresql://@one'],
    ['postgres://me@one/rates', 'postgres://me@one/rates'],
    ['postgres://one:5432/rates', 'postgres://one:5432/rates'],
    ['ratebook.db', 'ratebook.db'],
  ] as const) {
    assert.equal(withoutPassword(url), hidden)
  }
  assert.deepEqual(['postgres://', 'postgresql://x', 'ratebook.db', 'mysql://x'].map(isPostgres), [
    true,
    true,
    false,
    false,
  ])
})
