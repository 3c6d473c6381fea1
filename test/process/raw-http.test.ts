import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../../src/http/app.ts'
import { watchConnections } from '../../src/http/server/drain.ts'
import { defaultLimits } from '../../src/http/server/limits.ts'
import { at, marketOf, sampleEntries } from '../support/sample-market.ts'

const market = marketOf(sampleEntries())
/** How many answers were made. */
let made = 0
const limits = {
  ...defaultLimits,
  headTimeout: 400,
  requestTimeout: 600,
  timeoutCheck: 50,
  drain: 50,
  stop: 200,
}
const app = createApp(
  {
    market: () => {
      made++
      return market
    },
    isHealthy: () => true,
    now: () => at('2026-07-21T00:00:00Z'),
  },
  { limits },
)
const drain = watchConnections(app.server, limits)
let port = 0
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
after(async () => {
  await drain()
  await app.close()
})

type Answer = { status: number; headers: Record<string, string>; body: string }

/** Sends bytes and reads until the server ends the connection, or has been silent for a while and keeps it. */
async function send(
  bytes: string,
  silence = 250,
): Promise<{ answers: Answer[]; ended: boolean; error: string }> {
  const socket = connect(port, '127.0.0.1')
  let [received, ended, error] = ['', false, '']
  const settled = new Promise<void>((resolve) => {
    // A machine that is busy answers late; only after an answer does silence say that there is no other.
    socket.setTimeout(10_000, resolve)
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
  return { answers: answersIn(received), ended, error }
}

function answersIn(received: string): Answer[] {
  const answers: Answer[] = []
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
    answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

/** A problem with the headers of every answer, and no cache that keeps it. */
function assertProblem({ status, headers, body }: Answer, expected: number): void {
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
const lines = (count: number) => health('Host: a', ...Array.from({ length: count }, () => 'X: y'))

/** Requests that are refused; `ends` where the connection cannot go on, as its framing is not certain. */
const refused: readonly [what: string, bytes: string, status: number, ends?: 'ends'][] = [
  ['101 header lines', lines(100), 431],
  ['lines that end without a carriage return', 'GET /health HTTP/1.1\nHost: a\n\n', 400, 'ends'],
  ['GET of everything', 'GET * HTTP/1.1\r\nHost: a\r\n\r\n', 400],
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
  ['two lengths', health('Host: a', 'Content-Length: 5', 'Content-Length: 6'), 400, 'ends'],
  ['HTTP/0.9', 'GET /health HTTP/0.9\r\nHost: a\r\n\r\n', 505],
  ['HTTP/1.2', 'GET /health HTTP/1.2\r\nHost: a\r\n\r\n', 505, 'ends'],
  ['HTTP/2.0 on HTTP/1', 'GET /health HTTP/2.0\r\nHost: a\r\n\r\n', 505],
  ['HTTP/3.0', 'GET /health HTTP/3.0\r\nHost: a\r\n\r\n', 505, 'ends'],
  ['150 header lines', lines(150), 431],
  ['2,500 header lines', lines(2500), 431],
  ['a header of 20 KB', health('Host: a', `X: ${'y'.repeat(20_000)}`), 431, 'ends'],
  ['a target of 5,000 characters', target(5000), 414],
  ['a target of 40,000 characters', target(40_000), 414, 'ends'],
  ['a target of 400,000 characters', target(400_000), 414, 'ends'],
  ['junk', '\u0016\u0003\u0001junk\r\n\r\n', 400, 'ends'],
  ['HTTP/0.9, which names no version', 'GET /health\r\n\r\n', 505, 'ends'],
  ['an unknown method', 'FROB /health HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'ends'],
  ['a space before a colon', health('Host : a'), 400, 'ends'],
  ['a folded header', health('Host: a', 'X: y', ' z'), 400, 'ends'],
  ['a NUL in a header', health('Host: a', 'X: \u0000'), 400, 'ends'],
  ['TRACE', 'TRACE /health HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'ends'],
  ['POST', 'POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello', 405],
  ['a badly encoded target', 'GET /rates/history/%E0%A4%A HTTP/1.1\r\nHost: a\r\n\r\n', 400],
]

for (const [what, bytes, status, ends] of refused) {
  test(`part 7 of the issue: ${what}: ${status}, once, a problem`, async () => {
    const { answers, ended, error } = await send(bytes)
    assert.equal(error, '')
    assert.equal(answers.length, 1)
    const [answer] = answers
    assert.ok(answer)
    assertProblem(answer, status)
    if (status === 405) assert.equal(answer.headers['allow'], 'GET, HEAD, OPTIONS')
    if (ends !== undefined) {
      assert.equal(answer.headers['connection'], 'close')
      assert.ok(ended, 'the server ends the connection')
    }
    // Whoever is told that the connection closes sees it close.
    if (answer.headers['connection'] === 'close') assert.ok(ended)
  })
}

test('408: a head that does not come to its end', async () => {
  const { answers, ended } = await send('GET /health HTTP/1.1\r\nHost: a\r\n', 5_000)
  assert.equal(answers.length, 1)
  assertProblem(answers[0] ?? { status: 0, headers: {}, body: '' }, 408)
  assert.equal(answers[0]?.headers['connection'], 'close')
  assert.ok(ended)
})

test('an error after a pipelined request comes after the answer to that request', async () => {
  const good = 'GET /rates/current HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n'
  const { answers, ended } = await send(`${good}BAD\r\n\r\n`)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400],
  )
  assert.equal(answers[0]?.headers['content-encoding'], 'gzip')
  assertProblem(answers[1] ?? { status: 0, headers: {}, body: '' }, 400)
  assert.ok(ended)
})

test('pipelined requests are answered in their order', async () => {
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  const { answers } = await send(ask('/rates/current') + ask('/health') + ask('/compare'))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 422],
  )
})

test('requests sent ahead by a client that does not read are not answered ahead', async () => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  made = 0
  const ahead = 600
  socket.write('GET /rates/current HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(ahead))
  // Until nothing more is made: what the system buffers of a connection, some megabytes, is full.
  for (let before = -1; before < made;) {
    before = made
    await sleep(150)
  }
  socket.destroy()
  assert.ok(made > 0 && made < ahead / 2, `${made} of ${ahead} answers were made`)
})

test('a client that sends requests without end and reads nothing is cut off, and others are answered', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
  })
  socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200_000))
  const { answers } = await send(health('Host: a'))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200],
  )
  socket.resume()
  await closed
  assert.ok(socket.bytesRead < 1_000_000, `${socket.bytesRead} bytes were answered`)
})

