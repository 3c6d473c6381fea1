import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { lookup } from 'node:dns'
import { test, type TestContext } from 'node:test'
import type { FetchOutcome } from '../../../src/collect/fetch/fetch-outcome.ts'
import { startBank } from './bank-server.ts'
import { resolveInTurn, resolveTo, testFetcher } from './test-fetcher.ts'

/** Hosts of URLs that name an address which is not public. */
const literals = [
  // Dotted, short, decimal, hexadecimal, octal, mixed, with a final dot, percent-encoded, full-width.
  '127.0.0.1',
  '127.255.255.254',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0x1',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  // Private networks, carrier-grade NAT, link-local addresses, and the metadata address of clouds.
  '10.0.0.1',
  '0xa000001',
  '172.16.0.1',
  '192.168.1.1',
  '3232235777',
  '100.64.0.1',
  '169.254.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  // IPv6: loopback, unspecified, link-local, unique local with the metadata address, site-local, multicast.
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[fc00::1]',
  '[fec0::1]',
  '[ff02::1]',
  // IPv4 in IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo.
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::10.0.0.1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:7f00:1::]',
]

/** What a resolver may answer for a name that must not be connected to. */
const answers: readonly (readonly string[])[] = [
  ['127.0.0.1'],
  ['8.8.8.8', '127.0.0.1'],
  ['127.0.0.1', '8.8.8.8'],
  ['2606:4700::1111', '::1'],
  ['8.8.8.8', 'fe80::1%eth0'],
  ['169.254.169.254'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::1'],
  ['0.0.0.0'],
]

/** Counts the TCP sockets that this process makes until the test ends. */
function countSockets(t: TestContext): () => number {
  let made = 0
  const count = (): void => {
    made++
  }
  subscribe('net.client.socket', count)
  t.after(() => unsubscribe('net.client.socket', count))
  return () => made
}

function assertRefused(outcome: FetchOutcome, form: string): void {
  assert.equal(outcome.kind === 'refused' && outcome.code, 'address', form)
  assert.match('message' in outcome ? outcome.message : '', /is not public, and .*\.$/, form)
}

test('an address that is not public, however it is written, is refused before a connection is opened', async (t) => {
  assert.ok(literals.length >= 40)
  const bank = await startBank(t, (_, response) => response.end('inside'), { address: '0.0.0.0' })
  const sockets = countSockets(t)
  const { fetch } = testFetcher({ allowed: [] })
  for (const host of literals) {
    for (const scheme of ['http', 'https']) {
      assertRefused(await fetch({ url: `${scheme}://${host}:${bank.port}/` }), host)
    }
  }
  assert.deepEqual([sockets(), bank.connections()], [0, 0])
  // The counters count: the same server, once its address is named.
  const named = await testFetcher().fetch({ url: `http://127.0.0.1:${bank.port}/` })
  assert.deepEqual([named.kind, sockets(), bank.connections()], ['fetched', 2, 2])
})

test('a name is refused if one of its addresses is not public', async (t) => {
  const bank = await startBank(t, (_, response) => response.end('inside'), { address: '0.0.0.0' })
  for (const addresses of answers) {
    const { fetch } = testFetcher({ allowed: [], resolve: resolveTo(...addresses) })
    for (const scheme of ['http', 'https']) {
      const outcome = await fetch({ url: `${scheme}://bank.example:${bank.port}/` })
      assertRefused(outcome, addresses.join(' '))
    }
  }
  assert.equal(bank.connections(), 0)
  // The resolver of the operating system is asked too.
  const { fetch } = testFetcher({
    allowed: [],
    resolve: (hostname, callback) => lookup(hostname, { all: true }, callback),
  })
  assertRefused(await fetch({ url: `http://localhost:${bank.port}/` }), 'localhost')
  assert.equal(bank.connections(), 0)
})

test('a redirect to an address that is not public is refused before a connection is opened', async (t) => {
  const inside = await startBank(t, (_, response) => response.end('inside'), {
    address: '127.0.0.1',
  })
  // The first hop is on another loopback address, which is named.
  let target = ''
  const bank = await startBank(
    t,
    (_, response) => response.writeHead(302, { location: target }).end(),
    { address: '127.0.0.2' },
  )
  for (const host of literals) {
    // A header has only ASCII characters.
    target = `http://${host.replaceAll(/[^ -~]/g, encodeURIComponent)}:${inside.port}/`
    const { fetch } = testFetcher({ allowed: ['127.0.0.2'] })
    // The source lists the host, so only the address stands against it.
    const hosts = [new URL(target).hostname]
    assertRefused(await fetch({ url: `http://127.0.0.2:${bank.port}/`, hosts }), host)
  }
  for (const addresses of answers) {
    target = `http://inside.example:${inside.port}/`
    const { fetch } = testFetcher({ allowed: ['127.0.0.2'], resolve: resolveTo(...addresses) })
    const request = { url: `http://127.0.0.2:${bank.port}/`, hosts: ['inside.example'] }
    assertRefused(await fetch(request), addresses.join(' '))
  }
  assert.equal(inside.connections(), 0)
  assert.equal(bank.pages.length, literals.length + answers.length)
})

test('a redirect of robots.txt to an address that is not public is not followed', async (t) => {
  const inside = await startBank(t, (_, response) => response.end('inside'))
  const bank = await startBank(t, (_, response) => response.end('page'), {
    address: '127.0.0.2',
    robots: (_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/robots.txt` }).end(),
  })
  const { fetch } = testFetcher({ allowed: ['127.0.0.2'] })
  const outcome = await fetch({ url: `http://127.0.0.2:${bank.port}/`, hosts: ['127.0.0.1'] })
  assert.equal(outcome.kind === 'refused' && outcome.code, 'robots-unreachable')
  assert.deepEqual([inside.connections(), bank.pages.length], [0, 0])
})

test('a resolver that changes its answer cannot lead a request elsewhere (DNS rebinding)', async (t) => {
  const bank = await startBank(t, (_, response) => response.end('page'), { address: '127.0.0.2' })
  const inside = await startBank(t, (_, response) => response.end('inside'))
  assert.notEqual(bank.port, inside.port)
  const url = `http://bank.example:${bank.port}/`
  const asked: string[] = []
  const once = resolveInTurn(['127.0.0.2'], ['127.0.0.2'], ['127.0.0.1'])
  const { fetch } = testFetcher({
    allowed: ['127.0.0.2'],
    resolve: (hostname, callback) => {
      asked.push(hostname)
      once(hostname, callback)
    },
  })
  // One question for robots.txt and one for the page: no second question between the check and the connection.
  assert.equal((await fetch({ url })).kind, 'fetched')
  assert.deepEqual(asked, ['bank.example', 'bank.example'])
  // robots.txt is known by now; the third answer is another address.
  assertRefused(await fetch({ url }), 'rebound')
  assertRefused(await fetch({ url: `http://bank.example:${inside.port}/` }), 'rebound')
  assert.equal(inside.connections(), 0)
})

test('a request goes to the address that was checked, with the name of the host', async (t) => {
  const bank = await startBank(t, (_, response) => response.end('page'))
  const outcome = await testFetcher().fetch({ url: `http://bank.example:${bank.port}/rates?a=b` })
  assert.equal(outcome.kind, 'fetched')
  assert.deepEqual(
    bank.requests.map(({ path, headers }) => [path, headers.host]),
    [
      ['/robots.txt', `bank.example:${bank.port}`],
      ['/rates?a=b', `bank.example:${bank.port}`],
    ],
  )
})

test('if one address of a host does not answer, the next one is tried', async (t) => {
  const bank = await startBank(t, (_, response) => response.end('page'))
  const { fetch } = testFetcher({
    allowed: ['127.0.0.0/8', '::1'],
    resolve: resolveTo('::1', '127.0.0.3', '127.0.0.1'),
  })
  assert.equal((await fetch({ url: `http://bank.example:${bank.port}/` })).kind, 'fetched')
})

test('only http and https are requested, without a user name or password', async (t) => {
  const sockets = countSockets(t)
  const { fetch } = testFetcher()
  for (const url of [
    'ftp://bank.example/rates',
    'file:///etc/passwd',
    'data:text/html,8.5',
    'gopher://bank.example/',
    'http://user@bank.example/',
    'https://user:password@bank.example/',
    `https://bank.example/${'a'.repeat(2_000)}`,
    'bank.example/rates',
    'https://[fe80::1%25eth0]/',
    'https://[::1',
    '',
  ]) {
    const outcome = await fetch({ url })
    assert.equal(outcome.kind === 'refused' && outcome.code, 'url', url)
  }
  assert.equal(sockets(), 0)
})
