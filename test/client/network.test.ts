import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { createClient, NetworkError, ProblemError } from '../../src/client/client.ts'

/** A server that says the same to whoever connects, byte for byte; nothing if that is empty. */
async function saying(t: TestContext, bytes: string, ends = true) {
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

const answer = (status: string, body: string, ...headers: readonly string[]) =>
  [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', body].join(
    '\r\n',
  )
const silent = ''

/** The error that a call to what says this is met with. */
async function errorOf(t: TestContext, bytes: string, options: { timeout?: number } = {}) {
  const { baseUrl } = await saying(t, bytes, bytes !== silent)
  const client = createClient({ baseUrl, ...options })
  return client.listInstitutions().then(
    () => assert.fail('an answer'),
    (error: unknown) => error,
  )
}

test('issue 5 part 2: nobody there is no problem but a network failure', async (t) => {
  const { baseUrl } = await saying(t, silent)
  const error: unknown = await createClient({ baseUrl: baseUrl.replace(/\d+$/, '1') })
    .getSummary()
    .catch((caught: unknown) => caught)
  assert.ok(error instanceof NetworkError && !(error instanceof ProblemError))
  assert.equal(error.reason, 'unreachable')
  assert.match(error.message, /^The server cannot be reached: http:\/\/127\.0\.0\.1:1\/summary$/)
  assert.ok(error.cause instanceof Error)
})

test('issue 5 part 2: an answer that breaks off is a network failure', async (t) => {
  const whole = answer('200 OK', '[]', 'ratebook-position: 1')
  for (const bytes of [
    whole.replace('length: 2', 'length: 20'),
    'HTTP/1.1 200',
    'nonsense\r\n\r\n',
  ]) {
    const error = await errorOf(t, bytes)
    assert.ok(error instanceof NetworkError && error.reason === 'unreachable', String(error))
  }
})

test('issue 5 part 2: timeouts: no whole answer in the time given', async (t) => {
  const head = answer('200 OK', ' '.repeat(9)).slice(0, -4)
  const began = performance.now()
  for (const bytes of [silent, head]) {
    const { baseUrl } = await saying(t, bytes, false)
    const error: unknown = await createClient({ baseUrl, timeout: 60_000 })
      .listInstitutions({}, { timeout: 100 })
      .catch((caught: unknown) => caught)
    assert.ok(error instanceof NetworkError && error.reason === 'timed-out', String(error))
  }
  assert.ok(performance.now() - began >= 190)
  const error = await errorOf(t, silent, { timeout: 50 })
  assert.ok(error instanceof NetworkError && error.reason === 'timed-out')
})

test('issue 5 part 2: AbortSignal: the call throws its reason, and the connection is let go', async (t) => {
  const { baseUrl, sockets } = await saying(t, silent, false)
  let asked = 0
  const counting: typeof fetch = (...given) => {
    asked++
    return fetch(...given)
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
  assert.equal(asked, 2, 'nothing is asked with a signal that has stopped')
})

test('issue 5 part 2: what is no Ratebook is told apart', async (t) => {
  for (const bytes of [
    answer('200 OK', '<html>Welcome to the hotel</html>', 'content-type: text/html'),
    answer('200 OK', '[]'),
    answer('200 OK', '"text"', 'ratebook-position: 1'),
    answer('200 OK', '[]', 'ratebook-position: many'),
    answer('201 Created', '[]', 'ratebook-position: 1'),
    answer('304 Not Modified', '').replace('content-length: 0\r\n', ''),
  ]) {
    const error = await errorOf(t, bytes)
    assert.ok(error instanceof NetworkError && error.reason === 'unreadable', bytes)
  }
})

test('issue 5 part 2: an error of what stands in front of a Ratebook is a problem of its status', async (t) => {
  const html = answer('502 Bad Gateway', '<h1>Bad Gateway</h1>', 'content-type: text/html')
  const error = await errorOf(t, html)
  assert.ok(error instanceof ProblemError)
  assert.deepEqual(
    [error.status, error.title, error.type, error.detail, error.errors, error.message],
    [502, 'HTTP status 502', 'about:blank', undefined, [], 'HTTP status 502'],
  )
  for (const body of ['null', '[]', '{"title":4,"errors":[null,{"parameter":"a"}]}', '{']) {
    const bytes = answer('400 Bad', body, 'content-type: application/problem+json')
    const odd = await errorOf(t, bytes)
    assert.ok(odd instanceof ProblemError && odd.title === 'HTTP status 400', body)
    assert.deepEqual(odd.errors, [])
  }
})

test('issue 5 part 2: retry hints: the seconds of Retry-After', async (t) => {
  for (const [header, seconds] of [
    ['retry-after: 7', 7],
    ['retry-after: 0', 0],
    ['retry-after: Fri, 31 Dec 1999 23:59:59 GMT', undefined],
    ['retry-after: -1', undefined],
    ['x: y', undefined],
  ] as const) {
    const error = await errorOf(t, answer('429 Too Many', '', header))
    assert.ok(error instanceof ProblemError)
    assert.deepEqual([error.status, error.retryAfter], [429, seconds])
  }
})
