import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../../src/http/app.ts'
import { emptyMarket } from '../../src/market/market.ts'
import { ask, appOf } from '../support/ask.ts'
import { openBook } from '../support/book.ts'
import { at } from '../support/sample-market.ts'

const now = () => at('2026-07-01T00:00:00Z')
const sick = createApp({ market: () => emptyMarket, isHealthy: () => false, now })

test('part 4, GET /health: a healthy service answers {"status":"ok"}', async () => {
  const { status, body, headers } = await ask(appOf(emptyMarket), '/health')
  assert.equal(status, 200)
  assert.equal(body, '{"status":"ok"}')
  assert.equal(headers['content-type'], 'application/json')
})

test('part 4, GET /health: takes no parameter, so it ignores all', async () => {
  const { status } = await ask(appOf(emptyMarket), '/health?limit=0&type=&tenure_months=x')
  assert.equal(status, 200)
})

test('design 4, health: 503 with Retry-After while the book cannot be read', async () => {
  const { status, body, headers } = await ask(sick, '/health')
  assert.equal(status, 503)
  assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/)
  assert.deepEqual(JSON.parse(body), {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: 'The book cannot be read at the moment.',
  })
})

test('design 4, health: the data endpoints keep answering from the market meanwhile', async () => {
  const book = openBook()
  book.register('2026-06-01T00:00:00Z', 'alpha')
  const app = createApp({ market: book.market, isHealthy: () => false, now })
  const { status, body } = await ask(app, '/institutions')
  assert.equal(status, 200)
  assert.match(body, /"id":"alpha"/)
})

test('part 4, GET /health: says how things are at the time of asking, and no cache keeps it', async () => {
  let isHealthy = true
  const app = createApp({ market: () => emptyMarket, isHealthy: () => isHealthy, now })
  const first = await ask(app, '/health')
  isHealthy = false
  const second = await ask(app, '/health')
  assert.deepEqual([first.status, second.status], [200, 503])
  assert.equal(first.headers['cache-control'], 'no-store')
  assert.equal(first.headers['ratebook-position'], undefined)
})
