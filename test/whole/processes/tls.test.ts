import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import {
  connect as connectHttp2,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
} from 'node:http2'
import { request, Agent } from 'node:https'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { run, startServer, until, type RunningServer } from '../../support/cli.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { makeSmallBook } from '../../support/small-book.ts'

const small = sharedBook(makeSmallBook)
/** Two self-signed certificates of localhost with their keys, for tests only. */
const pairs = fileURLToPath(new URL('../../support/tls/', import.meta.url))

/** Copies a certificate and its key to the folder of the server. */
function use(pair: 'first' | 'second', folder: string): string[] {
  copyFileSync(join(pairs, `${pair}-cert.pem`), join(folder, 'cert.pem'))
  copyFileSync(join(pairs, `${pair}-key.pem`), join(folder, 'key.pem'))
  return ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']
}

async function startSecure(t: TestContext): Promise<RunningServer & { folder: string }> {
  const folder = dirname(copyOf(t, small()))
  const server = await startServer(t, use('first', folder), { cwd: folder })
  assert.match(server.address, /^https:\/\/127\.0\.0\.1:\d+$/)
  return { ...server, folder }
}

function openSession(t: TestContext, server: RunningServer): ClientHttp2Session {
  const session = connectHttp2(server.address, { rejectUnauthorized: false })
  session.on('error', () => {})
  t.after(() => {
    session.destroy()
  })
  return session
}

async function askHttp2(session: ClientHttp2Session, fields: Record<string, string>) {
  const isConnect = fields[':method'] === 'CONNECT'
  const stream = session.request({ ...(!isConnect && { ':path': '/health' }), ...fields })
  const [[headers], body] = (await Promise.all([once(stream, 'response'), text(stream)])) as [
    [IncomingHttpHeaders],
    string,
  ]
  return { status: headers[':status'], headers, body }
}

