import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, test } from 'node:test'
import { run, startServer } from '../../test/support/cli.ts'
import { testServer } from '../../test/support/postgres/database.ts'
import { newSmallBook } from '../../test/support/postgres/node.ts'
import { hidePasswords } from './command-line.ts'

const title = process.title
after(() => {
  process.title = title
})

/** The remaining command line and the resulting environment. */
function hidden(...args: readonly string[]): {
  readonly left: string
  readonly environment: NodeJS.ProcessEnv
} {
  const argv = ['node', 'ratebook', ...args]
  const environment: NodeJS.ProcessEnv = { RATEBOOK_DATABASE: 'ratebook.db' }
  hidePasswords(argv, environment)
  return { left: argv.slice(2).join(' '), environment }
}

const secret = 'postgres://u:secret@host/d'

test('an address with a password moves to the environment and has the same effect', () => {
  for (const args of [
    ['serve', '--database', secret, '--port', '0'],
    ['serve', `--database=${secret}`, '--port', '0'],
    ['serve', '--database', 'other.db', '--database', secret, '--port', '0'],
    ['serve', '--database', 'postgres://u:other@host/d', `--database=${secret}`, '--port', '0'],
  ]) {
    const { left, environment } = hidden(...args)
    assert.equal(left, 'serve --port 0')
    assert.deepEqual(environment, { RATEBOOK_DATABASE: secret })
    assert.equal(process.title, 'ratebook serve --port 0')
  }
  const { left, environment } = hidden('copy', '--from', secret, '--to', 'postgresql://:b@host')
  assert.equal(left, 'copy')
  assert.equal(environment['RATEBOOK_FROM'], secret)
  assert.equal(environment['RATEBOOK_TO'], 'postgresql://:b@host')
})

test('all other arguments stay in place', () => {
  process.title = 'as it was'
  for (const args of [
    ['serve', '--database', 'ratebook.db'],
    ['serve', '--database', 'postgres://u@host:5432/d?max_lag=5'],
    ['serve', '--database=postgres://host:5432,other:5433/d'],
    ['publish', 'postgres://u:secret@host', '--at'],
    ['serve', '--database'],
  ]) {
    const { left, environment } = hidden(...args)
    assert.equal(left, args.join(' '))
    assert.deepEqual(environment, { RATEBOOK_DATABASE: 'ratebook.db' })
    assert.equal(process.title, 'as it was')
  }
  // If a flag is repeated, the last one counts.
  assert.equal(
    hidden('serve', '--database', secret, '--database', 'ratebook.db').left,
    'serve --database ratebook.db',
  )
})

test('the password of an invalid address is hidden and not shown', async () => {
  for (const wrong of [
    'postgres://u:se/cret@host/d',
    'postgres://u:se@cret@host/d',
    'postgres://u:se?cret@host/d',
    'postgres://u:se%cret@host/d',
    'postgres://u:secret@host:port/d',
    'postgres://u:secret@host/d?sslmode=never',
    'postgres://u:secret@host/d?nothing=1',
  ]) {
    assert.equal(hidden('offers', '--database', wrong).left, 'offers')
    const { code, stdout, stderr } = await run(['offers', '--database', wrong])
    assert.deepEqual([code, stdout], [78, ''], wrong)
    assert.match(stderr, /^--database (?:has|is) .*\.\n$/)
    assert.doesNotMatch(stderr, /\bse\b|cret/, wrong)
  }
})

test('`ps` shows no password of a server', async (t) => {
  const url = await newSmallBook(await testServer())
  const { password } = new URL(url)
  assert.ok(password.length > 0)
  const server = await startServer(t, ['--database', url])
  const processes = (): readonly string[] => {
    const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' })
    return table.split('\n').filter((line) => line.trim().startsWith(`${server.pid} `))
  }
  assert.equal(processes().length, 1)
  assert.match(processes().join('\n'), /ratebook serve --port 0/)
  for (const line of processes()) assert.ok(!line.includes(password), line)
  assert.ok(!server.stderr().includes(password))
  assert.equal((await server.stop()).code, 0)
})
