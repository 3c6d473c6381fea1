import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readWebPage } from '../../../src/serve/http/web-page.ts'
import type { AppOptions } from '../../../src/serve/server/app.ts'
import type { RequestOutcome } from '../../../src/serve/server/serve-log.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { appOf } from '../../support/ask.ts'
import { checkDocumented } from '../../support/document.ts'
import { marketOf, sampleEntries } from '../../support/sample-market.ts'

const sample = marketOf(sampleEntries())
const target = '/rates/changes?limit=1'

/** Stops the clock: the limit counts the requests of one second, however long they take. */
function stopClock(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
}

/** Sends the requests of one client after the other, and returns the statuses. */
async function statusesOf(
  t: TestContext,
  options: AppOptions,
  ...clients: readonly ClientRequests[]
): Promise<number[]> {
  t.mock.timers.reset()
  stopClock(t)
  const app = appOf(sample, undefined, options)
  await app.warmUp()
  const statuses: number[] = []
  for (const { from = '192.0.2.1', forwarded, url = target, times = 1 } of clients) {
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
type ClientRequests = {
  readonly from?: string
  readonly forwarded?: string
  readonly url?: string
  readonly times?: number
}

test('--rate-limit: each client may send that many requests a second; further ones are 429', async (t) => {
  const statuses = await statusesOf(
    t,
    { rateLimit: 3 },
    { times: 5 },
    { from: '192.0.2.2', times: 4 },
  )
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 200, 200, 200, 429])
})

test('--rate-limit: of concurrent requests, as many as the limit are answered', async (t) => {
  stopClock(t)
  const app = appOf(sample, undefined, { rateLimit: 3 })
  const asked = Array.from({ length: 5 }, async () => (await app.inject(target)).statusCode)
  assert.deepEqual(await Promise.all(asked), [200, 200, 200, 429, 429])
})

test('--rate-limit: the count starts again after a second', async (t) => {
  stopClock(t)
  const app = appOf(sample, undefined, { rateLimit: 1 })
  const ask = async (): Promise<number> => (await app.inject(target)).statusCode
  assert.deepEqual([await ask(), await ask()], [200, 429])
  t.mock.timers.tick(1_100)
  assert.equal(await ask(), 200)
})

test('--rate-limit: a client is an IPv4 address or an IPv6 /64 network; a mapped IPv4 address counts as IPv4', async (t) => {
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
    const statuses = await statusesOf(t, rateLimit, { from: one }, { from: other })
    assert.deepEqual(statuses, [200, second], `${one} and ${other}`)
  }
})

test('--rate-limit: /health and /ready are exempt, unknown paths are not', async (t) => {
  const probes = [
    { url: '/health', times: 3 },
    { url: '/ready', times: 3 },
    { url: '/nowhere' },
    {},
  ]
  assert.deepEqual(
    await statusesOf(t, { rateLimit: 1 }, ...probes),
    [200, 200, 200, 200, 200, 200, 404, 429],
  )
})

test('--trust-proxy: X-Forwarded-For counts only from the named addresses', async (t) => {
  const asked = [{ forwarded: '198.51.100.1' }, { forwarded: '198.51.100.2' }]
  assert.deepEqual(await statusesOf(t, { rateLimit: 1 }, ...asked), [200, 429])
  const trusting = (proxy: string): AppOptions => ({ rateLimit: 1, trustProxy: [proxy] })
  assert.deepEqual(await statusesOf(t, trusting('192.0.2.0/24'), ...asked), [200, 200])
  assert.deepEqual(await statusesOf(t, trusting('192.0.2.7'), ...asked), [200, 429])
  // A client may forge the header; only the address that the proxy has added counts.
  const forged = [{ forwarded: '1.1.1.1, 198.51.100.1' }, { forwarded: '2.2.2.2, 198.51.100.1' }]
  assert.deepEqual(await statusesOf(t, trusting('192.0.2.1'), ...forged), [200, 429])
  // A port in the header does not make another client.
  const ports = [{ forwarded: '198.51.100.1:1' }, { forwarded: '198.51.100.1:2, 192.0.2.1:3' }]
  assert.deepEqual(await statusesOf(t, trusting('192.0.2.1'), ...ports), [200, 429])
  // If the header names no address, the proxy is the client.
  const junk = [
    { forwarded: '"\u0080<x>,,' },
    { forwarded: '1.1.1.1, 2001:db8::1%x/y' },
    { forwarded: '' },
  ]
  assert.deepEqual(await statusesOf(t, trusting('192.0.2.1'), ...junk), [200, 429, 429])
})

test('--trust-proxy: the outcome of a request names the client that the proxy names', async (t) => {
  const outcomes: RequestOutcome[] = []
  const onOutcome = (outcome: RequestOutcome): void => void outcomes.push(outcome)
  const asked = ['198.51.100.1', '198.51.100.1:4711', 'someone'].map((forwarded) => ({ forwarded }))
  await statusesOf(t, { onOutcome, trustProxy: ['192.0.2.1'] }, ...asked)
  assert.deepEqual(
    outcomes.map(({ client }) => client),
    ['198.51.100.1', '198.51.100.1', '192.0.2.1'],
  )
})

test('--rate-limit: the page and its files are exempt, the API requests of the page are not', async (t) => {
  stopClock(t)
  const page = temporaryDirectory(t)
  for (const name of ['assets', 'languages']) mkdirSync(join(page, name))
  writeFileSync(join(page, 'languages', 'en.json'), '{}')
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Ratebook</title>')
  const statuses = async (url: string) => {
    const app = appOf(sample, undefined, { rateLimit: 1, page: readWebPage(page) })
    const asked = Array.from({ length: 4 }, async () => (await app.inject(url)).statusCode)
    return Promise.all(asked)
  }
  assert.deepEqual(await statuses('/'), [200, 200, 200, 200])
  assert.deepEqual(await statuses('/changes'), [200, 200, 200, 200])
  assert.deepEqual(await statuses('/assets/gone.js'), [404, 404, 404, 404])
  assert.deepEqual(await statuses(target), [200, 429, 429, 429])
})
