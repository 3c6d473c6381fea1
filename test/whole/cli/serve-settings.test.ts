import assert from 'node:assert/strict'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { sections } from '../../../src/cli/settings/sections.ts'
import { run, startServer, until } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook } from '../../support/small-book.ts'

const small = sharedBook(makeSmallBook)

test('every option of `serve` is documented with its environment variable', () => {
  const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `--'))
  for (const { long, envVar } of sections.serve) {
    const row = rows.find((line) => line.includes(`\`${long}\``))
    assert.ok(row?.includes(`\`${envVar}`), `${long} ${envVar}`)
  }
})

/** Wrong values of the options that limit load or concern operation. */
const wrong: readonly (readonly [flag: string, variable: string, values: readonly string[]])[] = [
  ['--metrics-port', 'RATEBOOK_METRICS_PORT', ['-1', '65536', 'x']],
  ['--rate-limit', 'RATEBOOK_RATE_LIMIT', ['0', '-5', '1e3', 'many']],
  [
    '--trust-proxy',
    'RATEBOOK_TRUST_PROXY',
    ['10.0.0.0/33', '::1/129', 'proxy', '1.2.3.4/', '1.2.3', '0.0.0.0/0', '::/0'],
  ],
  ['--cache', 'RATEBOOK_CACHE', ['-1', '64MB', '65537']],
  ['--event-streams', 'RATEBOOK_EVENT_STREAMS', ['-1', 'many', '20001']],
  ['--drain', 'RATEBOOK_DRAIN', ['-1', '5s', '3601']],
  ['--time-zone', 'RATEBOOK_TIME_ZONE', ['Colombo', '+05:30', 'Asia/Nowhere']],
  [
    '--report-to',
    'RATEBOOK_REPORT_TO',
    ['rates', 'http://rates.example/', 'https://me:secret@rates.example/', 'a@b', 'mailto:a@b.lk'],
  ],
  ['--publish-captures', 'RATEBOOK_PUBLISH_CAPTURES', ['nowhere', 'ratebook.db', '/dev/null']],
]

test('every wrong value is named, whether it comes from a flag or from a variable', async (t) => {
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
      await run(['serve'], { cwd, env }),
    ]) {
      assert.deepEqual([code, stdout], [78, ''])
      for (const { flag, value } of values)
        assert.ok(
          stderr.includes(`${flag} ${value} is not a valid `),
          `${flag} ${value}: ${stderr}`,
        )
      for (const line of stderr.trimEnd().split('\n')) assert.match(line, /\.$/)
    }
  }
})

test('--metrics-host must not be empty', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const env = { RATEBOOK_METRICS_HOST: ' ', RATEBOOK_METRICS_PORT: '0', RATEBOOK_PORT: 'x' }
  const { code, stderr } = await run(['serve'], { cwd, env })
  assert.equal(code, 78)
  assert.match(stderr, /^--port x .*\n--metrics-host is empty.*\n$/)
})

test('the metrics cannot use the port of the API, unless they use another address', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const ports = ['serve', '--port', '9001', '--metrics-port', '9001']
  const { code, stderr } = await run(ports, { cwd })
  const message = '--metrics-port 9001 is the port of the API; give the metrics another.\n'
  assert.deepEqual([code, stderr], [78, message])
  // The wrong --cache keeps the server from starting.
  const apart = await run([...ports, '--metrics-host', '127.0.0.2', '--cache', 'x'], { cwd })
  assert.equal(apart.code, 78)
  assert.match(apart.stderr, /^--cache x .*\n$/)
})

