import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { emptyMarket } from '../../book/market/market.ts'
import type { Instant } from '../../domain/instant.ts'
import { createMetrics, createRequestMetrics } from './metrics.ts'
import type { RequestOutcome } from './serve-log.ts'

const outcome: RequestOutcome = {
  endpoint: '/compare',
  method: 'GET',
  target: '/compare',
  status: 200,
  bytes: 10,
  milliseconds: 0.3,
  client: '::1',
  cache: 'hit',
  isStream: false,
}

test('requests are counted by endpoint, method, status and cache, and unknown methods together', async () => {
  const registry = new Registry()
  const countRequest = createRequestMetrics(registry)
  for (const fields of [
    {},
    {},
    { status: 304, cache: 'miss' },
    { method: 'PROPFIND', status: 405, cache: 'none' },
    { method: 'FROB', status: 405, cache: 'none' },
    { endpoint: 'other', method: '', status: 400, cache: 'none', milliseconds: 6_000 },
  ] as const)
    countRequest({ ...outcome, ...fields })
  const lines = (await registry.metrics()).split('\n')
  for (const line of [
    'ratebook_requests_total{endpoint="/compare",method="GET",status="200"} 2',
    'ratebook_requests_total{endpoint="/compare",method="GET",status="304"} 1',
    'ratebook_requests_total{endpoint="/compare",method="other",status="405"} 2',
    'ratebook_requests_total{endpoint="other",method="other",status="400"} 1',
    'ratebook_responses_total{cache="hit"} 2',
    'ratebook_responses_total{cache="miss"} 1',
    'ratebook_responses_total{cache="none"} 3',
    'ratebook_response_bytes_total 60',
    'ratebook_request_duration_seconds_bucket{le="0.00025",endpoint="/compare"} 0',
    'ratebook_request_duration_seconds_bucket{le="0.0005",endpoint="/compare"} 5',
    'ratebook_request_duration_seconds_bucket{le="5",endpoint="other"} 0',
    'ratebook_request_duration_seconds_bucket{le="+Inf",endpoint="other"} 1',
    'ratebook_request_duration_seconds_sum{endpoint="other"} 6',
    'ratebook_request_duration_seconds_count{endpoint="/compare"} 5',
  ])
    assert.ok(lines.includes(line), `${line}\n${lines.join('\n')}`)
})

test('the metrics keep the rules of `promtool check metrics`', async () => {
  const market = () => emptyMarket
  const zero = () => 0 as Instant
  const registry = createMetrics({
    market,
    lastReadAt: zero,
    droppedLogLines: () => 0,
    now: zero,
  })
  createRequestMetrics(registry)(outcome)
  const metrics = await registry.getMetricsAsJSON()
  assert.ok(metrics.length > 10)
  for (const { name, help, type } of metrics) {
    assert.match(name, /^[a-z][a-z0-9_]*$/)
    assert.notEqual(help.trim(), '', name)
    assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`)
    assert.doesNotMatch(name, /_(?:count|sum|bucket)$/, name)
    assert.doesNotMatch(
      name,
      /milliseconds|minutes|kilobytes|megabytes|percent|counter|gauge/,
      name,
    )
  }
})
