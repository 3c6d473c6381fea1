import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkDocumented, document, type Received } from '../../support/document.ts'
import { requestText, sendRaw } from '../../support/raw.ts'
import { at, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { createTestApp, limitsOf, type TestSource } from '../../support/source.ts'
import { exampleTarget, withParameter } from '../../support/targets.ts'

const market = marketOf(sampleEntries())
const source: TestSource = {
  market: () => market,
  isHealthy: () => true,
  now: () => at('2026-11-21T00:00:00Z'),
}
/** Only one attempt uses the short timeouts, because on a busy machine others could run into them. */
const limits = limitsOf({ headTimeout: 150, requestTimeout: 300, timeoutCheck: 20 })
const inside = 'SELECT body FROM entry /var/lib/ratebook.db'
const broken = (): never => {
  throw new Error(inside)
}
const apps = {
  well: createTestApp(source),
  hasty: createTestApp(source, { limits }),
  sick: createTestApp({ ...source, isHealthy: () => false }),
  broken: createTestApp({ ...source, market: broken }),
  cold: createTestApp(source),
  strict: createTestApp(source, { rateLimit: 0 }),
  unsigned: createTestApp(source, { checkpointSigner: undefined }),
}
before(async () => {
  for (const app of Object.values(apps)) await app.listen({ host: '127.0.0.1', port: 0 })
  for (const [name, app] of Object.entries(apps)) if (name !== 'cold') await app.warmUp()
})
after(async () => {
  for (const app of Object.values(apps)) await app.close()
})

type Attempt = { readonly why: string; readonly app?: keyof typeof apps; readonly bytes: string }
const get = (target: string, ...lines: readonly string[]) => requestText('GET', target, ...lines)

/** Requests to one path that provoke every status; `names` are its query parameters. */
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
      why: '200 with any Accept and Accept-Encoding',
      bytes: get(target, 'Accept: text/html', 'Accept-Encoding: *;q=0'),
    },
    {
      why: '200 while the book cannot be read, but 503 to /health',
      app: 'sick',
      bytes: get(target),
    },
    { why: '200 over HTTP/1.0', bytes: `GET ${target} HTTP/1.0\r\nHost: a\r\n\r\n` },
    { why: '400 over HTTP/1.0 to no Host header', bytes: `GET ${target} HTTP/1.0\r\n\r\n` },
    { why: '200 with an expectation', bytes: get(target, 'Expect: something') },
    { why: '301', bytes: get(target.replace('p69-3', '69.3')) },
    { why: '304', bytes: get(target, 'If-None-Match: *') },
    { why: '400 to two Host headers', bytes: get(target, 'Host: other.example') },
    { why: '400 to no Host header', bytes: `GET ${target} HTTP/1.1\r\nConnection: close\r\n\r\n` },
    { why: '400 to a header without a name', bytes: get(target, ': x') },
    {
      why: '404 to an unknown identifier in the path',
      bytes: get(
        target.replace('peoples-bank', 'nobody').replace('p69-3', 'p69-99').replace('g/0', 'g/9'),
      ),
    },
    { why: '404 without a signing key', app: 'unsigned', bytes: get(target) },
    { why: '405', bytes: requestText('POST', target, 'Content-Length: 2').concat('{}') },
    { why: '405 to TRACE', bytes: requestText('TRACE', target) },
    { why: '405 to an unusual method', bytes: requestText('PROPFIND', target) },
    {
      why: '408 to a head that does not end',
      app: 'hasty',
      bytes: `GET ${target} HTTP/1.1\r\nHost: ratebook.example\r\nX-Slow: `,
    },
    { why: '414', bytes: get(withParameter(target, 'x', 'x'.repeat(5000))) },
    {
      why: '431 to a target beyond the parser',
      bytes: get(withParameter(target, 'x', 'x'.repeat(20_000))),
    },
    { why: '422', bytes: get(`${target.split('?')[0]}?${wrong}`) },
    { why: '429', app: 'strict', bytes: get(target) },
    {
      why: '431 to too many header lines',
      bytes: get(target, ...Array.from({ length: 100 }, (_, i) => `X-${i}: 1`)),
    },
    { why: '431 to too large a header', bytes: get(target, `X-Long: ${'x'.repeat(20_000)}`) },
    { why: '500', app: 'broken', bytes: get(target) },
    { why: '501', bytes: get(target, 'Transfer-Encoding: gzip, chunked').concat('0\r\n\r\n') },
    { why: '501 to an unknown Transfer-Encoding', bytes: get(target, 'Transfer-Encoding: gzip') },
    {
      why: '503 before the warm-up, but 200 from the data endpoints',
      app: 'cold',
      bytes: get(target),
    },
    {
      why: '503 to a position ahead of the book',
      bytes: get(target, 'Ratebook-Min-Position: 1000000'),
    },
    { why: '505 to HTTP/0.9', bytes: `GET ${target} HTTP/0.9${line}` },
    { why: '505 to HTTP/2.0', bytes: `GET ${target} HTTP/2.0${line}` },
    { why: '400 to HTTP/3.7', bytes: `GET ${target} HTTP/3.7${line}` },
  ]
}

