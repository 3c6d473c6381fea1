import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createApp } from '../../src/http/app.ts'
import type { Source } from '../../src/http/answers.ts'
import { defaultLimits } from '../../src/http/server/limits.ts'
import { checkDocumented, document, type Received } from '../support/document.ts'
import { requestText, sendRaw } from '../support/raw.ts'
import { at, marketOf, sampleEntries } from '../support/sample-market.ts'
import { exampleTarget, withParameter } from '../support/targets.ts'

const market = marketOf(sampleEntries())
const source: Source = {
  market: () => market,
  isHealthy: () => true,
  now: () => at('2026-11-21T00:00:00Z'),
}
/** Only what waits for it meets the short timeout: a busy machine would let others run into it. */
const limits = { ...defaultLimits, headTimeout: 150, requestTimeout: 300, timeoutCheck: 20 }
const inside = 'SELECT body FROM entry /var/lib/ratebook.db'
const broken = (): never => {
  throw new Error(inside)
}
const apps = {
  well: createApp(source),
  hasty: createApp(source, { limits }),
  sick: createApp({ ...source, isHealthy: () => false }),
  broken: createApp({ ...source, market: broken }),
  busy: createApp(source, { limits: { ...defaultLimits, turn: -1, burst: -1 }, clock: () => 0 }),
  strict: createApp(source, { rateLimit: 0 }),
}
before(async () => {
  for (const app of Object.values(apps)) await app.listen({ host: '127.0.0.1', port: 0 })
})
after(async () => {
  for (const app of Object.values(apps)) await app.close()
})

type Attempt = { readonly why: string; readonly app?: keyof typeof apps; readonly bytes: string }
const get = (target: string, ...lines: readonly string[]) => requestText('GET', target, ...lines)

/** Requests that provoke every status that there is, at one path; `names` are its query parameters. */
function attempts(target: string, names: readonly string[]): readonly Attempt[] {
  const wrong = names.map((name) => `${name}=`).join('&')
  const line = get(target).split(' HTTP/1.1')[1] ?? ''
  return [
    { why: '200', bytes: get(target) },
    {
      why: '200 to an unknown institution as a filter',
      bytes: get(withParameter(target, 'institution_id', 'nobody')),
    },
    {
      why: '200 whatever is accepted',
      bytes: get(target, 'Accept: text/html', 'Accept-Encoding: *;q=0'),
    },
    {
      why: '200 while the book cannot be read, but 503 to /health',
      app: 'sick',
      bytes: get(target),
    },
    { why: '200 over HTTP/1.0', bytes: `GET ${target} HTTP/1.0\r\n\r\n` },
    { why: '200 with an expectation', bytes: get(target, 'Expect: something') },
    { why: '304', bytes: get(target, 'If-None-Match: *') },
    { why: '400 to two Host headers', bytes: get(target, 'Host: other.example') },
    { why: '400 to no Host header', bytes: `GET ${target} HTTP/1.1\r\nConnection: close\r\n\r\n` },
    { why: '400 to a header without a name', bytes: get(target, ': x') },
    {
      why: '404 to an unknown institution in the path',
      bytes: get(target.replace('peoples-bank', 'nobody')),
    },
    { why: '405', bytes: requestText('POST', target, 'Content-Length: 2').concat('{}') },
    { why: '405 to TRACE', bytes: requestText('TRACE', target) },
    { why: '405 to an unusual method', bytes: requestText('PROPFIND', target) },
    {
      why: '408 to a head that does not end',
      app: 'hasty',
      bytes: `GET ${target} HTTP/1.1\r\nHost: ratebook.example\r\nX-Slow: `,
    },
    { why: '414', bytes: get(withParameter(target, 'x', 'x'.repeat(5000))) },
    { why: '414 beyond the parser', bytes: get(withParameter(target, 'x', 'x'.repeat(20_000))) },
    { why: '422', bytes: get(`${target.split('?')[0]}?${wrong}`) },
    { why: '429', app: 'strict', bytes: get(target) },
    {
      why: '431 to too many header lines',
      bytes: get(target, ...Array.from({ length: 100 }, (_, i) => `X-${i}: 1`)),
    },
    { why: '431 to too many bytes', bytes: get(target, `X-Long: ${'x'.repeat(20_000)}`) },
    { why: '500', app: 'broken', bytes: get(target) },
    { why: '501', bytes: get(target, 'Transfer-Encoding: gzip, chunked').concat('0\r\n\r\n') },
    { why: '501 to what is no chunked', bytes: get(target, 'Transfer-Encoding: gzip') },
    { why: '503 in an overload', app: 'busy', bytes: get(target) },
    { why: '505 to HTTP/0.9', bytes: `GET ${target} HTTP/0.9${line}` },
    { why: '505 to HTTP/2.0', bytes: `GET ${target} HTTP/2.0${line}` },
    { why: '505 to HTTP/3.7', bytes: `GET ${target} HTTP/3.7${line}` },
  ]
}

