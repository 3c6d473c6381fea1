import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appOf, ask, receive } from '../../support/ask.ts'
import { openBook } from '../../support/book.ts'
import { at } from '../../support/sample-market.ts'
import { createTestApp } from '../../support/source.ts'

const history = '/summary/history?tenure_months=12'
/** A book of one institution whose rates were read and published on 10 January at noon. */
const book = openBook()
book.register('2026-01-01T00:00:00Z', 'alpha')
book.publish('2026-01-10T12:00:00Z', 'alpha', ['general 12 maturity 9', 'general 6 maturity 8'])
const data = [
  '/institutions',
  '/rates/current',
  '/rates/history/alpha',
  '/rates/changes',
  '/compare?tenure_months=12',
  '/summary',
  history,
  '/freshness',
  '/reports/best-rates',
  '/corrections',
  '/sources',
]

/** The seconds of max-age, and Last-Modified, of a target at some time. */
async function caching(
  target: string,
  now: string,
): Promise<readonly [seconds: string, modified: string]> {
  const { headers } = await ask(appOf(book.market(), now), target)
  const [, seconds = ''] = headers['cache-control']?.match(/^public, max-age=(\d+)$/) ?? []
  return [seconds, headers['last-modified'] ?? '']
}

const noon = 'Sat, 10 Jan 2026 12:00:00 GMT'

test('data may be cached for a minute, and Last-Modified is the time of the last entry', async () => {
  for (const target of data) {
    assert.deepEqual(await caching(target, '2026-01-10T12:00:30Z'), ['60', noon], target)
  }
})

test('/freshness is cached no longer than to the next whole day', async () => {
  assert.deepEqual(await caching('/freshness', '2026-01-11T11:58:00Z'), ['60', noon])
  assert.deepEqual(await caching('/freshness', '2026-01-11T11:59:30Z'), ['30', noon])
  assert.deepEqual(await caching('/freshness', '2026-01-11T11:59:59Z'), ['1', noon])
  assert.deepEqual(await caching('/freshness', '2026-01-11T11:59:59.500Z'), ['0', noon])
  assert.deepEqual(await caching('/freshness', '2026-01-11T12:00:00Z'), [
    '60',
    'Sun, 11 Jan 2026 12:00:00 GMT',
  ])
})

test('/freshness is cached no longer than to the first millisecond past the threshold', async () => {
  const seventh = 'Sat, 17 Jan 2026 12:00:00 GMT'
  assert.deepEqual(await caching('/freshness', '2026-01-17T11:59:59Z'), [
    '1',
    'Fri, 16 Jan 2026 12:00:00 GMT',
  ])
  assert.deepEqual(await caching('/freshness', '2026-01-17T12:00:00Z'), ['0', seventh])
  assert.deepEqual(await caching('/freshness', '2026-01-17T12:00:00.001Z'), ['60', seventh])
})

test('/freshness of several institutions is cached until the first of them ends a day', async () => {
  const two = openBook()
  two.register('2026-01-01T00:00:00Z', 'alpha')
  two.register('2026-01-01T00:00:00Z', 'beta')
  two.publish('2026-01-10T12:00:00Z', 'alpha', ['general 12 maturity 9'])
  two.publish('2026-01-10T18:00:00Z', 'beta', ['general 12 maturity 9'])
  const app = appOf(two.market(), '2026-01-11T11:59:50Z')
  const cacheControl = async (target: string) => (await ask(app, target)).headers['cache-control']
  assert.equal(await cacheControl('/freshness'), 'public, max-age=10')
  assert.equal(await cacheControl('/freshness?institution_id=alpha'), 'public, max-age=10')
  assert.equal(await cacheControl('/freshness?institution_id=beta'), 'public, max-age=60')
  const later = appOf(two.market(), '2026-01-11T18:00:00Z')
  assert.equal(
    (await ask(later, '/freshness')).headers['last-modified'],
    'Sun, 11 Jan 2026 18:00:00 GMT',
  )
})

test('a receipt is cached no longer than the age of its rate holds, and a minute where time changes nothing', async () => {
  const receipt = '/evidence/p2-1'
  assert.deepEqual((await caching(receipt, '2026-01-11T11:59:50Z'))[0], '10')
  assert.deepEqual((await caching(receipt, '2026-01-17T12:00:00Z'))[0], '0')
  assert.deepEqual((await caching(receipt, '2026-01-17T12:00:00.001Z'))[0], '60')
})

test('/summary/history is cached no longer than to the next UTC midnight', async () => {
  assert.deepEqual(await caching(history, '2026-01-10T23:59:00Z'), ['60', noon])
  assert.deepEqual(await caching(history, '2026-01-10T23:59:48.900Z'), ['11', noon])
  assert.deepEqual(await caching(history, '2026-01-10T23:59:59Z'), ['1', noon])
  assert.deepEqual(await caching(history, '2026-01-11T00:00:00Z'), [
    '60',
    'Sun, 11 Jan 2026 00:00:00 GMT',
  ])
})

test('where time alone changes nothing, Last-Modified stays the time of the last entry', async () => {
  for (const target of data.filter((path) => path !== history && path !== '/freshness')) {
    assert.deepEqual(await caching(target, '2026-01-17T23:59:59Z'), ['60', noon], target)
  }
})

