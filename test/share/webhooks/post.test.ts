import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { createAddressCheck } from '../../../src/outbound/address-check.ts'
import type { Resolve } from '../../../src/outbound/send.ts'
import { post, type PostOptions } from '../../../src/share/webhooks/webhook.ts'
import { until } from '../../support/cli.ts'
import { startReceiver } from './receiver.ts'

const { signal } = new AbortController()
const allowed: PostOptions = { check: createAddressCheck(['127.0.0.1']), signal }
const strict: PostOptions = { check: createAddressCheck([]), signal }

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

test('a name that cannot be resolved, and a port where nobody listens, are failures', async () => {
  const resolve: Resolve = (_, callback) => callback(new Error('no such name'), [])
  const unresolved = await post(new URL('https://nowhere.example/'), {}, 'x', {
    ...strict,
    resolve,
  })
  assert.deepEqual(unresolved, { failure: 'no such name' })
  const noAddress = await post(new URL('https://nowhere.example/'), {}, 'x', {
    ...strict,
    resolve: (_, callback) => callback(null, []),
  })
  assert.deepEqual(noAddress, { failure: 'nowhere.example has no address' })
  const refused = await post(new URL('http://127.0.0.1:1/'), {}, 'x', allowed)
  assert.match('failure' in refused ? refused.failure : '', /ECONNREFUSED/)
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

test('an abort ends the request at once', async (t) => {
  const { url, received } = await startReceiver(t, () => {})
  const stop = new AbortController()
  const result = post(new URL(url), {}, 'x', { ...allowed, signal: stop.signal })
  assert.ok(await until(() => received.length === 1))
  stop.abort()
  assert.ok('failure' in (await result))
})
