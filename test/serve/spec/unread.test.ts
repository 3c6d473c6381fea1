import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServedBook } from '../../../src/serve/http/endpoint.ts'
import { countTurns } from '../../support/count-turns.ts'
import { at, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { certificate, client, getText, serve } from '../../support/served.ts'
import { limitsOf } from '../../support/source.ts'

const market = marketOf(sampleEntries())
const lineLength = 100_000

/** A server whose log has lines of 100 KB, or of a megabyte from position 40 on, and how many of them were read. */
async function serveLong(t: TestContext, unreadBytes: number) {
  let read = 0
  const [instant, digest] = ['2026-06-01T00:00:00.000Z', 'ab'.repeat(32)]
  const head = { at: instant, kind: 'rates-checked', institutionId: 'a' }
  const readLog: ServedBook['readLog'] = async (after, to) => {
    const entries = async function* () {
      for (let position = after + 1; position <= to; position++) {
        read++
        const message = 'x'.repeat(position < 40 ? lineLength : 10 * lineLength)
        const body = JSON.stringify({ message })
        yield { ...head, bodyDigest: digest, digest, position, body }
      }
    }
    return { digest, entries: entries() }
  }
  const now = () => at('2026-07-01T00:00:00Z')
  const limits = limitsOf({ unreadBytes, streamBytes: lineLength, stop: 50 })
  const source = { market: () => market, isHealthy: () => true, now, readLog }
  const options = { certificate, limits, trustProxy: ['127.0.0.1'] }
  const { port } = await serve(t, source, options)
  return { port, read: () => read }
}

/** An HTTP/2 session whose streams get no byte of a body until they are read, so that no buffer of the system takes any. */
async function openSession(t: TestContext, port: number): Promise<ClientHttp2Session> {
  const settings = { initialWindowSize: 0 }
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, settings })
  t.after(() => session.destroy())
  await once(session, 'remoteSettings')
  return session
}

type Unread = {
  readonly stream: ClientHttp2Stream
  readonly status: unknown
  readonly retryAfter: unknown
}

/** Requests a path, and leaves the body unread. */
async function request(session: ClientHttp2Session, path: string, more = {}): Promise<Unread> {
  const stream = session.request({ ':path': path, ...more })
  stream.on('error', () => {})
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
  return { stream, status: headers[':status'], retryAfter: headers['retry-after'] }
}

async function close({ stream }: Unread): Promise<void> {
  const closed = once(stream, 'close')
  stream.close()
  await closed
}

test('entries of the log are read only as the client takes them', async (t) => {
  const { port, read } = await serveLong(t, 10_000_000)
  const session = await openSession(t, port)
  assert.equal((await request(session, '/log?limit=39')).status, 200)
  const eventLoop = countTurns()
  while (eventLoop.now() < 1_000) await sleep(1)
  eventLoop.stop()
  assert.ok(read() <= 3, `${read()} of 39 lines were read`)
})

const longAnswers = [
  ['the log', '/log?limit=39', {}],
  ['a page of the log', '/log/0', {}],
  ['the log in gzip', '/log?limit=39', { 'accept-encoding': 'gzip' }],
  ['a stream of events', '/events.sse', {}],
  ['events', '/events?limit=1000', {}],
  ['rates', '/rates/current?details=true', {}],
] as const

for (const [what, path, headers] of longAnswers)
  test(`a client that leaves ${what} unread gets 429, and others do not`, async (t) => {
    const { port } = await serveLong(t, 10 * lineLength)
    const session = await openSession(t, port)
    const opened: Unread[] = []
    for (let count = 0; count < 11; count++) opened.push(await request(session, path, headers))
    const first = opened.findIndex(({ status }) => status === 429)
    assert.ok(first > 0 && opened.slice(0, first).every(({ status }) => status === 200))
    assert.equal(opened[first]?.retryAfter, '5')
    // Small answers and probes go on.
    for (const other of ['/health', '/institutions?limit=1', '/freshness?limit=1'])
      assert.equal((await request(session, other)).status, 200, other)
    const proxied = { ...headers, 'x-forwarded-for': '192.0.2.1' }
    assert.equal((await request(session, path, proxied)).status, 200)
    for (const one of opened) await close(one)
    // The server learns of it a moment later.
    let again = await request(session, path, headers)
    while (again.status === 429) {
      await close(again)
      again = await request(session, path, headers)
    }
    assert.equal(again.status, 200)
  })

test('a page that meets a line for which the client has too much unread ends before it is complete', async (t) => {
  const { port } = await serveLong(t, 5 * lineLength)
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  t.after(() => session.destroy())
  for (const encoding of ['identity', 'gzip']) {
    const headers = { 'accept-encoding': encoding }
    const { stream, status } = await request(session, '/log?after=38&limit=3', headers)
    assert.equal(status, 200)
    await assert.rejects(text(stream), /NGHTTP2_INTERNAL_ERROR/, encoding)
  }
  assert.equal((await request(session, '/log?after=39&limit=1')).status, 429)
})

test('responses that wait behind another one count until their connection closes', async (t) => {
  const now = () => at('2026-07-01T00:00:00Z')
  const limits = limitsOf({ unreadBytes: 1_000_000 })
  const { port } = await serve(t, { market: () => market, isHealthy: () => true, now }, { limits })
  const path = '/rates/current?details=true'
  const { socket } = await client(t, port)
  socket.pause()
  socket.write(getText(path).repeat(50))
  const other = await client(t, port)
  const statusNow = async () => (await other.get(path)).status
  while ((await statusNow()) !== 429) await sleep(1)
  socket.destroy()
  while ((await statusNow()) !== 200) await sleep(1)
})