/** The status that an attempt is made for, where the operation documents it; and 200 where it does not. */
function expected(path: string, { why }: Attempt): number {
  if (why.startsWith('200 while')) return path === '/health' ? 503 : 200
  if (why.startsWith('503 in') && path === '/health') return 200
  const status = Number(why.slice(0, 3))
  return String(status) in (document.paths[path]?.get.responses ?? {}) ? status : 200
}

for (const [path, { get: operation }] of Object.entries(document.paths)) {
  test(`issue 2 part 6: every documented status of ${path} occurs, and no other`, async () => {
    const names = operation.parameters
      .filter(({ in: place }) => place === 'query')
      .map(({ name }) => name)
    const target = exampleTarget(path, operation)
    const seen = new Set<string>()
    await Promise.all(
      attempts(target, names).map(async (attempt) => {
        const received = await sendRaw(apps[attempt.app ?? 'well'], attempt.bytes)
        checkDocumented(target, received)
        assert.equal(received.body.includes('SELECT'), false)
        assert.equal(received.status, expected(path, attempt), `${target}: ${attempt.why}`)
        checkOwnHeaders(received)
        seen.add(String(received.status))
      }),
    )
    assert.deepEqual([...seen].toSorted(), Object.keys(operation.responses).toSorted())
  })
}

function checkOwnHeaders({ status, headers }: Received): void {
  assert.equal(headers['allow'], status === 405 ? 'GET, HEAD, OPTIONS' : undefined)
  const mayComeBack = status === 429 || status === 503
  assert.equal(/^[1-9]\d*$/.test(headers['retry-after'] ?? ''), mayComeBack)
  if (status !== 304) assert.match(headers['content-length'] ?? '', /^\d+$/)
}

test('part 7: 200, 404, 422 and 500 have the names of the specification', () => {
  const { properties } = document.components.schemas.Problem as {
    properties: { title: { enum: string[] } }
  }
  for (const title of ['Not Found', 'Validation Error', 'Server Error']) {
    assert.ok(properties.title.enum.includes(title), title)
  }
})

test('part 7: an unexpected service error is 500, and shows nothing of the inside', async () => {
  const { status, body } = await sendRaw(apps.broken, get('/summary'))
  assert.equal(status, 500)
  assert.deepEqual(JSON.parse(body), {
    type: 'about:blank',
    title: 'Server Error',
    status: 500,
    detail: 'The server met an error that is its own; its log says more.',
  })
})

test('design 4, HTTP: CONNECT is 405 with Allow, and what is not HTTP is 400', async () => {
  const connect = await sendRaw(
    apps.well,
    'CONNECT ratebook.example:443 HTTP/1.1\r\nHost: ratebook.example:443\r\n\r\n',
  )
  checkDocumented('ratebook.example:443', connect)
  assert.deepEqual([connect.status, connect.headers['allow']], [405, 'GET, HEAD, OPTIONS'])
  for (const bytes of [
    '\0\0\0\0\r\n\r\n',
    'hello\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  ]) {
    const answer = await sendRaw(apps.well, bytes)
    checkDocumented('?', answer)
    assert.equal(answer.status, 400, JSON.stringify(bytes))
    assert.equal(answer.headers['connection'], 'close')
  }
})

test('design 4, HTTP: 505 to a request line without a version, HTTP/0.9', async () => {
  const answer = await sendRaw(apps.well, 'GET /health\r\n\r\n')
  checkDocumented('?', answer)
  assert.equal(answer.status, 505)
})
