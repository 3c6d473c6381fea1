import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Market } from '../../../src/book/market/market.ts'
import type { AppOptions } from '../../../src/serve/server/app.ts'
import type { RequestOutcome } from '../../../src/serve/server/serve-log.ts'
import { movingMarkets } from '../../support/moving-markets.ts'
import { at, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { createTestApp } from '../../support/source.ts'

const [first, second] = movingMarkets(30, 1)
assert.ok(first && second)

/** An app whose market and time can be changed, and how the response cache served the last request. */
type CachingApp = {
  readonly app: FastifyInstance
  readonly current: { market: Market; now: string }
  readonly get: (target: string, acceptEncoding?: string) => Promise<LightMyRequestResponse>
  readonly cacheOf: (target: string, acceptEncoding?: string) => Promise<RequestOutcome['cache']>
}

function cachingApp(market: Market, options: AppOptions = {}): CachingApp {
  const current = { market, now: '2026-03-01T00:00:00Z' }
  let outcome: RequestOutcome | undefined
  const onOutcome = (one: RequestOutcome): void => {
    outcome = one
  }
  const source = {
    market: () => current.market,
    isHealthy: () => true,
    now: () => at(current.now),
  }
  const app = createTestApp(source, { ...options, onOutcome })
  const get = (url: string, acceptEncoding = 'identity') =>
    app.inject({ url, headers: { 'accept-encoding': acceptEncoding } })
  return {
    app,
    current,
    get,
    async cacheOf(target, acceptEncoding) {
      await get(target, acceptEncoding)
      assert.ok(outcome)
      return outcome.cache
    },
  }
}

const equalQueries: readonly (readonly string[])[] = [
  [
    '/compare?tenure_months=12',
    '/compare?tenure_months=12.0',
    '/compare?tenure_months=12.00&variant=general',
    '/compare?payout_type=maturity&tenure_months=12&variant=general&x=y',
  ],
  ['/summary', '/summary?', '/summary?x=1', '/summary?_'],
  ['/summary?type=bank&variant=general', '/summary?variant=general&type=bank'],
  ['/reports/best-rates', '/reports/best-rates?limit=20'],
  ['/institutions', '/institutions?active_only=true'],
  [
    '/summary/history?tenure_months=6&payout_type=monthly',
    '/summary/history?payout_type=monthly&tenure_months=6.000',
  ],
]

for (const [plainest = '', ...others] of equalQueries) {
  test(`equal queries share one cached response: ${plainest}`, async () => {
    const { get, cacheOf } = cachingApp(first)
    assert.equal(await cacheOf(plainest), 'miss')
    const { body } = await get(plainest)
    for (const target of others) {
      assert.equal(await cacheOf(target), 'hit', target)
      assert.equal((await get(target)).body, body, target)
    }
  })
}

test('different queries have different responses', async () => {
  const { get } = cachingApp(first)
  const targets = [
    '/compare?tenure_months=12',
    '/compare?tenure_months=6&payout_type=monthly',
    '/compare?tenure_months=120',
    '/summary',
    '/summary?type=bank',
    '/freshness',
    '/freshness?institution_id=alpha',
    '/rates/current',
    '/rates/history/alpha',
    '/rates/history/beta',
    '/rates/changes?institution_id=alpha',
  ]
  const bodies = await Promise.all(targets.map(async (target) => (await get(target)).body))
  assert.equal(new Set(bodies).size, targets.length)
  for (const [index, target] of targets.entries())
    assert.equal((await get(target)).body, bodies[index])
})

test('each encoding and each format is cached by itself', async () => {
  const { cacheOf } = cachingApp(marketOf(sampleEntries()))
  for (const [target, encoding] of [
    ['/rates/current', 'identity'],
    ['/rates/current', 'gzip'],
    ['/rates/current', 'br'],
    ['/rates/current.csv', 'br'],
  ] as const) {
    assert.equal(await cacheOf(target, encoding), 'miss', `${target} ${encoding}`)
    assert.equal(await cacheOf(target, encoding), 'hit', `${target} ${encoding}`)
  }
})

test('without a cache every response is the same', async () => {
  const [without, cached] = [cachingApp(first, { cacheBytes: 0 }), cachingApp(first)]
  for (const target of ['/summary', '/summary', '/rates/history/beta', '/health', '/health']) {
    assert.notEqual(await without.cacheOf(target, 'gzip'), 'hit', target)
    const { rawPayload, headers } = await without.get(target, 'gzip')
    const expected = await cached.get(target, 'gzip')
    assert.ok(rawPayload.equals(expected.rawPayload), target)
    assert.equal(headers['etag'], expected.headers['etag'])
  }
})

test('a new market empties the cache, and so does the time at which a response changes', async () => {
  const { cacheOf, current } = cachingApp(first)
  assert.deepEqual(
    [await cacheOf('/summary'), await cacheOf('/summary'), await cacheOf('/freshness')],
    ['miss', 'hit', 'miss'],
  )
  current.market = second
  assert.equal(await cacheOf('/summary'), 'miss')
  assert.equal(await cacheOf('/freshness'), 'miss')
  current.now = '2026-03-02T00:00:00Z'
  assert.equal(await cacheOf('/freshness'), 'miss')
  assert.equal(await cacheOf('/summary'), 'hit')
})

test('the cache is bounded and keeps the responses that were used last', async () => {
  const sample = marketOf(sampleEntries())
  const { cacheOf } = cachingApp(sample, { cacheBytes: 40_000 })
  const targets = [...sample.institutions.keys()].map((id) => `/rates/current?institution_id=${id}`)
  const [oldest = '', newest = ''] = [targets[0], targets.at(-1)]
  for (const target of targets) assert.equal(await cacheOf(target), 'miss', target)
  assert.equal(await cacheOf(newest), 'hit')
  assert.equal(await cacheOf(oldest), 'miss')
})

test('pages of the history and of the changes are cached, events are not', async () => {
  const { cacheOf } = cachingApp(first)
  for (const target of ['/rates/history/alpha?limit=1', '/rates/changes?offset=1']) {
    assert.equal(await cacheOf(target), 'miss', target)
    assert.equal(await cacheOf(target), 'hit', target)
  }
  for (let times = 0; times < 2; times++) assert.equal(await cacheOf('/events'), 'none')
})
