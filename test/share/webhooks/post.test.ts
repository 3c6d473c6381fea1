import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createAddressCheck } from '../../../src/outbound/address-check.ts'
import type { Resolve } from '../../../src/outbound/send.ts'
import { post, type PostOptions } from '../../../src/share/webhooks/webhook.ts'
import { until } from '../../support/cli.ts'
import { startReceiver } from './receiver.ts'

const execute = promisify(execFile)
const { signal } = new AbortController()
const allowed: PostOptions = { check: createAddressCheck(['127.0.0.1']), signal }
const strict: PostOptions = { check: createAddressCheck([]), signal }

/** A resolver that knows one name. */
const resolveTo =
  (...addresses: readonly string[]): Resolve =>
  (_, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

const certificate = (pair: 'first' | 'second') => ({
  cert: readFileSync(new URL(`../../support/tls/${pair}-cert.pem`, import.meta.url)),
  key: readFileSync(new URL(`../../support/tls/${pair}-key.pem`, import.meta.url)),
})

test('the body and the headers arrive as they were given, and the status comes back', async (t) => {
  const { url, received } = await startReceiver(t, (_, response) =>
    response.writeHead(503, { 'retry-after': '7' }).end('later'),
  )
  const result = await post(new URL(url), { 'webhook-id': 'a' }, '{"rate":"8,5 ₹"}', allowed)
  assert.deepEqual(result, { status: 503, retryAfter: '7' })
  assert.equal(received.length, 1)
  const [{ method, path, headers, body } = assert.fail()] = received
  assert.deepEqual([method, path, body], ['POST', '/hook', '{"rate":"8,5 ₹"}'])
  assert.deepEqual([headers['webhook-id'], headers['content-length']], ['a', '18'])
})

test('nothing reaches an address that is not public and not named', async (t) => {
  const { port, received } = await startReceiver(t)
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    'localhost',
    '0',
    '[::ffff:127.0.0.1]',
  ]
  for (const host of hosts) {
    for (const scheme of ['http', 'https']) {
      const result = await post(new URL(`${scheme}://${host}:${port}/hook`), {}, 'x', strict)
      assert.match('failure' in result ? result.failure : '', /is not public/, host)
    }
  }
  assert.deepEqual(received, [])
})

test('one address that is not public refuses the host, whatever its other addresses are', async (t) => {
  const { port, received } = await startReceiver(t)
  const url = new URL(`https://receiver.example:${port}/hook`)
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['2606:4700::1', '::1']]) {
    const result = await post(url, {}, 'x', { ...strict, resolve: resolveTo(...addresses) })
    assert.match('failure' in result ? result.failure : '', /is not public/)
  }
  assert.deepEqual(received, [])
})

test('the name is resolved once, and the connection goes to the address that was checked', async (t) => {
  const { port, received } = await startReceiver(t)
  let resolved = 0
  const resolve: Resolve = (hostname, callback) => {
    assert.equal(hostname, 'receiver.example')
    resolved++
    // A second answer would name another address.
    resolveTo(resolved === 1 ? '127.0.0.1' : '10.0.0.1')(hostname, callback)
  }
  const url = new URL(`http://receiver.example:${port}/hook`)
  const result = await post(url, {}, 'x', { ...allowed, resolve })
  assert.deepEqual([result, resolved], [{ status: 204, retryAfter: undefined }, 1])
  assert.equal(received[0]?.headers.host, `receiver.example:${port}`)
})

test('a name that cannot be resolved, and a port where nobody listens, are failures', async () => {
  const resolve: Resolve = (_, callback) => callback(new Error('no such name'), [])
  const unresolved = await post(new URL('https://nowhere.example/'), {}, 'x', {
    ...strict,
    resolve,
  })
  assert.deepEqual(unresolved, { failure: 'no such name' })
  const noAddress = await post(new URL('https://nowhere.example/'), {}, 'x', {
    ...strict,
    resolve: resolveTo(),
  })
  assert.deepEqual(noAddress, { failure: 'nowhere.example has no address' })
  const refused = await post(new URL('http://127.0.0.1:1/'), {}, 'x', allowed)
  assert.match('failure' in refused ? refused.failure : '', /ECONNREFUSED/)
})

test('redirects are not followed', async (t) => {
  const target = await startReceiver(t)
  const { url } = await startReceiver(t, (_, response) =>
    response.writeHead(307, { location: target.url }).end(),
  )
  const result = await post(new URL(url), {}, 'x', allowed)
  assert.deepEqual(result, { status: 307, retryAfter: undefined })
  assert.deepEqual(target.received, [])
})