test('--public-url is the address of a server; a slash at its end is dropped', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  for (const text of [
    'rates.example',
    'ftp://a',
    'https://a/?x',
    'https://me@a',
    '/lk',
    'https://',
  ]) {
    const { code, stderr } = await run(['serve', '--public-url', text], { cwd })
    const message = `--public-url ${text} is not the address of a server: give one such as https://rates.example or https://rates.example/ke.\n`
    assert.deepEqual([code, stderr], [78, message])
  }
  for (const [publicUrl, basePath, message] of [
    ['https://a/lk', '', '--public-url https://a/lk has the path /lk, but --base-path is /'],
    ['https://a', '/lk', '--public-url https://a has the path /, but --base-path is /lk'],
  ] as const) {
    const flags = ['--public-url', publicUrl, '--base-path', basePath]
    const { code, stderr } = await run(['serve', ...flags], { cwd })
    assert.deepEqual([code, stderr], [78, `${message}: give both the same path.\n`])
  }
  const env = { RATEBOOK_PUBLIC_URL: 'https://rates.example/lk/', RATEBOOK_BASE_PATH: '/lk' }
  const server = await startServer(t, [], { cwd, env })
  const { headers } = await fetch(`${server.address}/events?limit=1`)
  assert.equal(headers.get('link'), '<https://rates.example/lk/events?after=1&limit=1>; rel="next"')
})

test('a list of proxies may have spaces after its commas', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const proxies = '10.0.0.0/8, 127.0.0.1 ,::1,2001:db8::/32'
  const { stderr } = await run(['serve', '--trust-proxy', proxies, '--port', 'x'], { cwd })
  assert.equal(stderr, '--port x is not a valid port: give a whole number from 0 to 65535.\n')
})

test('/about shows the settings of the book; flags and variables go before the file', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  const settings = [
    'country: KE',
    'time_zone: Africa/Nairobi',
    'operator: { name: Rates Kenya, logo: logo.svg, contact: old@example.org }',
    'insurance: { bank: { status: insured_up_to, amount: 500000, currency: KES } }',
    'withholding_tax: 15',
  ]
  writeFileSync(join(cwd, 'ratebook.yaml'), `${settings.join('\n')}\n`)
  writeFileSync(join(cwd, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const env = { RATEBOOK_REPORT_TO: 'rates@example.org' }
  const server = await startServer(t, ['--time-zone', 'Asia/Colombo'], { cwd, env })
  const about = (await (await fetch(`${server.address}/about`)).json()) as Record<string, unknown>
  const none = { scheme: null, address: null, since: null }
  assert.deepEqual(
    [about['country'], about['time_zone'], about['insurance'], about['withholding_tax']],
    [
      'KE',
      'Asia/Colombo',
      {
        bank: { status: 'insured_up_to', amount: '500000.00', currency: 'KES', ...none },
        nbfi: null,
      },
      '15',
    ],
  )
  assert.deepEqual(about['operator'], {
    name: 'Rates Kenya',
    website: null,
    logo: '/logo',
    imprint: null,
    licence: null,
    contact: 'rates@example.org',
    releases: null,
  })
  const logo = await fetch(`${server.address}/logo`)
  assert.equal(logo.headers.get('content-type'), 'image/svg+xml')
})

test('a logo that is no image keeps the server from starting', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  writeFileSync(join(cwd, 'ratebook.yaml'), 'operator: { logo: ratebook.yaml }\n')
  const { code, stderr } = await run(['serve'], { cwd })
  assert.equal(code, 78)
  assert.match(stderr, /^The file of operator\.logo, .*, is neither an SVG nor a PNG image\.\n$/)
})

test('serve warns if every user can read the book', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const warning =
    'Every user can read the book ratebook.db, which holds unpublished sheets unless it is a mirror: run chmod o-rwx on it, and on its -wal and -shm if there are any.'
  for (const [mode, isWarned] of [
    [0o640, false],
    [0o644, true],
  ] as const) {
    chmodSync(book, mode)
    const server = await startServer(t, [], { cwd })
    // The warning is logged before the address.
    assert.ok(await until(() => server.stderr().includes(server.address)))
    assert.equal(server.stderr().includes(`"msg":"${warning}"`), isWarned)
  }
})