/** The status that an attempt provokes if the operation documents it, else 200. */
function expected(path: string, { why }: Attempt): number {
  if (why.startsWith('200 while')) return path === '/health' ? 503 : 200
  if (why.startsWith('503 before')) return path === '/ready' ? 503 : 200
  if (why.startsWith('503 to')) return path === '/health' || path === '/ready' ? 200 : 503
  // Probes of load balancers send no Host header.
  if (why.startsWith('400 over') && (path === '/health' || path === '/ready')) return 200
  if (why.startsWith('404 to') && !path.includes('{')) return 200
  if (why.startsWith('404 without') && !/^\/checkpoint|\/proof$/.test(path)) return 200
  const status = Number(why.slice(0, 3))
  return String(status) in (document.paths[path]?.get.responses ?? {}) ? status : 200
}

// Some attempts wait for a timeout, so the paths are tried at the same time.
describe('statuses', { concurrency: true }, () => {
  for (const [path, { get: operation }] of Object.entries(document.paths)) {
    test(`${path} answers with every status that it documents, and no other`, async () => {
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
})

function checkOwnHeaders({ status, headers }: Received): void {
  assert.equal(headers['allow'], status === 405 ? 'GET, HEAD, OPTIONS' : undefined)
  const isTemporary = status === 429 || status === 503
  assert.equal(/^[1-9]\d*$/.test(headers['retry-after'] ?? ''), isTemporary)
  // The log is sent while it is read.
  const isStream = headers['content-type'] === 'application/x-ndjson'
  if (status !== 304 && !isStream) assert.match(headers['content-length'] ?? '', /^\d+$/)
}

test('404, 422 and 500 have the titles of the specification', () => {
  const { properties } = document.components.schemas.Problem as {
    properties: { title: { enum: string[] } }
  }
  for (const title of ['Not Found', 'Validation Error', 'Server Error']) {
    assert.ok(properties.title.enum.includes(title), title)
  }
})

test('an unexpected error is 500 and shows no internals', async () => {
  const { status, body } = await sendRaw(apps.broken, get('/summary'))
  assert.equal(status, 500)
  assert.deepEqual(JSON.parse(body), {
    type: 'about:blank',
    title: 'Server Error',
    status: 500,
    detail: 'The server met an error that is its own; its log says more.',
  })
})

test('bytes that are not HTTP are 400', async () => {
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

test('505 to a request line without a version, HTTP/0.9', async () => {
  const answer = await sendRaw(apps.well, 'GET /health\r\n\r\n')
  checkDocumented('?', answer)
  assert.equal(answer.status, 505)
})
