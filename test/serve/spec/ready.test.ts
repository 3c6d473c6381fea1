import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyMarket, type Market } from '../../../src/book/market/market.ts'
import type { AppOptions } from '../../../src/serve/server/app.ts'
import type { RequestOutcome } from '../../../src/serve/server/serve-log.ts'
import { at, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { createTestApp } from '../../support/source.ts'

const sample = marketOf(sampleEntries())
const appOver = (market: () => Market, options: AppOptions = {}) =>
  createTestApp({ market, isHealthy: () => true, now: () => at('2026-11-21T00:00:00Z') }, options)

test('GET /ready: 503 before the warm-up, while the data endpoints answer, and 200 after it', async () => {
  const app = appOver(() => sample)
  const ready = await app.inject('/ready')
  assert.equal(ready.statusCode, 503)
  assert.match(String(ready.headers['retry-after']), /^[1-9]\d*$/)
  assert.equal(ready.headers['content-type'], 'application/problem+json')
  for (const target of ['/rates/current', '/compare?tenure_months=12', '/health'])
    assert.equal((await app.inject(target)).statusCode, 200, target)
  await app.warmUp()
  assert.equal((await app.inject('/ready')).statusCode, 200)
})

test('the warm-up fills the response cache, and is no request of a client', async () => {
  const outcomes: RequestOutcome[] = []
  const onOutcome = (outcome: RequestOutcome): void => void outcomes.push(outcome)
  const app = appOver(() => sample, { onOutcome, rateLimit: 1 })
  await app.warmUp()
  assert.deepEqual(outcomes, [])
  assert.equal((await app.inject('/compare?tenure_months=12')).statusCode, 200)
  assert.deepEqual(
    outcomes.map(({ status, cache }) => [status, cache]),
    [[200, 'hit']],
  )
})

test('an empty book needs no warm-up, and a failed one does not keep the server from being ready', async () => {
  let isBroken = true
  const brokenAtFirst = (): Market => {
    if (isBroken) {
      isBroken = false
      throw new Error('no market')
    }
    return sample
  }
  for (const market of [() => emptyMarket, brokenAtFirst]) {
    const app = appOver(market)
    await app.warmUp()
    assert.equal((await app.inject('/ready')).statusCode, 200)
  }
})
