import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { createClient, NetworkError, ProblemError } from '../../../src/serve/client/client.ts'

/** Starts a server that sends the same bytes on every connection and then, unless `ends` is false, closes it. */
async function serveBytes(t: TestContext, bytes: string, ends = true) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(bytes)
      if (ends) socket.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, sockets }
}

const responseText = (status: string, body: string, ...headers: readonly string[]) =>
  [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', body].join(
    '\r\n',
  )
const noBytes = ''

/** The error of a call to a server that sends these bytes. */
async function errorOf(t: TestContext, bytes: string, options: { timeout?: number } = {}) {
  const { baseUrl } = await serveBytes(t, bytes, bytes !== noBytes)
  const client = createClient({ baseUrl, ...options })
  return client.listInstitutions().then(
    () => assert.fail('the call succeeded'),
    (error: unknown) => error,
  )
}

test('issue 5 part 2: a refused connection is a NetworkError, not a ProblemError', async (t) => {
  const { baseUrl } = await serveBytes(t, noBytes)
  const error: unknown = await createClient({ baseUrl: baseUrl.replace(/\d+$/, '1') })
    .getSummary()
    .catch((caught: unknown) => caught)
  assert.ok(error instanceof NetworkError && !(error instanceof ProblemError))
  assert.equal(error.reason, 'unreachable')
  assert.match(error.message, /^The server cannot be reached: http:\/\/127\.0\.0\.1:1\/summary$/)
  assert.ok(error.cause instanceof Error)
})

test('issue 5 part 2: an incomplete response is a NetworkError', async (t) => {
  const whole = responseText('200 OK', '[]', 'ratebook-position: 1')
  for (const bytes of [
    whole.replace('length: 2', 'length: 20'),
    'HTTP/1.1 200',
    'nonsense\r\n\r\n',
  ]) {
    const error = await errorOf(t, bytes)
    assert.ok(error instanceof NetworkError && error.reason === 'unreachable', String(error))
  }
})

test('issue 5 part 2: a response that is not complete within the timeout is a NetworkError', async (t) => {
  const head = responseText('200 OK', ' '.repeat(9)).slice(0, -4)
  for (const bytes of [noBytes, head]) {
    const { baseUrl } = await serveBytes(t, bytes, false)
    const error: unknown = await createClient({ baseUrl, timeout: 60_000 })
      .listInstitutions({}, { timeout: 100 })
      .catch((caught: unknown) => caught)
    assert.ok(error instanceof NetworkError && error.reason === 'timed-out', String(error))
  }
  const error = await errorOf(t, noBytes, { timeout: 50 })
  assert.ok(error instanceof NetworkError && error.reason === 'timed-out')
})

test('issue 5 part 2: an aborted call throws the reason of its signal and closes the connection', async (t) => {
  const { baseUrl, sockets } = await serveBytes(t, noBytes, false)
  let requests = 0
  const counting: typeof fetch = (...args) => {
    requests++
    return fetch(...args)
  }
  const client = createClient({ baseUrl, timeout: Infinity, fetch: counting })
  const controller = new AbortController()
  const call = client.listInstitutions({}, { signal: controller.signal })
  const pages = client.pagesOfRateChanges({}, { signal: controller.signal }).next()
  while (sockets.size < 2) await sleep(5)
  const reason = new Error('The user went elsewhere.')
  controller.abort(reason)
  await assert.rejects(call, reason)
  await assert.rejects(pages, reason)
  await Promise.all([...sockets].map(async (socket) => socket.destroyed || once(socket, 'close')))
  await assert.rejects(client.getSummary({}, { signal: controller.signal }), reason)
  await assert.rejects(client.getSummary({}, { signal: AbortSignal.abort() }), {
    name: 'AbortError',
  })
  assert.equal(requests, 2, 'an aborted signal sends no request')
})

test('issue 5 part 2: a response that is not from a Ratebook server is a NetworkError', async (t) => {
  for (const bytes of [
    responseText('200 OK', '<html>Welcome to the hotel</html>', 'content-type: text/html'),
    responseText('200 OK', '[]'),
    responseText('200 OK', '"text"', 'ratebook-position: 1'),
    responseText('200 OK', '[]', 'ratebook-position: many'),
    responseText('201 Created', '[]', 'ratebook-position: 1'),
    responseText('304 Not Modified', '').replace('content-length: 0\r\n', ''),
  ]) {
    const error = await errorOf(t, bytes)
    assert.ok(error instanceof NetworkError && error.reason === 'unreadable', bytes)
  }
})

test('issue 5 part 2: an error response of a proxy is a ProblemError with its status', async (t) => {
  const html = responseText('502 Bad Gateway', '<h1>Bad Gateway</h1>', 'content-type: text/html')
  const error = await errorOf(t, html)
  assert.ok(error instanceof ProblemError)
  assert.deepEqual(
    [error.status, error.title, error.type, error.detail, error.errors, error.message],
    [502, 'HTTP status 502', 'about:blank', undefined, [], 'HTTP status 502'],
  )
  for (const body of ['null', '[]', '{"title":4,"errors":[null,{"parameter":"a"}]}', '{']) {
    const bytes = responseText('400 Bad', body, 'content-type: application/problem+json')
    const invalid = await errorOf(t, bytes)
    assert.ok(invalid instanceof ProblemError && invalid.title === 'HTTP status 400', body)
    assert.deepEqual(invalid.errors, [])
  }
})

test('issue 5 part 2: retryAfter is the number of seconds in Retry-After', async (t) => {
  for (const [header, seconds] of [
    ['retry-after: 7', 7],
    ['retry-after: 0', 0],
    ['retry-after: Fri, 31 Dec 1999 23:59:59 GMT', undefined],
    ['retry-after: -1', undefined],
    ['x: y', undefined],
  ] as const) {
    const error = await errorOf(t, responseText('429 Too Many', '', header))
    assert.ok(error instanceof ProblemError)
    assert.deepEqual([error.status, error.retryAfter], [429, seconds])
  }
})
