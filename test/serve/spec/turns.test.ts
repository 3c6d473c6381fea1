import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { test } from 'node:test'
import { defaultLimits } from '../../../src/serve/server/limits.ts'
import { createEventStreams } from '../../../src/serve/server/event-streams.ts'
import { createTurnQueue } from '../../../src/serve/http/turn-queue.ts'
import { countTurns } from '../../support/count-turns.ts'
import { movingMarkets } from '../../support/moving-markets.ts'
import { at } from '../../support/sample-market.ts'
import { certificate, client, getText, serve } from '../../support/served.ts'

const [market] = movingMarkets(200, 0)
assert.ok(market)
const source = {
  market: () => market,
  isHealthy: () => true,
  now: () => at('2026-09-01T00:00:00Z'),
}

/** Different pages, so that none of them is in the cache. */
const page = (connection: number, request: number): string =>
  `/rates/history/alpha?limit=100&offset=${connection * 10 + request}`

test('a probe and a cached answer do not wait for the pages that others have asked for', async (t) => {
  const { port, outcomes } = await serve(t, source)
  const [other, ...busy] = await Promise.all(Array.from({ length: 11 }, () => client(t, port)))
  assert.ok(other)
  const cached = '/compare?tenure_months=12'
  await other.get(cached)
  const pages = busy.map(({ send }, connection) =>
    send(
      Array.from({ length: 10 }, (_, request) => getText(page(connection, request))).join(''),
      10,
    ),
  )
  await other.get(cached)
  const fresh = await client(t, port)
  assert.equal((await fresh.get('/health')).status, 200)
  const before = outcomes.filter(({ endpoint }) => endpoint.startsWith('/rates/history')).length
  for (const { status } of (await Promise.all(pages)).flat()) assert.equal(status, 200)
  assert.ok(before < 50, `${before} of 100 pages were answered before`)
})

test('a connection with many requests does not keep another from its answer', async (t) => {
  const { port, outcomes } = await serve(t, source, { certificate })
  const sessions = [0, 1].map(() =>
    connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false }),
  )
  t.after(() => {
    for (const session of sessions) session.destroy()
  })
  await Promise.all(sessions.map((session) => once(session, 'remoteSettings')))
  const ask = async (session: (typeof sessions)[number] | undefined, path: string) => {
    const stream = session?.request({ ':path': path })
    assert.ok(stream)
    stream.resume()
    await once(stream, 'end')
    stream.close()
  }
  const [many, one] = sessions
  const pages = Array.from({ length: 20 }, (_, request) => ask(many, page(0, request)))
  await ask(one, '/rates/changes?limit=100')
  const before = outcomes.filter(({ endpoint }) => endpoint.startsWith('/rates/history')).length
  await Promise.all(pages)
  assert.ok(before < 3, `${before} of 20 pages were answered before`)
})

test('replays of all events compute one chunk in a turn of the event loop', async () => {
  const streams = createEventStreams(source.market, async () => true, defaultLimits)
  const eventLoop = countTurns()
  const chunks: number[] = []
  const turns = createTurnQueue()
  const replay = async () => {
    const nextTurn = turns.of({})
    const query = { after: '0' }
    const asked = { query, headers: {}, client: '127.0.0.1', nextTurn, onClose: () => {} }
    const response = await streams.answer(asked)
    const stream = response.stream?.open(() => {})
    assert.ok(stream)
    for await (const chunk of stream) {
      chunks.push(eventLoop.now())
      if (String(chunk).endsWith(`id: ${market.position}\n\n`)) break
    }
  }
  const replays = Array.from({ length: 5 }, replay)
  await Promise.all(replays)
  eventLoop.stop()
  // The first chunk of a stream says only when to connect again.
  const inTurns = Object.values(Object.groupBy(chunks.toSorted((a, b) => a - b).slice(5), String))
  assert.ok(inTurns.length > 50)
  assert.ok(inTurns.every((some) => some?.length === 1))
})
