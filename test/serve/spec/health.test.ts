import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { ask, appOf } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { at } from '../../support/sample-market.ts'
import { createTestApp } from '../../support/source.ts'

const now = () => at('2026-07-01T00:00:00Z')
const sick = createTestApp({ market: () => emptyMarket, isHealthy: () => false, now })

test('GET /health: {"status":"ok"} while the book can be read', async () => {
  const { status, body, headers } = await ask(appOf(emptyMarket), '/health')
  assert.equal(status, 200)
  assert.equal(body, '{"status":"ok"}')
  assert.equal(headers['content-type'], 'application/json')
})

test('GET /health ignores all parameters', async () => {
  const { status } = await ask(appOf(emptyMarket), '/health?limit=0&type=&tenure_months=x')
  assert.equal(status, 200)
})

test('GET /health: 503 with Retry-After while the book cannot be read', async () => {
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

test('the data endpoints keep answering from the market meanwhile', async () => {
  const book = openBook()
  book.register('2026-06-01T00:00:00Z', 'alpha')
  const app = createTestApp({ market: book.market, isHealthy: () => false, now })
  const { status, body } = await ask(app, '/institutions')
  assert.equal(status, 200)
  assert.match(body, /"id":"alpha"/)
})

test('GET /health is never cached', async () => {
  let isHealthy = true
  const app = createTestApp({ market: () => emptyMarket, isHealthy: () => isHealthy, now })
  const first = await ask(app, '/health')
  isHealthy = false
  const second = await ask(app, '/health')
  assert.deepEqual([first.status, second.status], [200, 503])
  assert.equal(first.headers['cache-control'], 'no-store')
  assert.equal(first.headers['ratebook-position'], undefined)
})
