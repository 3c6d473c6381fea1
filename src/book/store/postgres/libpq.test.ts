import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { passwordInFile } from './libpq.ts'

test('a password file is read as libpq reads it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-'))
  t.after(() => {
    rmSync(folder, { recursive: true })
  })
  const path = join(folder, 'pgpass')
  writeFileSync(
    path,
    '# a comment\ndb1:5432:rates:me:one\ndb2:*:*:me:tw\\:o\\\\\nshort:line\n*:*:rates:*:any\n',
    { mode: 0o600 },
  )
  const of = (host: string, port: number, database: string, user: string) =>
    passwordInFile({ host, port, database, user }, path)
  assert.equal(of('db1', 5432, 'rates', 'me'), 'one')
  assert.equal(of('db1', 5433, 'rates', 'me'), 'any')
  assert.equal(of('db2', 1, 'other', 'me'), 'tw:o\\')
  assert.equal(of('db3', 1, 'other', 'me'), undefined)
  chmodSync(path, 0o644)
  assert.equal(of('db1', 5432, 'rates', 'me'), undefined, 'others may read it')
  assert.equal(
    passwordInFile({ host: 'a', port: 1, database: 'b', user: 'c' }, join(folder, 'none')),
    undefined,
  )
})
