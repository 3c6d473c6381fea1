import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { patience } from '../../support/cli.ts'
import { at, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { createTestApp, limitsOf } from '../../support/source.ts'

const market = marketOf(sampleEntries())
const limits = limitsOf({ headTimeout: 400, requestTimeout: 600, timeoutCheck: 50 })
const app = createTestApp(
  {
    market: () => market,
    isHealthy: () => true,
    now: () => at('2026-07-21T00:00:00Z'),
  },
  { limits },
)
let port = 0
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
after(() => app.close())

type Response = { status: number; headers: Record<string, string>; body: string }

/** Sends bytes and reads until the server closes the connection, or sends nothing more for `silence` milliseconds. */
async function send(
  bytes: string,
  silence = 250,
): Promise<{ responses: Response[]; ended: boolean; error: string }> {
  const socket = connect(port, '127.0.0.1')
  let [received, ended, error] = ['', false, '']
  const settled = new Promise<void>((resolve) => {
    // A busy machine responds late, so the short timeout begins with the first response.
    socket.setTimeout(patience).on('timeout', () => {
      // After a pause of the whole process, further responses may be ready: read them first.
      const before = received
      setTimeout(() => {
        if (received === before) resolve()
      }, 20)
    })
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk
      socket.setTimeout(silence)
    })
    socket.on('end', () => (ended = true))
    socket.on('error', (cause: NodeJS.ErrnoException) => (error = cause.code ?? cause.message))
    socket.on('close', () => resolve())
  })
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  await settled
  socket.destroy()
  return { responses: responsesIn(received), ended, error }
}

function responsesIn(received: string): Response[] {
  const responses: Response[] = []
  for (let rest = received; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((one) => [
        one.slice(0, one.indexOf(':')).toLowerCase(),
        one.slice(one.indexOf(':') + 2),
      ]),
    )
    const length = Number(headers['content-length'] ?? 0)
    const status = Number(line.match(/^HTTP\/1\.1 (\d{3}) /)?.[1])
    responses.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return responses
}

/** Checks a problem document and the headers that every response has. */
function assertProblem({ status, headers, body }: Response, expected: number): void {
  assert.equal(status, expected)
  assert.equal(headers['content-type'], 'application/problem+json')
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.match(headers['access-control-expose-headers'] ?? '', /Ratebook-Position/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers['content-security-policy'] ?? '', /default-src 'none'/)
  assert.equal(headers['cache-control'], 'no-store')
  const problem = JSON.parse(body) as {
    type: string
    title: string
    status: number
    detail: string
  }
  assert.deepEqual([problem.type, problem.status], ['about:blank', expected])
  assert.match(problem.detail, /^[^\n]+\.$/)
  assert.doesNotMatch(body, /\/src\/|node:|\bat \S+:\d+/)
}

const health = (...lines: string[]) => ['GET /health HTTP/1.1', ...lines, '', ''].join('\r\n')
const target = (length: number) => `GET /health?${'y'.repeat(length)} HTTP/1.1\r\nHost: a\r\n\r\n`
const post = `POST /mcp${health('Host: a', 'Transfer-Encoding: chunked').slice(11)}`
const lines = (count: number) => health('Host: a', ...Array.from({ length: count }, () => 'X: y'))

