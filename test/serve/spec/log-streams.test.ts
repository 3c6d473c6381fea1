import assert from 'node:assert/strict'
import { connect } from 'node:http2'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { ServedBook } from '../../../src/serve/http/endpoint.ts'
import { streamLog } from '../../../src/serve/http/respond.ts'
import { createTurnQueue, type NextTurn } from '../../../src/serve/http/turn-queue.ts'
import { countTurns } from '../../support/count-turns.ts'
import { sendRaw } from '../../support/raw.ts'
import { at, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { certificate, serve } from '../../support/served.ts'

const market = marketOf(sampleEntries())

/** Reads entries whose lines are longer than a chunk, up to one that the book does not have. */
function readLongEntries(upTo: number): ServedBook['readLog'] {
  const [at, digest] = ['2026-06-01T00:00:00.000Z', 'ab'.repeat(32)]
  const head = { at, kind: 'rates-checked', institutionId: 'a', bodyDigest: digest, digest }
  const body = JSON.stringify({ message: 'x'.repeat(100_000) })
  return async (after, to) => {
    const entries = async function* () {
      for (let position = after + 1; position <= to; position++) {
        if (position === upTo) throw new Error('The book failed.')
        yield { ...head, position, body }
      }
    }
    return { digest, entries: entries() }
  }
}

const source = {
  market: () => market,
  isHealthy: () => true,
  now: () => at('2026-07-01T00:00:00Z'),
}

test('a book that fails while a page is sent ends the connection before the page is complete', async (t) => {
  const { port } = await serve(t, { ...source, readLog: readLongEntries(3) })
  const response = await fetch(`http://127.0.0.1:${port}/log`)
  assert.equal(response.status, 200)
  await assert.rejects(response.text(), TypeError)
  const secure = await serve(t, { ...source, readLog: readLongEntries(3) }, { certificate })
  const session = connect(`https://127.0.0.1:${secure.port}`, { rejectUnauthorized: false })
  const stream = session.request({ ':path': '/log' })
  await assert.rejects(text(stream), /NGHTTP2_INTERNAL_ERROR/)
  session.destroy()
  const failed = await serve(t, { ...source, readLog: readLongEntries(1) })
  assert.equal((await fetch(`http://127.0.0.1:${failed.port}/log`)).status, 503)
})

/** Opens a page of 79 long lines. */
async function openPage(readLog: ServedBook['readLog'], nextTurn: NextTurn) {
  const read = await readLog(0, 79)
  assert.ok(read)
  const page = { kind: 'log', ...read, reached: 79, isFull: true, next: '1' } as const
  const request = {
    market,
    now: source.now(),
    encoding: 'identity',
    headers: {},
    nextTurn,
  } as const
  const { stream } = await streamLog(page, request)
  assert.ok(stream)
  return stream.open(() => {})
}

test('a cache does not keep a page over HTTP/1.0, which cannot say that a response ended early', async (t) => {
  const { app } = await serve(t, source)
  for (const [version, policy] of [
    ['1.0', 'no-store'],
    ['1.1', 'public, max-age=31536000, immutable'],
  ]) {
    const request = `GET /log?limit=1 HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`
    assert.equal((await sendRaw(app, request)).headers['cache-control'], policy)
  }
})

test('pages that are sent at the same time compute one chunk in a turn of the event loop', async () => {
  const [eventLoop, turns] = [countTurns(), createTurnQueue()]
  const chunks: number[] = []
  const read = async () => {
    for await (const _ of await openPage(readLongEntries(80), turns.of({})))
      chunks.push(eventLoop.now())
  }
  await Promise.all(Array.from({ length: 5 }, read))
  eventLoop.stop()
  assert.equal(chunks.length, 5 * 79)
  // The first chunks are computed before the streams are opened.
  assert.equal(new Set(chunks.slice(10)).size, chunks.length - 10)
})

test('the book is read no faster than the client reads', async () => {
  let turns = 0
  const page = await openPage(readLongEntries(80), async () => void turns++)
  const parts = page[Symbol.asyncIterator]()
  for (let taken = 1; taken <= 10; taken++) {
    await parts.next()
    assert.equal(turns, taken - 1)
  }
  await parts.return?.()
})

test('twenty clients that read long pages do not keep another from an answer', async (t) => {
  const { port, outcomes } = await serve(t, { ...source, readLog: readLongEntries(80) })
  const get = async (target: string) => (await fetch(`http://127.0.0.1:${port}${target}`)).text()
  const pages = Array.from({ length: 20 }, () => get('/log?limit=20'))
  await get('/compare?tenure_months=12')
  const before = outcomes.filter(({ endpoint }) => endpoint === '/log').length
  assert.ok(before < 10, `${before} of 20 pages were answered before`)
  for (const page of await Promise.all(pages)) assert.equal(page.split('\n').length, 21)
})
