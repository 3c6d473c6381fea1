import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { serveOptions } from '../../src/cli/serve-options.ts'
import { run } from '../support/cli.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import { makeSmallBook } from '../support/small-book.ts'

const small = sharedBook(makeSmallBook)

test('every setting is documented, with its variable', () => {
  const page = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `--'))
  for (const { long, envVar } of serveOptions) {
    const row = rows.find((line) => line.includes(`\`${long}\``))
    assert.ok(row?.includes(`\`${envVar ?? 'RATEBOOK_'}`), `${long} ${envVar}`)
  }
})

/** Wrong values of each setting of load and operation, and how the sentence about one begins. */
const wrong: readonly (readonly [flag: string, variable: string, values: readonly string[]])[] = [
  ['--workers', 'RATEBOOK_WORKERS', ['0', '-1', '1.5', 'two', '257']],
  ['--metrics-port', 'RATEBOOK_METRICS_PORT', ['-1', '65536', 'x']],
  ['--rate-limit', 'RATEBOOK_RATE_LIMIT', ['0', '-5', '1e3', 'many']],
  [
    '--trust-proxy',
    'RATEBOOK_TRUST_PROXY',
    ['10.0.0.0/33', '::1/129', 'proxy', '1.2.3.4/', '1.2.3', '0.0.0.0/0', '::/0'],
  ],
  ['--cache', 'RATEBOOK_CACHE', ['-1', '64MB', '65537']],
]

test('the settings of load and operation: every wrong value has a sentence, by flag and by variable', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  for (const [index] of wrong[3]?.[2].entries() ?? []) {
    const values = wrong.map(([flag, variable, all]) => ({
      flag,
      variable,
      value: all[index % all.length] ?? '',
    }))
    const args = values.map(({ flag, value }) => `${flag}=${value}`)
    const env = Object.fromEntries(values.map(({ variable, value }) => [variable, value]))
    for (const { code, stdout, stderr } of [
      await run(['serve', ...args], { cwd }),
      await run(['serve'], { cwd, env: { ...env, RATEBOOK_NO_MEMO: 'perhaps' } }),
    ]) {
      assert.deepEqual([code, stdout], [78, ''])
      for (const { flag, value } of values)
        assert.ok(stderr.includes(`${flag} ${value} is no `), `${flag} ${value}: ${stderr}`)
      for (const line of stderr.trimEnd().split('\n')) assert.match(line, /\.$/)
    }
  }
})

test('RATEBOOK_NO_MEMO is true or false, and --metrics-host is an address', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const env = {
    RATEBOOK_NO_MEMO: 'perhaps',
    RATEBOOK_METRICS_HOST: ' ',
    RATEBOOK_METRICS_PORT: '0',
  }
  const { code, stderr } = await run(['serve'], { cwd, env })
  assert.equal(code, 78)
  assert.match(
    stderr,
    /^--metrics-host is empty.*\nRATEBOOK_NO_MEMO is perhaps; it is true or false\.\n$/,
  )
})

test('metrics at the port of the answers: a sentence, before anything starts, but not at another address', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const ports = ['serve', '--port', '9001', '--metrics-port', '9001']
  const { code, stderr } = await run(ports, { cwd })
  const says = '--metrics-port 9001 is the port of the answers; give the metrics another.\n'
  assert.deepEqual([code, stderr], [78, says])
  // Something else is wrong, so that no server is started.
  const apart = await run([...ports, '--metrics-host', '127.0.0.2', '--workers', 'x'], { cwd })
  assert.equal(apart.code, 78)
  assert.match(apart.stderr, /^--workers x .*\n$/)
})

test('a list of several proxies is read, spaces and all', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const proxies = '10.0.0.0/8, 127.0.0.1 ,::1,2001:db8::/32'
  const { stderr } = await run(['serve', '--trust-proxy', proxies, '--port', 'x'], { cwd })
  assert.equal(stderr, '--port x is no port: a number from 0 to 65535.\n')
})