test('a receiver that is silent, and one that never accepts the connection, are failures', async (t) => {
  const silent = await startReceiver(t, () => {})
  const result = await post(new URL(silent.url), {}, 'x', { ...allowed, requestTimeout: 200 })
  assert.deepEqual(result, { failure: 'there was no response within 200 ms' })
  // A name that is never resolved stands for a connection that is never made.
  const never: PostOptions = { ...allowed, resolve: () => {}, connectTimeout: 200 }
  const unconnected = await post(new URL('http://receiver.example/'), {}, 'x', never)
  assert.deepEqual(unconnected, { failure: 'there was no connection within 200 ms' })
})

test('a response body that does not end is not waited for, and its status counts', async (t) => {
  const closed: Promise<unknown>[] = []
  const flood = await startReceiver(t, (_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(1_024)), 5)
    closed.push(once(response, 'close').then(() => clearInterval(timer)))
  })
  const slow = await startReceiver(t, (_, response) => {
    response.writeHead(200)
    response.write('x')
    closed.push(once(response, 'close'))
  })
  for (const { url } of [flood, slow]) {
    const result = await post(new URL(url), {}, 'x', allowed)
    assert.deepEqual(result, { status: 200, retryAfter: undefined })
  }
  assert.equal(closed.length, 2)
  await Promise.all(closed)
})

test('a connection that is closed without a response, and a switch of protocols, are failures', async (t) => {
  const closing = await startReceiver(t, (_, response) => response.destroy())
  assert.ok('failure' in (await post(new URL(closing.url), {}, 'x', allowed)))
  const garbage = createServer((socket) => socket.end('not HTTP\r\n\r\n'))
  const switching = createServer((socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  )
  for (const server of [garbage, switching]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const { port } = server.address() as AddressInfo
    assert.ok('failure' in (await post(new URL(`http://127.0.0.1:${port}/`), {}, 'x', allowed)))
  }
})

test('an abort ends the request at once', async (t) => {
  const { url, received } = await startReceiver(t, () => {})
  const stop = new AbortController()
  const result = post(new URL(url), {}, 'x', { ...allowed, signal: stop.signal })
  assert.ok(await until(() => received.length === 1))
  stop.abort()
  assert.ok('failure' in (await result))
})

test('a certificate that nobody trusts is a failure', async (t) => {
  const { url, received } = await startReceiver(t, undefined, certificate('first'))
  const result = await post(new URL(url), {}, 'x', allowed)
  assert.match('failure' in result ? result.failure : '', /self-signed/)
  assert.deepEqual(received, [])
})

/** Posts from a process of its own with an environment, and returns the result. */
async function postInProcess(
  url: string,
  environment: Readonly<Record<string, string>>,
): Promise<unknown> {
  const moduleUrl = (name: string): string =>
    new URL(`../../../src/${name}.ts`, import.meta.url).href
  const script = `
    import { post } from '${moduleUrl('share/webhooks/webhook')}'
    import { createAddressCheck } from '${moduleUrl('outbound/address-check')}'
    const { signal } = new AbortController()
    const check = createAddressCheck(['127.0.0.1'])
    console.log(JSON.stringify(await post(new URL('${url}'), {}, 'x', { check, signal })))`
  const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...environment },
  })
  return JSON.parse(stdout)
}

test('a certificate is verified against the authorities that Node trusts, and no variable turns that off', async (t) => {
  const { url, received } = await startReceiver(t, undefined, certificate('first'))
  const authority = fileURLToPath(new URL('../../support/tls/first-cert.pem', import.meta.url))
  const insecure = await postInProcess(url, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })
  assert.match(JSON.stringify(insecure), /self-signed/)
  assert.deepEqual(received, [])
  assert.deepEqual(await postInProcess(url, { NODE_EXTRA_CA_CERTS: authority }), { status: 204 })
  const other = url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  const wrongName = await postInProcess(other, { NODE_EXTRA_CA_CERTS: authority })
  assert.match(JSON.stringify(wrongName), /failure/)
  assert.equal(received.length, 1)
})

test('a proxy in the environment is not used', async (t) => {
  const proxy = await startReceiver(t)
  const { url, received } = await startReceiver(t)
  const address = `http://127.0.0.1:${proxy.port}`
  const variables = { HTTP_PROXY: address, http_proxy: address, HTTPS_PROXY: address, NO_PROXY: '' }
  const result = await postInProcess(url, { ...variables, NODE_USE_ENV_PROXY: '1' })
  assert.deepEqual([result, received.length, proxy.received], [{ status: 204 }, 1, []])
})
