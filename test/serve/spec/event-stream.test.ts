import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Limits } from '../../../src/serve/server/limits.ts'
import { openBook, type Book } from '../../support/book.ts'
import { eventIds, lastId, openStream } from '../../support/event-stream.ts'
import { at } from '../../support/sample-market.ts'
import { certificate, client, getText, serve } from '../../support/served.ts'
import { limitsOf } from '../../support/source.ts'

type TestCleanup = Parameters<typeof serve>[0]

/** A server over a book that a test continues. */
async function serveBook(t: TestCleanup, book: Book, limits: Partial<Limits> = {}, options = {}) {
  const now = () => at('2026-07-01T00:00:00Z')
  const { app, port, outcomes } = await serve(
    t,
    { market: book.market, isHealthy: () => true, now },
    { limits: limitsOf(limits), ...options },
  )
  return { app, port, outcomes, address: `http://127.0.0.1:${port}/events` }
}

function smallBook(): Book {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.register('2026-01-01T00:00:00Z', 'beta')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9', 'general 6 monthly 8'])
  return book
}
const all = ['p1-0', 'p2-0', 'p3-0', 'p3-1', 'p3-2']

/** Waits until a condition is true; the timeout of the test ends it otherwise. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(10)
}

test('a stream has the events so far, then each new one', async (t) => {
  const book = smallBook()
  const { address, port } = await serveBook(t, book)
  const stream = await openStream(address)
  assert.equal(stream.response.headers.get('content-type'), 'text/event-stream')
  assert.equal(stream.response.headers.get('cache-control'), 'no-cache')
  assert.equal(stream.response.headers.get('x-accel-buffering'), 'no')
  assert.equal(stream.response.headers.get('content-encoding'), null)
  assert.equal(stream.response.headers.get('access-control-allow-origin'), '*')
  const first = await stream.until((messages) => lastId(messages) === '3')
  assert.equal(first[0]?.retry, 1000)
  assert.deepEqual(eventIds(first), all)
  book.check('2026-01-03T00:00:00Z', 'beta')
  const next = await stream.until((messages) => lastId(messages) === '4')
  assert.deepEqual(eventIds(next), [...all, 'p4-0'])
  await stream.close()
  const rows = next.flatMap(({ data }) => (data === undefined ? [] : [JSON.parse(data) as unknown]))
  assert.deepEqual(rows, await (await fetch(`http://127.0.0.1:${port}/events`)).json())
})

test('the bytes of a stream', async (t) => {
  const { port } = await serveBook(t, smallBook())
  const response = await fetch(`http://127.0.0.1:${port}/events.sse?after=2&kind=initial`)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  while (!text.endsWith('id: 3\n\n'))
    text += Buffer.from((await reader.read()).value ?? '').toString()
  await reader.cancel()
  const data = '\\{"id":"p3-\\d","position":3,"kind":"initial",.*\\}'
  assert.match(
    text,
    new RegExp(
      `^retry: 1000\n\nid: p3-1\nevent: initial\ndata: ${data}\n\nid: p3-2\nevent: initial\ndata: ${data}\n\nid: 3\n\n$`,
    ),
  )
})

test('an entry that a filter leaves out sends its id alone', async (t) => {
  const book = smallBook()
  const { address } = await serveBook(t, book)
  const stream = await openStream(`${address}?institution_id=beta`)
  await stream.until((messages) => lastId(messages) === '3')
  book.check('2026-01-03T00:00:00Z', 'alpha')
  const messages = await stream.until((some) => lastId(some) === '4')
  assert.deepEqual(eventIds(messages), ['p2-0'])
  assert.deepEqual(messages.at(-1), { id: '4' })
  await stream.close()
})

test('a stream resumes after every id; Last-Event-ID goes before `after`', async (t) => {
  const { address } = await serveBook(t, smallBook())
  for (const [index, id] of ['0', ...all].entries()) {
    for (const resumed of [
      await openStream(address, { 'last-event-id': id }),
      await openStream(`${address}?after=${id}`),
      await openStream(`${address}?after=p2-0`, { 'last-event-id': id }),
    ]) {
      const messages = await resumed.until(
        (some) => lastId(some) === '3' || (index === all.length && some.length > 0),
      )
      assert.deepEqual(eventIds(messages), all.slice(index), id)
      await resumed.close()
    }
  }
})

test('an empty Last-Event-ID is as if absent', async (t) => {
  const { address } = await serveBook(t, smallBook())
  for (const [path, events] of [
    ['', all],
    ['?after=p2-0', all.slice(2)],
  ] as const) {
    const stream = await openStream(address + path, { 'last-event-id': '' })
    const messages = await stream.until((some) => lastId(some) === '3')
    assert.deepEqual(eventIds(messages), events)
    await stream.close()
  }
})

test('an invalid id, and one after the end of the book, are a 422', async (t) => {
  const { address } = await serveBook(t, smallBook())
  for (const id of ['x', 'p4-0']) {
    const { response, close } = await openStream(address, { 'last-event-id': id })
    assert.equal(response.status, 422, id)
    await close()
  }
})

test('a stream without events sends a comment from time to time', async (t) => {
  const { address } = await serveBook(t, smallBook(), { heartbeat: 150 })
  const stream = await openStream(`${address}?after=3`)
  const messages = await stream.until((some) => some.length >= 4)
  assert.deepEqual(messages.slice(1, 4), [{}, {}, {}])
  await stream.close()
})

test('more streams than the limit get 503 with Retry-After, until one of them ends', async (t) => {
  const { address, outcomes } = await serveBook(t, smallBook(), { eventStreams: 1 })
  const first = await openStream(address)
  const refused = await openStream(address)
  assert.equal(refused.response.status, 503)
  assert.equal(refused.response.headers.get('retry-after'), '5')
  await refused.close()
  assert.equal((await fetch(address)).status, 200)
  await first.close()
  await until(() => outcomes.some(({ isStream }) => isStream))
  // The server closes the first stream a moment after it reports it.
  let third = await openStream(address)
  while (third.response.status === 503) {
    await third.close()
    third = await openStream(address)
  }
  assert.equal(third.response.status, 200)
  await third.close()
})

test('one client has at most half of the streams; more get 429 with Retry-After, until one of them ends', async (t) => {
  const options = { trustProxy: ['127.0.0.1'] }
  const { address, outcomes } = await serveBook(t, smallBook(), { eventStreams: 5 }, options)
  const open = async (client: string) => openStream(address, { 'x-forwarded-for': client })
  const first = [await open('192.0.2.1'), await open('192.0.2.1'), await open('192.0.2.1')]
  const refused = await open('192.0.2.1')
  assert.equal(refused.response.status, 429)
  assert.equal(refused.response.headers.get('retry-after'), '5')
  await refused.close()
  const others = [await open('192.0.2.2'), await open('2001:db8::1')]
  for (const { response } of [...first, ...others]) assert.equal(response.status, 200)
  // The other places are taken, so this is the limit of all clients.
  const last = await open('192.0.2.2')
  assert.equal(last.response.status, 503)
  for (const { close } of [last, ...first]) await close()
  await until(() => outcomes.filter(({ isStream }) => isStream).length === 3)
  let again = await open('192.0.2.1')
  while (again.response.status === 429) {
    await again.close()
    again = await open('192.0.2.1')
  }
  assert.equal(again.response.status, 200)
  for (const { close } of [again, ...others]) await close()
})

test('a stream is reported once it is over, as a stream, with its bytes', async (t) => {
  const { address, outcomes } = await serveBook(t, smallBook())
  const stream = await openStream(address)
  await stream.until((messages) => lastId(messages) === '3')
  assert.equal(outcomes.length, 0)
  await stream.close()
  await until(() => outcomes.length > 0)
  const [outcome] = outcomes
  assert.deepEqual(
    [outcome?.endpoint, outcome?.status, outcome?.isStream, outcome?.cache],
    ['/events', 200, true, 'none'],
  )
  assert.ok((outcome?.bytes ?? 0) > 1_000)
})

test('HEAD has the headers of a stream and opens none', async (t) => {
  const { address } = await serveBook(t, smallBook(), { eventStreams: 1 })
  for (let times = 0; times < 3; times++) {
    const response = await fetch(`${address}.sse`, { method: 'HEAD' })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/event-stream')
    assert.equal(await response.text(), '')
  }
})

test('a client that reads nothing is disconnected, and the server holds little for it', async (t) => {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  for (let day = 1; day <= 25; day++) {
    const offers = Array.from(
      { length: 1_200 },
      (_, k) => `general ${k + 1} maturity ${day % 2 === 0 ? 8 : 9}`,
    )
    book.publish(new Date(Date.UTC(2026, 0, day + 1)).toISOString(), 'alpha', offers)
  }
  // The client that reads has a server of its own: a busy machine reads slowly.
  const read = await serveBook(t, book)
  const stream = await openStream(read.address)
  const messages = await stream.until((some) => lastId(some) === '26')
  assert.equal(eventIds(messages).length, 1 + 25 * 1_201)
  await stream.close()
  await until(() => read.outcomes.length === 1)
  const unread = await serveBook(t, book, { unreadChunk: 300 })
  const { socket } = await client(t, unread.port)
  socket.pause()
  socket.write(getText('/events.sse'))
  await until(() => unread.outcomes.length === 1)
  const [whole, part] = [read.outcomes[0], unread.outcomes[0]]
  assert.ok((part?.bytes ?? Infinity) < (whole?.bytes ?? 0) / 2)
})

test('streams go on while the server drains, and end when it stops listening', async (t) => {
  const book = smallBook()
  const { app, address } = await serveBook(t, book)
  const stream = await openStream(address)
  await stream.until((messages) => lastId(messages) === '3')
  await app.drain(0)
  book.check('2026-01-03T00:00:00Z', 'beta')
  await stream.until((messages) => lastId(messages) === '4')
  const closed = app.close()
  await stream.until(() => false)
  await closed
})

test('a stream over TLS and HTTP/2', async (t) => {
  const book = smallBook()
  const { port } = await serveBook(t, book, {}, { certificate })
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  t.after(() => session.destroy())
  const stream = session.request({ ':path': '/events', accept: 'text/event-stream' })
  stream.setEncoding('utf8')
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
  assert.equal(headers[':status'], 200)
  let text = ''
  stream.on('data', (part: string) => {
    text += part
  })
  await until(() => text.endsWith('id: 3\n\n'))
  book.check('2026-01-03T00:00:00Z', 'beta')
  await until(() => text.endsWith('id: 4\n\n'))
  stream.close()
})

test('a stream counts once for the rate limit', async (t) => {
  // Time stands still: the limit counts the requests of one second.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const { address } = await serveBook(t, smallBook(), {}, { rateLimit: 2 })
  const stream = await openStream(address)
  await stream.until((messages) => lastId(messages) === '3')
  assert.equal((await fetch(address)).status, 200)
  assert.equal((await fetch(address)).status, 429)
  await stream.close()
})
