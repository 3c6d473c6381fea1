import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '../store.ts'
import { isPostgres, nameOf, readAddress, withoutPassword } from './address.ts'

test('an address has hosts in order, a user, a password, a database and connection settings', () => {
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

test('missing parts of an address have the defaults of libpq', () => {
  for (const url of ['postgres://', 'postgresql://localhost', 'POSTGRES:///']) {
    const { hosts, user, password, database, tls } = readAddress(url)
    assert.deepEqual(hosts, [{ host: 'localhost', port: 5432 }])
    assert.deepEqual(
      [user, password, database, tls.mode],
      [undefined, undefined, undefined, 'prefer'],
    )
  }
})

test('an invalid address is refused with a message that does not contain the password', () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['postgres://me:secret@host:0/db', /has a host that is not of the form host or host:port/],
    ['postgres://me:secret@host:70000/db', /has a host that is not of the form/],
    ['postgres://me:secret@a b:c/db', /a host that is not of the form/],
    ['postgres://me:secret/db', /a host that is not of the form/],
    [
      'postgres://me:secret@host/db?sslmode=yes',
      /sslmode=yes, which is not one of disable, allow,/,
    ],
    ['postgres://me:secret@host/db?password=secret', /has password=, which is not one of sslmode,/],
    [
      'postgres://me:secret@host/db?max_lag=0',
      /max_lag=0, which is not a whole number of seconds above 0/,
    ],
    ['postgres://me:secret@host/db?max_lag=1.5', /max_lag=1.5, which/],
    ['postgres://me:secret@host/db?sslmode=require&sslmode=disable', /has sslmode= twice/],
    ['postgres://me:%zz@host/db', /has an invalid % encoding/],
    ['postgres:/me:secret@host', /is not an address such as postgres:\/\//],
  ]
  for (const [url, sentence] of wrong) {
    assert.throws(
      () => readAddress(url),
      (error) => {
        assert.ok(error instanceof StoreError, url)
        assert.equal(error.kind, 'configuration')
        assert.match(error.message, sentence)
        assert.doesNotMatch(error.message, /secret/)
        return true
      },
    )
  }
})

test('a name has the servers and the database, and neither user nor password', () => {
  const name = nameOf(readAddress('postgres://me:secret@one,[::1]:5434/rates?sslmode=disable'))
  assert.equal(name, 'postgres://one:5432,[::1]:5434/rates')
})

test('withoutPassword removes only the password', () => {
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