test('the ETag changes when time changes the answer, and not before', async () => {
  const etag = async (target: string, now: string) =>
    (await ask(appOf(book.market(), now), target)).headers['etag']
  for (const [target, before, then] of [
    ['/freshness', '2026-01-11T11:59:59.999Z', '2026-01-11T12:00:00Z'],
    ['/freshness', '2026-01-17T12:00:00Z', '2026-01-17T12:00:00.001Z'],
    [history, '2026-01-11T23:59:59.999Z', '2026-01-12T00:00:00Z'],
  ] as const) {
    const last = await etag(target, before)
    assert.notEqual(await etag(target, then), last)
    const app = appOf(book.market(), then)
    assert.equal((await ask(app, target, { 'if-none-match': last ?? '' })).status, 200)
  }
  assert.equal(
    await etag('/freshness', '2026-01-11T12:00:00Z'),
    await etag('/freshness', '2026-01-12T11:59:59Z'),
  )
})

test('the ETag stays the same for the same position, encoding and day', async () => {
  const etags = async (now: string) =>
    Promise.all(
      [...data, '/rates/current.csv', '/rates/history/alpha.ndjson'].map(
        async (target) =>
          (await receive(appOf(book.market(), now), 'GET', target, { 'accept-encoding': 'gzip' }))
            .headers['etag'],
      ),
    )
  assert.deepEqual(await etags('2026-01-12T12:00:01Z'), await etags('2026-01-12T23:59:59Z'))
})

test('a publication changes every ETag', async () => {
  const growing = openBook()
  growing.register('2026-01-01T00:00:00Z', 'alpha')
  growing.publish('2026-01-10T12:00:00Z', 'alpha', ['general 12 maturity 9'])
  const following = createTestApp({
    market: growing.market,
    isHealthy: () => true,
    now: () => at('2026-01-10T12:00:30Z'),
  })
  const targets = [...data, '/rates/changes.csv', '/rates/changes.atom', '/rates/history/alpha.csv']
  const known = await Promise.all(targets.map((target) => receive(following, 'GET', target)))
  growing.publish('2026-01-10T12:00:10Z', 'alpha', ['general 12 maturity 9.5'])
  for (const [index, target] of targets.entries()) {
    const etag = known[index]?.headers['etag'] ?? ''
    const { status, headers } = await receive(following, 'GET', target, { 'if-none-match': etag })
    assert.equal(status, 200, target)
    assert.notEqual(headers['etag'], etag, target)
    const again = await receive(following, 'GET', target, {
      'if-none-match': headers['etag'] ?? '',
    })
    assert.deepEqual([again.status, again.body], [304, ''], target)
  }
})

const app = appOf(book.market())
const etagOf = async (target: string, headers = {}) =>
  (await ask(app, target, headers)).headers['etag'] ?? ''

test('If-None-Match → 304 with the headers of the 200, for every endpoint', async () => {
  for (const target of [...data, '/health', '/docs', '/openapi.json']) {
    const full = await ask(app, target)
    const { status, headers, body } = await ask(app, target, {
      'if-none-match': full.headers['etag'] ?? '',
    })
    assert.deepEqual([status, body], [304, ''], target)
    for (const name of ['etag', 'cache-control', 'vary', 'last-modified', 'ratebook-position']) {
      assert.equal(headers[name], full.headers[name], `${target}: ${name}`)
    }
    assert.equal(headers['content-length'], undefined)
  }
})

test('RFC 9110, 13.1.2: If-None-Match compares weakly, takes lists and *', async () => {
  const etag = await etagOf('/institutions')
  const opaque = etag.slice(1, -1)
  const known = [
    etag,
    `W/${etag}`,
    `"x", ${etag}`,
    `"x",W/${etag} , "y"`,
    `"a,b", ${etag}`,
    '*',
    ' * ',
  ]
  for (const header of known) {
    assert.equal((await ask(app, '/institutions', { 'if-none-match': header })).status, 304, header)
  }
  const unknown = [
    '',
    '"x"',
    opaque,
    `"${opaque}x"`,
    `"x${opaque}"`,
    `"${opaque.toUpperCase()}"`,
    'W/"x"',
    `'${opaque}'`,
    '"*"',
  ]
  for (const header of unknown) {
    assert.equal((await ask(app, '/institutions', { 'if-none-match': header })).status, 200, header)
  }
})

test('every data response, 304 too, has Ratebook-Position, and no other has it', async () => {
  for (const target of data) {
    assert.equal((await ask(app, target)).headers['ratebook-position'], '2', target)
    const known = await ask(app, target, { 'if-none-match': '*' })
    assert.deepEqual([known.status, known.headers['ratebook-position']], [304, '2'], target)
  }
  for (const target of ['/health', '/docs', '/openapi.json', '/nowhere', '/compare']) {
    assert.equal((await ask(app, target)).headers['ratebook-position'], undefined, target)
  }
})

test('a new entry changes the position, Last-Modified and the ETag', async () => {
  const growing = openBook()
  growing.register('2026-01-01T00:00:00Z', 'alpha')
  const following = createTestApp({
    market: growing.market,
    isHealthy: () => true,
    now: () => at('2026-02-01T00:00:00Z'),
  })
  const first = await ask(following, '/rates/current')
  growing.publish('2026-01-02T03:04:05.678Z', 'alpha', ['general 12 maturity 9'])
  const second = await ask(following, '/rates/current', {
    'if-none-match': first.headers['etag'] ?? '',
  })
  assert.deepEqual(
    [first.headers['ratebook-position'], second.headers['ratebook-position']],
    ['1', '2'],
  )
  assert.equal(second.status, 200)
  assert.equal(first.headers['last-modified'], 'Thu, 01 Jan 2026 00:00:00 GMT')
  assert.equal(second.headers['last-modified'], 'Fri, 02 Jan 2026 03:04:05 GMT')
})

test('RFC 9110, 8.8.2.1: Last-Modified is never later than the response', async () => {
  assert.deepEqual(await caching('/institutions', '2026-01-10T11:00:00Z'), [
    '60',
    'Sat, 10 Jan 2026 11:00:00 GMT',
  ])
})