async function askHttp1(server: RunningServer, agent?: Agent) {
  const asked = request(`${server.address}/health`, {
    rejectUnauthorized: false,
    ...(agent && { agent }),
  }).end()
  const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

/** The owner of the certificate that a new connection gets. */
async function certificateOwner(server: RunningServer): Promise<string> {
  const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { subject } = socket.getPeerCertificate()
  socket.end()
  return String(subject.O)
}

const year = 'max-age=31536000'

test('TLS: HTTP/2 and HTTP/1.1 by ALPN, with HSTS on every response; without TLS there is no HSTS, and SIGHUP changes nothing', async (t) => {
  const server = await startSecure(t)
  for (const [offered, chosen] of [
    [['h2', 'http/1.1'], 'h2'],
    [['http/1.1'], 'http/1.1'],
  ] as const) {
    const socket = connectTls({
      port: server.port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      ALPNProtocols: [...offered],
    })
    await once(socket, 'secureConnect')
    assert.equal(socket.alpnProtocol, chosen)
    assert.match(socket.getProtocol() ?? '', /^TLSv1\.[23]$/)
    socket.destroy()
  }
  const session = openSession(t, server)
  for (const answer of [await askHttp2(session, {}), await askHttp1(server)]) {
    assert.deepEqual([answer.status, answer.body], [200, '{"status":"ok"}'])
    assert.equal(answer.headers['strict-transport-security'], year)
  }
  const wrong = await askHttp2(session, { ':path': '/compare' })
  assert.deepEqual([wrong.status, wrong.headers['strict-transport-security']], [422, year])
  const clear = await startServer(t, [], { cwd: server.folder })
  process.kill(clear.pid, 'SIGHUP')
  assert.equal(
    (await fetch(`${clear.address}/health`)).headers.get('strict-transport-security'),
    null,
  )
  assert.equal((await clear.stop()).code, 0)
})

test('TLS: HTTP/2 has the same limits: 414, 431 and 405 are problem documents', async (t) => {
  const session = openSession(t, await startSecure(t))
  const lines = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x-${index}`, 'y']))
  const refusals: [Record<string, string>, number][] = [
    [{ ':path': `/health?${'y'.repeat(5000)}` }, 414],
    [{ ':path': `/health?${'y'.repeat(40_000)}` }, 414],
    [lines, 431],
    [{ x: 'y'.repeat(20_000) }, 431],
    [{ ':method': 'TRACE' }, 405],
    [{ ':method': 'POST' }, 405],
    [{ ':method': 'FOO' }, 400],
  ]
  for (const [fields, status] of refusals) {
    const answer = await askHttp2(session, fields)
    assert.equal(answer.status, status)
    assert.equal(answer.headers['content-type'], 'application/problem+json')
    assert.equal((JSON.parse(answer.body) as { status: number }).status, status)
    assert.equal(answer.headers['access-control-allow-origin'], '*')
  }
  assert.equal((await askHttp2(session, {})).status, 200)
})

test('TLS: HTTP/1.1 has the same refusals as clear text, each logged without a method', async (t) => {
  const server = await startSecure(t)
  const heads: [string, number][] = [
    ['GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close', 400],
    ['GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked', 400],
    ['GET /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: foo', 501],
    [`GET /health HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}`, 431],
    ['FROB /health HTTP/1.1\r\nHost: a', 400],
  ]
  for (const [head, status] of heads) {
    const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false })
    socket.write(`${head}\r\n\r\n`)
    const answer = await text(socket)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), head)
    assert.equal(answer.match(/HTTP\/1/g)?.length, 1)
    assert.match(answer, new RegExp(`strict-transport-security: ${year}`, 'i'))
  }
  const refused = (): readonly string[] => server.stderr().match(/"method":"".*"status":4/g) ?? []
  assert.ok(await until(() => refused().length >= 3))
})

test('TLS: every request has one log line, over HTTP/2 and HTTP/1.1', async (t) => {
  const server = await startSecure(t)
  const session = openSession(t, server)
  await askHttp2(session, {})
  await askHttp2(session, { ':method': 'HEAD', ':path': '/summary' })
  await askHttp2(session, { ':path': '/compare' })
  await askHttp1(server)
  type Line = { method?: string; target?: string; status: number; client: string; bytes: number }
  const lines = (): Line[] =>
    server
      .stderr()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
      .filter(({ method }) => method !== undefined)
  assert.ok(await until(() => lines().length >= 4))
  assert.deepEqual(
    lines().map(({ method, target, status }) => `${method} ${target} ${status}`),
    ['GET /health 200', 'HEAD /summary 200', 'GET /compare 422', 'GET /health 200'],
  )
  for (const { client, bytes, method } of lines()) {
    assert.equal(client, '127.0.0.1')
    assert.equal(bytes > 0, method !== 'HEAD')
  }
})

test('TLS: the server survives bytes that are not TLS and clients that disconnect in the handshake; CONNECT over HTTP/2 is 405, and does not delay stopping', async (t) => {
  const server = await startSecure(t)
  const stream = openSession(t, server).request({ ':method': 'CONNECT', ':authority': 'a:80' })
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders]
  assert.equal(headers[':status'], 405)
  for (const bytes of ['GET /health HTTP/1.1\r\nHost: a\r\n\r\n', '\u0016\u0003\u0001\u0000', '']) {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.end(bytes)
    socket.resume()
    await once(socket, 'close')
  }
  assert.equal((await askHttp1(server)).status, 200)
  assert.equal((await server.stop()).code, 0)
})

test('SIGHUP: new connections get the new certificate, open ones go on; an invalid certificate is refused', async (t) => {
  const server = await startSecure(t)
  const session = openSession(t, server)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => {
    agent.destroy()
  })
  let connections = 0
  agent.on('free', () => connections++)
  assert.equal((await askHttp2(session, {})).status, 200)
  assert.equal((await askHttp1(server, agent)).status, 200)
  assert.equal(await certificateOwner(server), 'Ratebook tests, first')
  use('second', server.folder)
  process.kill(server.pid, 'SIGHUP')
  assert.ok(await until(async () => (await certificateOwner(server)) === 'Ratebook tests, second'))
  assert.ok(await until(() => server.stderr().includes('New connections use the certificate')))

  copyFileSync(join(pairs, 'first-cert.pem'), join(server.folder, 'cert.pem'))
  process.kill(server.pid, 'SIGHUP')
  assert.ok(await until(() => server.stderr().includes('cannot be used; the old one stays')))
  assert.equal(await certificateOwner(server), 'Ratebook tests, second')

  assert.equal((await askHttp2(session, {})).status, 200)
  assert.equal(session.closed, false)
  const sockets = Object.values(agent.freeSockets).flat()
  assert.equal(sockets.length, 1)
  assert.equal((await askHttp1(server, agent)).status, 200)
  assert.ok(
    Object.values(agent.freeSockets).flat()[0] === sockets[0],
    'the standing connection was used',
  )
  const { code } = await server.stop()
  assert.equal(code, 0)
})

test('a certificate with the key of another is exit 78', async (t) => {
  const cwd = dirname(copyOf(t, small()))
  use('first', cwd)
  copyFileSync(join(pairs, 'second-key.pem'), join(cwd, 'key.pem'))
  const { code, stdout, stderr } = await run(
    ['serve', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'],
    { cwd },
  )
  assert.deepEqual([code, stdout], [78, ''])
  assert.match(stderr, /cert\.pem and --tls-key key\.pem are no certificate and its key/)
})
