import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { parseNote, parseVerifierKey, verifyNote } from '../../../src/domain/checkpoint.ts'
import { run, startServer, until } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook } from '../../support/small-book.ts'

const small = sharedBook(makeSmallBook)
const newKey = ['setup', '--new-key', 'signing.key', '--origin', 'rates.example']
const signing = ['--signing-key', 'signing.key', '--origin', 'rates.example']

test('wrong signing keys and origins: exit code 78, and one sentence each', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const { publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(join(cwd, 'rsa.key'), rsa.export({ format: 'pem', type: 'pkcs8' }))
  writeFileSync(join(cwd, 'public.key'), publicKey.export({ format: 'pem', type: 'spki' }))
  writeFileSync(join(cwd, 'text.key'), 'no key')
  assert.equal((await run(newKey, { cwd })).code, 0)
  const together = /^--signing-key and --origin go together; one of them is missing\.\n$/
  const noKey = /^--signing-key \S+ is not an Ed25519 private key in PEM; .*\n$/
  const cases: readonly (readonly [key: string | undefined, origin: string | undefined, RegExp])[] =
    [
      ['signing.key', undefined, together],
      [undefined, 'rates.example', together],
      ['absent.key', 'a', /^--signing-key absent\.key cannot be read: .*ENOENT.*\.\n$/],
      ['.', 'a', /^--signing-key \. cannot be read: .*EISDIR.*\.\n$/],
      ['rsa.key', 'a', noKey],
      ['public.key', 'a', noKey],
      ['text.key', 'a', noKey],
      ['signing.key', 'a b', /^--origin a b is not a valid name: .*\.\n$/],
      ['text.key', 'a+b', /^--origin a\+b .*\n--signing-key text\.key is not .*\n$/],
    ]
  for (const [key, origin, message] of cases) {
    const env = {
      ...(key !== undefined && { RATEBOOK_SIGNING_KEY: key }),
      ...(origin !== undefined && { RATEBOOK_ORIGIN: origin }),
    }
    const { code, stdout, stderr } = await run(['serve'], { cwd, env })
    assert.deepEqual([code, stdout], [78, ''], `${key} ${origin}`)
    assert.match(stderr, message)
  }
})

test('serve signs checkpoints, the log has the verifier key, and a warning if other users have access to the signing key', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const verifierKey = (await run(newKey, { cwd })).stdout.trimEnd()
  chmodSync(join(cwd, 'signing.key'), 0o640)
  const server = await startServer(t, signing, { cwd })
  const note = parseNote(await (await fetch(`${server.address}/checkpoint`)).text())
  const verifier = parseVerifierKey(verifierKey)
  assert.ok(!('problem' in note) && !('problem' in verifier))
  assert.equal(verifyNote(note, verifier), undefined)
  assert.match(note.text, /^rates\.example\n3\n[0-9A-Za-z+/]{43}=\n$/)
  const warning =
    'Other users have access to signing.key, which signs checkpoints: run chmod 600 on it.'
  assert.ok(await until(() => server.stderr().includes(`"msg":"${warning}"`)), server.stderr())
  assert.ok(server.stderr().includes(`"verifierKey":"${verifierKey}"`), server.stderr())
})