const answered: readonly [what: string, bytes: string, status: number][] = [
  ['HTTP/1.0 needs no Host', 'GET /health HTTP/1.0\r\n\r\n', 200],
  ['a body on GET is passed over', `${health('Host: a', 'Content-Length: 5')}hello`, 200],
  [
    'a chunked body on GET is passed over',
    `${health('Host: a', 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`,
    200,
  ],
  ['an Expect that is not known', health('Host: a', 'Expect: foo'), 200],
  [
    'an Expect: 100-continue is answered at once',
    health('Host: a', 'Expect: 100-continue', 'Content-Length: 5'),
    200,
  ],
  [
    'a wish to upgrade is passed over',
    health('Host: a', 'Connection: Upgrade', 'Upgrade: websocket'),
    200,
  ],
  ['a hundred header lines', lines(99), 200],
  ['a Host with a port, and an IPv6 one', health('Host: [::1]:8080'), 200],
]
for (const [what, bytes, status] of answered) {
  test(what, async () => {
    const { answers, error } = await send(bytes)
    assert.deepEqual([answers.map((one) => one.status), error], [[status], ''])
  })
}

test('a body that was passed over is not taken for the next request', async () => {
  const inner = health('Host: a')
  const { answers } = await send(
    `${health('Host: a', `Content-Length: ${inner.length}`)}${inner}${inner}`,
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
})
