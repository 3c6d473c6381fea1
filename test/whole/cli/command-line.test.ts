import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { suite, test } from 'node:test'
import { run, runAlone, type CommandOptions } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook, sheetOf, withReason, writeHere } from '../../support/small-book.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const small = sharedBook(makeSmallBook)
const commands = [
  'serve',
  'register',
  'publish',
  'check',
  'verify',
  'audit',
  'offers',
  'changes',
  'corrections',
  'institutions',
  'events',
]

suite('the command line', { concurrency: 2 }, () => {
  test('--help lists every command on standard output, and the help of each command has an example', async () => {
    const { code, stdout, stderr } = await run(['--help'])
    assert.deepEqual([code, stderr], [0, ''])
    for (const command of [...commands, 'setup', 'copy'])
      assert.match(stdout, new RegExp(`^ {2}${command}\\b`, 'm'))
    for (const command of commands) {
      const help = await run([command, '--help'])
      assert.deepEqual([help.code, help.stderr], [0, ''])
      assert.match(help.stdout, new RegExp(`^Usage: (ratebook )?${command}\\b`))
      assert.match(help.stdout, new RegExp(`\nExample:\n {2}ratebook ${command}\\b`))
      assert.match(help.stdout, /--database <book>[^]*RATEBOOK_DATABASE/)
    }
  })

  test('names of files and arguments control no terminal, and long ones are cut', async (t) => {
    const cwd = temporaryDirectory(t)
    const name = `a\u009b2J\u202e${'b'.repeat(60)}.json`
    const missing = await run(['publish', name, '--database', copyOf(t, small())], { cwd })
    assert.equal(missing.code, 65)
    assert.match(missing.stderr, /^[ -~\n]*a\\u009B2J\\u202Eb+\.json: refused\n[ -~\n]*$/)
    const unknown = await run(['publish', `--\u009b${'x'.repeat(100_000)}`])
    assert.equal(unknown.code, 64)
    assert.match(unknown.stderr, /^[ -~…\n]{1,4500}$/)
    const list = await run(['institutions', '--json', '--database', copyOf(t, small())])
    assert.equal(list.stdout, `${JSON.stringify(JSON.parse(list.stdout))}\n`)
  })

  test('only serve loads the HTTP server, and only a PostgreSQL address loads its driver', async (t) => {
    const report = `process.on('exit', () => console.log(['fastify', 'pg'].filter((name) => Object.keys(cache).some((path) => path.includes('/node_modules/' + name + '/'))).join() + ';'))`
    const code = `import { createRequire } from 'node:module'; const { cache } = createRequire('/'); ${report}`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
    const loaded = async (...args: string[]): Promise<string> =>
      (await runAlone(args, { env })).stdout.trimEnd().split('\n').at(-1) ?? ''
    const book = copyOf(t, small())
    assert.equal(await loaded('check', 'alpha-bank', '--clock-is-right', '--database', book), ';')
    assert.equal(await loaded('serve', '--help'), 'fastify;')
    assert.equal(await loaded('check', 'a', '--database', 'postgres://127.0.0.1:1/db'), 'pg;')
  })

  test('--version prints the version of the package', async () => {
    const { code, stdout } = await run(['--version'])
    assert.equal(code, 0)
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
  })

  const misuses: readonly [misuse: string, args: readonly string[], message: RegExp][] = [
    ['no command', [], /Usage: ratebook/],
    ['an unknown command', ['frobnicate'], /unknown command 'frobnicate'/],
    [
      'a command that is named like a property of every object',
      ['constructor'],
      /unknown command 'constructor'/,
    ],
    [
      'a command that is named like the prototype property',
      ['__proto__'],
      /unknown command '__proto__'/,
    ],
    ['an unknown option', ['offers', '--colour', 'red'], /unknown option '--colour'/],
    ['a missing argument', ['publish'], /missing required argument 'sheet'/],
    ['too many arguments', ['audit', 'twice'], /too many arguments/],
    ['an option without its value', ['offers', '--type'], /argument missing/],
    [
      '--at with an invalid time',
      ['check', 'a', '--at', '2026-06-31T00:00:00Z'],
      /2026-06-31.*not a valid UTC time/,
    ],
    ['--at with a date', ['publish', 'x.json', '--at', '2026-06-09'], /not a valid UTC time/],
    [
      '--at in the future',
      ['verify', 'a', '--at', '2999-01-01T00:00:00Z'],
      /in the future.*time on this machine is/,
    ],
  ]
  for (const [misuse, args, message] of misuses) {
    test(`${misuse}: exit code 64 and a message on standard error`, async (t) => {
      const cwd = dirname(copyOf(t, small()))
      const { code, stdout, stderr } = await run(args, { cwd })
      assert.deepEqual([code, stdout], [64, ''])
      assert.match(stderr, message)
    })
  }

  test('`serve` reports all wrong settings together before it starts: exit code 78', async (t) => {
    const cwd = temporaryDirectory(t)
    const args = [
      'serve',
      '--host',
      ' ',
      '--port',
      '65536',
      '--base-path',
      'rates/',
      '--log-level',
      'loud',
    ]
    const more = ['--tls-cert', 'absent.pem', '--tls-key', 'absent.pem']
    const { code, stdout, stderr } = await run([...args, ...more], { cwd })
    assert.deepEqual([code, stdout], [78, ''])
    const lines = stderr.trimEnd().split('\n')
    const named = ['--port 65536', '--host is empty', '--base-path rates/', '--log-level loud']
    for (const [index, name] of [...named, 'There is no book', '--tls-cert absent.pem'].entries()) {
      assert.ok(lines[index]?.startsWith(name), stderr)
      assert.match(lines[index] ?? '', /\.$/)
    }
    assert.equal(lines.length, 6)
  })

  test('a certificate without its key is a wrong setting', async (t) => {
    const { code, stderr } = await run(['serve', '--tls-cert', 'a.pem'], {
      cwd: temporaryDirectory(t),
    })
    assert.equal(code, 78)
    assert.match(stderr, /--tls-cert and --tls-key go together/)
  })

  test('settings come from the environment, and a flag takes precedence', async (t) => {
    const book = copyOf(t, small())
    const elsewhere: CommandOptions = {
      cwd: temporaryDirectory(t),
      env: { RATEBOOK_DATABASE: book },
    }
    const there = await run(['institutions', '--json'], elsewhere)
    assert.deepEqual([there.code, there.stdout.includes('beta-finance')], [0, true])
    const flag = await run(['institutions', '--database', 'other.db'], elsewhere)
    assert.equal(flag.code, 78)
    assert.match(flag.stderr, /There is no book at other\.db/)
    const env = {
      RATEBOOK_HOST: ' ',
      RATEBOOK_PORT: 'one',
      PORT: 'two',
      RATEBOOK_BASE_PATH: 'x/',
      RATEBOOK_LOG_LEVEL: 'loud',
      RATEBOOK_TLS_CERT: 'a.pem',
    }
    const { stderr } = await run(['serve'], { cwd: dirname(book), env })
    for (const message of [
      /--host is empty/,
      /--port one /,
      /--base-path x\/ /,
      /--log-level loud/,
      /--tls-key go together/,
    ]) {
      assert.match(stderr, message)
    }
    const { stderr: second } = await run(['serve'], { cwd: dirname(book), env: { PORT: 'two' } })
    assert.match(second, /--port two is not a valid port/)
  })

  test('an empty variable counts as not set', async (t) => {
    const cwd = dirname(copyOf(t, small()))
    const empty = { RATEBOOK_DATABASE: '', RATEBOOK_TLS_CERT: '', RATEBOOK_PORT: '', PORT: '' }
    const there = await run(['institutions', '--json'], { cwd, env: empty })
    assert.deepEqual([there.code, there.stdout.includes('beta-finance')], [0, true])
    const { stderr } = await run(['serve', '--log-level', 'loud'], { cwd, env: empty })
    assert.match(stderr, /^--log-level loud is not a valid level: .*\n$/)
  })

  test('a database address with an unknown scheme: one sentence without the password, exit code 78', async () => {
    for (const args of [['audit'], ['serve', '--port', '0'], ['publish', 'x.json']]) {
      const { code, stdout, stderr } = await run([
        ...args,
        '--database',
        'mysql://me:secret@localhost/rates',
      ])
      assert.deepEqual([code, stdout], [78, ''])
      assert.match(
        stderr,
        /^--database has the scheme mysql:\/\/, .*not supported.*SQLite file, or postgres:\/\/…\.\n$/,
      )
    }
  })

  test('an unexpected error is reported as a bug with its stack: exit code 70', async (t) => {
    const broken = 'DatabaseSync.prototype.exec=()=>{throw new TypeError("a surprise")}'
    const preload = `data:text/javascript,import{DatabaseSync}from"node:sqlite";${broken}`
    const how = { cwd: dirname(copyOf(t, small())), node: ['--import', preload] }
    const { code, stdout, stderr } = await run(['check', 'alpha-bank'], how)
    assert.deepEqual([code, stdout], [70, ''])
    assert.match(
      stderr,
      /^This is a bug in Ratebook; please report it.*\nTypeError: a surprise\n +at /,
    )
  })

  test('results go to standard output and messages to standard error', async (t) => {
    const cwd = dirname(copyOf(t, small()))
    const good = writeHere(cwd, 'good.json', sheetOf())
    const bad = writeHere(cwd, 'bad.json', sheetOf({ offers: [], complete: false }))
    const { stdout, stderr } = await run(['publish', ...withReason, '--at-scraped', good, bad], {
      cwd,
    })
    assert.match(
      stdout,
      /^good\.json: published at position 4.*\n1 published, 0 unchanged, 1 refused\n$/,
    )
    assert.match(stderr, /^bad\.json: refused\n {2}offers: .*\n$/)
  })
})
