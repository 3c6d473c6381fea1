import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSigner, verifierKeyOf } from '../../../src/domain/checkpoint.ts'
import { run } from '../../support/cli.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const newKey = ['setup', '--new-key', 'signing.key']

test('setup --new-key writes a private key for its owner only, and prints the verifier key', async (t) => {
  const cwd = temporaryDirectory(t)
  const { code, stdout, stderr } = await run([...newKey, '--origin', 'rates.example'], { cwd })
  assert.equal(code, 0, stderr)
  const path = join(cwd, 'signing.key')
  const pem = readFileSync(path, 'utf8')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.match(pem, /^-----BEGIN PRIVATE KEY-----\n/)
  assert.equal(stdout, `${verifierKeyOf(createSigner('rates.example', createPrivateKey(pem)))}\n`)
  assert.match(stderr, /serve --signing-key signing\.key --origin rates\.example\n/)
  assert.ok(stderr.includes(`--checkpoint-key '${stdout.trimEnd()}'`), stderr)
  assert.ok(!stderr.includes(pem.split('\n')[1] ?? pem))
})

test('setup --new-key never overwrites a file: exit code 78', async (t) => {
  const cwd = temporaryDirectory(t)
  writeFileSync(join(cwd, 'signing.key'), 'precious')
  const { code, stdout, stderr } = await run([...newKey, '--origin', 'a'], { cwd })
  assert.deepEqual([code, stdout], [78, ''])
  assert.match(stderr, /^signing\.key exists and is never overwritten; .*\.\n$/)
  assert.equal(readFileSync(join(cwd, 'signing.key'), 'utf8'), 'precious')
})

test('setup --new-key in a folder that does not exist: exit code 78', async (t) => {
  const cwd = temporaryDirectory(t)
  mkdirSync(join(cwd, 'there'))
  const args = ['setup', '--new-key', 'nowhere/signing.key', '--origin', 'a']
  const { code, stderr } = await run(args, { cwd })
  assert.equal(code, 78)
  assert.match(stderr, /^The key cannot be written to nowhere\/signing\.key: .*\.\n$/)
})

test('setup --new-key needs an origin, and one that is a name', async (t) => {
  const cwd = temporaryDirectory(t)
  const without = await run(newKey, { cwd })
  assert.equal(without.code, 64)
  assert.match(without.stderr, /^Name the key too: --new-key FILE --origin NAME\./)
  for (const origin of ['rates example', 'a+b']) {
    const { code, stdout, stderr } = await run(newKey, { cwd, env: { RATEBOOK_ORIGIN: origin } })
    assert.deepEqual([code, stdout], [78, ''])
    assert.ok(stderr.startsWith(`--origin ${origin} is not a valid name: `), stderr)
  }
})
