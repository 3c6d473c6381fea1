import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppOptions } from '../../src/http/app.ts'
import type { Observation } from '../../src/http/message/observation.ts'
import { appOf } from '../support/ask.ts'
import { checkDocumented } from '../support/document.ts'
import { marketOf, sampleEntries } from '../support/sample-market.ts'

const sample = marketOf(sampleEntries())
const target = '/rates/changes?limit=1'

/** Asks as often as is said from each address in turn, and returns the statuses. */
async function statusesOf(options: AppOptions, ...asked: readonly Asked[]): Promise<number[]> {
  const app = appOf(sample, undefined, options)
  const statuses: number[] = []
  for (const { from = '192.0.2.1', forwarded, url = target, times = 1 } of asked) {
    for (let count = 0; count < times; count++) {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      const answer = await app.inject({ url, remoteAddress: from, headers })
      const received = { status: answer.statusCode, body: answer.body }
      checkDocumented(url, { ...received, headers: answer.headers as Record<string, string> })
      if (answer.statusCode === 429) assert.match(String(answer.headers['retry-after']), /^1$/)
      statuses.push(answer.statusCode)
    }
  }
  return statuses
}
type Asked = {
  readonly from?: string
  readonly forwarded?: string
  readonly url?: string
  readonly times?: number
}

test('issue 3, --rate-limit: each client has its number of requests a second, and 429 for more', async () => {
  const statuses = await statusesOf({ rateLimit: 3 }, { times: 5 }, { from: '192.0.2.2', times: 4 })
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 200, 200, 200, 429])
})

test('issue 3, --rate-limit: of requests that come at once, as many as may are answered', async () => {
  const app = appOf(sample, undefined, { rateLimit: 3 })
  const asked = Array.from({ length: 5 }, async () => (await app.inject(target)).statusCode)
  assert.deepEqual(await Promise.all(asked), [200, 200, 200, 429, 429])
})

test('issue 3, --rate-limit: a second later the client may ask again', async () => {
  const app = appOf(sample, undefined, { rateLimit: 1 })
  const ask = async (): Promise<number> => (await app.inject(target)).statusCode
  assert.deepEqual([await ask(), await ask()], [200, 429])
  await sleep(1_100)
  assert.equal(await ask(), 200)
})

test('issue 3, --rate-limit: IPv6 by /64, IPv4 whole, and IPv4 within IPv6 as IPv4', async () => {
  const rateLimit = { rateLimit: 1 }
  const pairs: readonly (readonly [one: string, other: string, second: number])[] = [
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', 429],
    ['2001:db8:1:2::1', '2001:DB8:1:2::9', 429],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 200],
    ['192.0.2.1', '192.0.2.2', 200],
    ['192.0.2.1', '::ffff:192.0.2.1', 429],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', 200],
    ['fe80::1%eth0', 'fe80::2%eth0', 429],
  ]
  for (const [one, other, second] of pairs) {
    const statuses = await statusesOf(rateLimit, { from: one }, { from: other })
    assert.deepEqual(statuses, [200, second], `${one} and ${other}`)
  }
})

test('issue 3, --rate-limit: /health and /ready are exempt, what is not there is not', async () => {
  const probes = [
    { url: '/health', times: 3 },
    { url: '/ready', times: 3 },
    { url: '/nowhere' },
    {},
  ]
  assert.deepEqual(
    await statusesOf({ rateLimit: 1 }, ...probes),
    [200, 200, 200, 200, 200, 200, 404, 429],
  )
})

test('issue 3, --trust-proxy: X-Forwarded-For is believed of those that are named, and of nobody else', async () => {
  const asked = [{ forwarded: '198.51.100.1' }, { forwarded: '198.51.100.2' }]
  assert.deepEqual(await statusesOf({ rateLimit: 1 }, ...asked), [200, 429])
  const trusting = (proxy: string): AppOptions => ({ rateLimit: 1, trustProxy: [proxy] })
  assert.deepEqual(await statusesOf(trusting('192.0.2.0/24'), ...asked), [200, 200])
  assert.deepEqual(await statusesOf(trusting('192.0.2.7'), ...asked), [200, 429])
  // What the client itself wrote before what the proxy added is not believed.
  const forged = [{ forwarded: '1.1.1.1, 198.51.100.1' }, { forwarded: '2.2.2.2, 198.51.100.1' }]
  assert.deepEqual(await statusesOf(trusting('192.0.2.1'), ...forged), [200, 429])
  // A port is no client of its own; who forwards what is no address is the client, whatever stands before that.
  const ports = [{ forwarded: '198.51.100.1:1' }, { forwarded: '198.51.100.1:2, 192.0.2.1:3' }]
  assert.deepEqual(await statusesOf(trusting('192.0.2.1'), ...ports), [200, 429])
  const junk = [
    { forwarded: '"\u0080<x>,,' },
    { forwarded: '1.1.1.1, 2001:db8::1%x/y' },
    { forwarded: '' },
  ]
  assert.deepEqual(await statusesOf(trusting('192.0.2.1'), ...junk), [200, 429, 429])
})

test('issue 3, --trust-proxy: the log names the client that the proxy names', async () => {
  const observations: Observation[] = []
  const observe = (observation: Observation): unknown => observations.push(observation)
  const asked = ['198.51.100.1', '198.51.100.1:4711', 'someone'].map((forwarded) => ({ forwarded }))
  await statusesOf({ observe, trustProxy: ['192.0.2.1'] }, ...asked)
  assert.deepEqual(
    observations.map(({ client }) => client),
    ['198.51.100.1', '198.51.100.1', '192.0.2.1'],
  )
})

test('the page and its files are not counted: what it asks for is', async () => {
  const page = { html: '<!doctype html>', assets: new Map() }
  const statuses = async (url: string) => {
    const app = appOf(sample, undefined, { rateLimit: 1, page })
    const asked = Array.from({ length: 4 }, async () => (await app.inject(url)).statusCode)
    return Promise.all(asked)
  }
  assert.deepEqual(await statuses('/'), [200, 200, 200, 200])
  assert.deepEqual(await statuses('/changes'), [200, 200, 200, 200])
  assert.deepEqual(await statuses('/assets/gone.js'), [404, 404, 404, 404])
  assert.deepEqual(await statuses(target), [200, 429, 429, 429])
})
