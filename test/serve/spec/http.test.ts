import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyMarket } from '../../../src/book/market/market.ts'
import { appOf, ask, receive } from '../../support/ask.ts'
import { checkDocumented } from '../../support/document.ts'
import { at, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { createTestApp } from '../../support/source.ts'

const now = '2026-11-21T00:00:00Z'
const sample = marketOf(sampleEntries())
const app = appOf(sample, now)
const long = '/rates/current'
const short = '/rates/changes?limit=1'

test('no Accept header leads to 406', async () => {
  for (const accept of ['text/html', 'application/xml;q=1, */*;q=0', 'nonsense', '']) {
    const { status, headers } = await ask(app, short, { accept })
    assert.deepEqual([status, headers['content-type']], [200, 'application/json'], accept)
  }
})

test('HEAD works wherever GET does', async () => {
  // `ask` compares GET and HEAD.
  for (const target of [
    short,
    '/health',
    '/docs',
    '/openapi.json',
    '/',
    '/nowhere',
    '/compare',
    '/rates/history/x',
  ]) {
    await ask(app, target)
  }
  const { status, headers, body } = await receive(app, 'HEAD', long)
  assert.deepEqual(
    [status, body, headers['content-length']],
    [200, '', String(Buffer.byteLength((await ask(app, long)).body))],
  )
})

test('Accept: application/json is answered with JSON in UTF-8', async () => {
  const { headers, body } = await ask(app, '/institutions')
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['content-length'], String(Buffer.byteLength(body)))
})

const broken = createTestApp({
  market: () => {
    throw new Error('no market')
  },
  isHealthy: () => true,
  now: () => at(now),
})

test('CORS for everyone and security headers on every answer, errors and preflight among them', async () => {
  const answers = [
    await receive(app, 'GET', short),
    await receive(app, 'GET', short, { 'if-none-match': '*' }),
    await receive(app, 'GET', '/docs'),
    await receive(app, 'GET', '/'),
    await receive(app, 'GET', '/openapi.json'),
    await receive(app, 'OPTIONS', short),
    await receive(app, 'GET', '/nowhere'),
    await receive(app, 'GET', '/rates/history/%zz'),
    await receive(app, 'GET', '/compare'),
    await receive(app, 'DELETE', short),
    await receive(broken, 'GET', short),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 304, 200, 302, 200, 204, 404, 400, 422, 405, 500],
  )
  for (const { headers } of answers) {
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(
      headers['access-control-expose-headers'],
      'ETag, Link, Retry-After, Ratebook-Position, Ratebook-Reached',
    )
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
    assert.match(
      headers['content-security-policy'] ?? '',
      /default-src 'none'.*frame-ancestors 'none'/,
    )
    assert.equal(headers['strict-transport-security'], undefined, 'not in the clear')
    assert.equal(headers['access-control-allow-credentials'], undefined)
  }
})

test('every path answers a CORS preflight request', async () => {
  const preflight = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' }
  for (const target of ['/health', '/compare', '/rates/history/nobody', '/docs', '/openapi.json']) {
    const { status, headers, body } = await receive(app, 'OPTIONS', target, preflight)
    assert.deepEqual([status, body], [204, ''], target)
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS')
    assert.equal(headers['access-control-allow-headers'], '*')
    assert.equal(headers['allow'], 'GET, HEAD, OPTIONS')
    assert.match(headers['access-control-max-age'] ?? '', /^[1-9]\d*$/)
  }
  assert.equal((await receive(app, 'OPTIONS', '/nowhere', preflight)).status, 404)
})

test('405 with Allow for every other method, with a body or without', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'SEARCH']) {
    for (const target of [short, '/health', '/docs', '/rates/history/nobody']) {
      const answer = await receive(app, method, target, { 'content-type': 'application/json' })
      checkDocumented(target, answer)
      assert.deepEqual(
        [answer.status, answer.headers['allow']],
        [405, 'GET, HEAD, OPTIONS'],
        method,
      )
    }
    for (const type of ['application/json', 'nonsense', '']) {
      assert.equal((await receive(app, method, '/nowhere', { 'content-type': type })).status, 404)
    }
    assert.equal((await receive(app, method, '/nowhere')).status, 404, method)
  }
  const { statusCode } = await app.inject({
    method: 'POST',
    url: short,
    payload: '{"__proto__":',
    headers: { 'content-type': 'text/x' },
  })
  assert.equal(statusCode, 405)
})

test('a path that does not exist is 404', async () => {
  const paths = [
    '/nowhere',
    '/Health',
    '/health/',
    '//health',
    '/rates',
    '/rates/history',
    '/rates/history/',
    '/v1/health',
  ]
  for (const target of [
    ...paths,
    '/rates/history/peoples-bank/x',
    '/__proto__',
    '/.env',
    '/compare%3Ftenure_months=12',
  ]) {
    const { status, headers } = await ask(app, target)
    assert.deepEqual([status, headers['content-type']], [404, 'application/problem+json'], target)
  }
})

test('no error is cacheable, none has an ETag, and none shows a stack or a path', async () => {
  const targets = [
    '/nowhere',
    '/rates/history/nobody',
    '/rates/history/%zz',
    '/compare',
    '/summary?type=x',
  ]
  const answers = await Promise.all(
    targets.map((target) => ask(app, target, { 'if-none-match': '*' })),
  )
  answers.push(await receive(broken, 'GET', short), await receive(app, 'PUT', short))
  for (const { status, headers, body } of answers) {
    assert.ok(status >= 400)
    assert.equal(headers['cache-control'], 'no-store')
    assert.deepEqual(
      [headers['etag'], headers['last-modified'], headers['ratebook-position']],
      [undefined, undefined, undefined],
    )
    assert.doesNotMatch(body, /node_modules|\bat \w+ \(|\.ts\b|no market|file:/)
  }
})

test('what a client sent is escaped in a problem document', async () => {
  const { status, body } = await ask(app, '/rates/history/%22%3E%3Cscript%3E%0A')
  assert.equal(status, 404)
  assert.match((JSON.parse(body) as { detail: string }).detail, /^There is no institution .*script/)
})

test('--base-path: every path is under the base path, and all others are 404', async () => {
  const based = appOf(sample, now, { basePath: '/rates/lk' })
  const plain = await receive(app, 'GET', short)
  const under = await receive(based, 'GET', `/rates/lk${short}`)
  assert.deepEqual([under.status, under.body], [200, plain.body])
  assert.deepEqual(JSON.parse((await receive(based, 'GET', '/rates/lk/health')).body), {
    status: 'ok',
  })
  for (const target of [short, '/health', '/docs', '/', '/rates/lk/rates/lk/health']) {
    assert.equal((await receive(based, 'GET', target)).status, 404, target)
  }
  for (const target of ['/rates/lk', '/rates/lk/']) {
    const { status, headers } = await receive(based, 'GET', target)
    assert.deepEqual([status, headers['location']], [302, '/rates/lk/docs'])
  }
  assert.match((await receive(based, 'GET', '/x')).body, /\/rates\/lk\/docs/)
})

test('the empty market answers, at position 0 and without Last-Modified', async () => {
  const empty = appOf(emptyMarket, now)
  for (const target of [
    '/institutions',
    long,
    '/rates/changes',
    '/summary',
    '/freshness',
    '/compare?tenure_months=12',
  ]) {
    const { status, body, headers } = await ask(empty, target)
    assert.deepEqual([status, body], [200, '[]'], target)
    assert.deepEqual(
      [headers['ratebook-position'], headers['last-modified']],
      ['0', undefined],
      target,
    )
  }
})