/** Requests that are refused; `ends` where the server must close the connection because its framing is uncertain. */
const refused: readonly [what: string, bytes: string, status: number, ends?: 'ends'][] = [
  ['101 header lines', lines(100), 431],
  ['lines that end without a carriage return', 'GET /health HTTP/1.1\nHost: a\n\n', 400, 'ends'],
  ['GET *', 'GET * HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['two Host headers', health('Host: a', 'Host: b'), 400],
  ['two equal Host headers', health('Host: a', 'Host: a'), 400],
  ['no Host header', health(), 400],
  ['a Host of two words', health('Host: a b'), 400],
  ['a Host with a path', health('Host: a/b'), 400],
  ['an unknown Transfer-Encoding', health('Host: a', 'Transfer-Encoding: foo'), 501, 'ends'],
  [
    'gzip, chunked',
    `POST${health('Host: a', 'Transfer-Encoding: gzip, chunked').slice(3)}0\r\n\r\n`,
    501,
  ],
  [
    'Content-Length and Transfer-Encoding',
    `${health('Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    400,
    'ends',
  ],
  ['an invalid chunk', `${post}ZZ\r\n`, 400, 'ends'],
  ['a chunk that is longer than its size', `${post}2\r\nabc\r\n0\r\n\r\n`, 400, 'ends'],
  ['a folded Transfer-Encoding', health('Host: a', 'Transfer-Encoding:', ' chunked'), 400, 'ends'],
  ['two lengths', health('Host: a', 'Content-Length: 5', 'Content-Length: 6'), 400, 'ends'],
  ['HTTP/0.9', 'GET /health HTTP/0.9\r\nHost: a\r\n\r\n', 505],
  ['HTTP/1.2', 'GET /health HTTP/1.2\r\nHost: a\r\n\r\n', 400, 'ends'],
  ['HTTP/2.0 on HTTP/1', 'GET /health HTTP/2.0\r\nHost: a\r\n\r\n', 505],
  ['HTTP/3.0', 'GET /health HTTP/3.0\r\nHost: a\r\n\r\n', 400, 'ends'],
  ['150 header lines', lines(150), 431],
  ['2,500 header lines', lines(2500), 431],
  ['a header of 20 KB', health('Host: a', `X: ${'y'.repeat(20_000)}`), 431, 'ends'],
  ['a target of 5,000 characters', target(5000), 414],
  ['a target of 40,000 characters', target(40_000), 431, 'ends'],
  ['a target of 400,000 characters', target(400_000), 431, 'ends'],
  ['junk', '\u0016\u0003\u0001junk\r\n\r\n', 400, 'ends'],
  ['a request line without a version', 'GET /health\r\n\r\n', 505, 'ends'],
  ['an unknown method', 'FROB /health HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'ends'],
  ['a space before a colon', health('Host : a'), 400, 'ends'],
  ['a folded header', health('Host: a', 'X: y', ' z'), 400, 'ends'],
  ['a NUL in a header', health('Host: a', 'X: \u0000'), 400, 'ends'],
  ['TRACE', 'TRACE /health HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['POST', 'POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello', 405],
  ['a badly encoded target', 'GET /rates/history/%E0%A4%A HTTP/1.1\r\nHost: a\r\n\r\n', 400],
]

// Each test waits for the server to send nothing more, so they run at the same time.
describe('refused requests', { concurrency: true }, () => {
  for (const [what, bytes, status, ends] of refused) {
    test(`${what}: one problem document, ${status}`, async () => {
      const { responses, ended, error } = await send(bytes)
      assert.equal(error, '')
      assert.equal(responses.length, 1)
      const [response] = responses
      assert.ok(response)
      assertProblem(response, status)
      if (status === 405) assert.equal(response.headers['allow'], 'GET, HEAD, OPTIONS')
      if (ends !== undefined) {
        assert.equal(response.headers['connection'], 'close')
        assert.ok(ended, 'the server closes the connection')
      }
      if (response.headers['connection'] === 'close') assert.ok(ended)
    })
  }
})

test('a head that does not end is 408', async () => {
  const { responses, ended } = await send('GET /health HTTP/1.1\r\nHost: a\r\n', 5_000)
  assert.equal(responses.length, 1)
  assertProblem(responses[0] ?? { status: 0, headers: {}, body: '' }, 408)
  assert.equal(responses[0]?.headers['connection'], 'close')
  assert.ok(ended)
})

test('the response to a broken request follows the response to the pipelined request before it', async () => {
  const good = 'GET /rates/current HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n'
  const { responses, ended } = await send(`${good}BAD\r\n\r\n`)
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 400],
  )
  assert.equal(responses[0]?.headers['content-encoding'], 'gzip')
  assertProblem(responses[1] ?? { status: 0, headers: {}, body: '' }, 400)
  assert.ok(ended)
})

test('pipelined requests are answered in order', async () => {
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  const { responses } = await send(ask('/rates/current') + ask('/health') + ask('/compare'))
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 422],
  )
})

const answered: readonly [what: string, bytes: string, status: number][] = [
  ['HTTP/1.0 needs no Host', 'GET /health HTTP/1.0\r\n\r\n', 200],
  ['a body on GET is ignored', `${health('Host: a', 'Content-Length: 5')}hello`, 200],
  [
    'a chunked body on GET is ignored',
    `${health('Host: a', 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`,
    200,
  ],
  ['an unknown Expect is ignored', health('Host: a', 'Expect: foo'), 200],
  ['an Upgrade is ignored', health('Host: a', 'Connection: Upgrade', 'Upgrade: websocket'), 200],
  ['a hundred header lines are accepted', lines(99), 200],
  ['a Host may be an IPv6 address with a port', health('Host: [::1]:8080'), 200],
]
describe('answered requests', { concurrency: true }, () => {
  for (const [what, bytes, status] of answered) {
    test(what, async () => {
      const { responses, error } = await send(bytes)
      assert.deepEqual([responses.map((one) => one.status), error], [[status], ''])
    })
  }
})

test('Expect: 100-continue gets the interim response and then the answer', async () => {
  const { responses } = await send(health('Host: a', 'Expect: 100-continue', 'Content-Length: 5'))
  assert.deepEqual(
    responses.map(({ status }) => status),
    [100, 200],
  )
})

test('the body of a GET request is not read as the next request', async () => {
  const inner = health('Host: a')
  const { responses } = await send(
    `${health('Host: a', `Content-Length: ${inner.length}`)}${inner}${inner}`,
  )
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200],
  )
})

test('a request after `Connection: close` is not answered', async () => {
  const { responses, ended } = await send(
    health('Host: a', 'Connection: close') + health('Host: a'),
  )
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200],
  )
  assert.ok(ended)
})

test('an idle HTTP/1.1 connection stays open, and an HTTP/1.0 connection only if it asks', async () => {
  const isClosed = async (bytes: string) => (await send(bytes)).ended
  assert.equal(await isClosed(health('Host: a')), false)
  assert.equal(await isClosed('GET /health HTTP/1.0\r\n\r\n'), true)
  assert.equal(await isClosed('GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'), false)
})

test('a refusal waits for the response to the request before it', async () => {
  const waiting =
    'GET /compare?tenure_months=12 HTTP/1.1\r\nHost: a\r\nRatebook-Min-Position: 999999\r\n\r\n'
  const refused: readonly (readonly [bytes: string, status: number])[] = [
    ['GARBAGE\r\n\r\n', 400],
    // This request has its own response, and the error in its body gets none.
    ['POST /compare HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n', 405],
  ]
  for (const [bytes, status] of refused) {
    const { responses, ended } = await send(waiting + bytes)
    assert.deepEqual(
      responses.map((one) => one.status),
      [503, status],
      bytes,
    )
    assert.ok(ended)
  }
})

test('CONNECT closes the connection without an answer', async () => {
  const { responses, ended, error } = await send('CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n')
  assert.deepEqual([responses, ended, error], [[], true, ''])
  assert.equal((await send(health('Host: a'))).responses[0]?.status, 200)
})

test('HTTP/1.0 with Transfer-Encoding closes the connection, even with keep-alive', async () => {
  const head =
    'GET /health HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n'
  const { responses, ended } = await send(`${head}0\r\n\r\n${health('Host: a')}`)
  assert.equal(responses.length, 1)
  assert.ok(ended)
})

test('another protocol is 400 or 505, and the connection is closed', async () => {
  for (const lines of ['', 'CSeq: 1\r\n']) {
    const { responses, ended } = await send(`GET / RTSP/1.0\r\n${lines}\r\n`)
    assert.equal(responses.length, 1)
    const [response] = responses
    assert.ok(response)
    assertProblem(response, 400)
    assert.ok(ended)
  }
})
