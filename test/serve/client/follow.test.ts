import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { createClient, NetworkError, ProblemError } from '../../../src/serve/client/client.ts'
import { openBook, type Book } from '../../support/book.ts'
import { at } from '../../support/sample-market.ts'
import { serve } from '../../support/served.ts'

type TestCleanup = Parameters<typeof serve>[0]

async function serveBook(t: TestCleanup, book: Book) {
  const now = () => at('2026-07-01T00:00:00Z')
  const { port } = await serve(t, { market: book.market, isHealthy: () => true, now })
  return `http://127.0.0.1:${port}`
}

function smallBook(): Book {
  const book = openBook()
  book.register('2026-01-01T00:00:00Z', 'alpha')
  book.register('2026-01-01T00:00:00Z', 'beta')
  book.publish('2026-01-02T00:00:00Z', 'alpha', ['general 12 maturity 9', 'general 6 monthly 8'])
  book.check('2026-01-03T00:00:00Z', 'beta')
  return book
}
const all = ['p1-0', 'p2-0', 'p3-0', 'p3-1', 'p3-2', 'p4-0']

/** The ids of the first events of an iteration, which then ends. */
async function take(
  events: AsyncIterable<{ readonly id: string }>,
  count: number,
): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { id } of events) {
    ids.push(id)
    if (ids.length === count) break
  }
  return ids
}

/** A `fetch` whose streams break after so many bytes each, and which records the ids that it resumes from. */
function breakingFetch(bytes: () => number) {
  const resumed: (string | null)[] = []
  const breaking: typeof fetch = async (address, init) => {
    resumed.push(new Headers(init?.headers).get('last-event-id'))
    const response = await fetch(address, init)
    let left = bytes()
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.subarray(0, left))
        left -= chunk.length
        if (left <= 0) controller.error(new Error('The connection broke.'))
      },
    })
    const body = (response.body as ReadableStream<Uint8Array>).pipeThrough(cut)
    const headers = { 'content-type': response.headers.get('content-type') ?? '' }
    return new Response(body, { status: response.status, headers })
  }
  return { fetch: breaking, resumed }
}

test('followEvents gives the events so far, then each new one', async (t) => {
  const book = smallBook()
  const client = createClient({ baseUrl: await serveBook(t, book) })
  const ids: string[] = []
  for await (const event of client.followEvents()) {
    ids.push(event.id)
    if (event.id === 'p4-0') book.check('2026-01-04T00:00:00Z', 'alpha')
    if (event.kind === 'checked' && event.institution_id === 'alpha') break
  }
  assert.deepEqual(ids, [...all, 'p5-0'])
})

test('followEvents begins after an id, and filters', async (t) => {
  const client = createClient({ baseUrl: await serveBook(t, smallBook()) })
  assert.deepEqual(await take(client.followEvents({ after: 'p3-1' }), 2), ['p3-2', 'p4-0'])
  assert.deepEqual(await take(client.followEvents({ kind: 'initial' }), 2), ['p3-1', 'p3-2'])
  assert.deepEqual(await take(client.followEvents({ institution_id: 'beta' }), 2), ['p2-0', 'p4-0'])
})

test('each event comes once and in order, wherever the connection breaks', async (t) => {
  const baseUrl = await serveBook(t, smallBook())
  let bytes = 500
  // The delay before the client connects again is the server's `retry`; a shorter one makes the test fast.
  const { fetch, resumed } = breakingFetch(() => (bytes += 400))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const client = createClient({ baseUrl, fetch })
  const progress = { isOver: false }
  const taken = take(client.followEvents(), all.length).finally(() => {
    progress.isOver = true
  })
  while (!progress.isOver) {
    await setImmediate()
    t.mock.timers.tick(500)
  }
  assert.deepEqual(await taken, all)
  assert.equal(resumed[0], null)
  assert.ok(resumed.length > 2)
})

test('an aborted iteration throws the reason of its signal, also while it waits', async (t) => {
  const baseUrl = await serveBook(t, smallBook())
  for (const isServed of [true, false]) {
    let fetches = 0
    const called = Promise.withResolvers<undefined>()
    const counting: typeof fetch = async (address, init) => {
      fetches++
      called.resolve(undefined)
      if (!isServed) throw new TypeError('The connection was refused.')
      return fetch(address, init)
    }
    const controller = new AbortController()
    const reason = new Error('The user closed the page.')
    const client = createClient({ baseUrl, fetch: counting })
    const events = client.followEvents({ after: '4' }, { signal: controller.signal })
    const next = assert.rejects(events.next(), reason)
    await called.promise
    // By then, the iteration waits: for the response, or for the next attempt.
    await setImmediate()
    controller.abort(reason)
    await next
    assert.equal(fetches, 1)
  }
})

test('an error that stays is thrown; a server that is not available is asked again', async (t) => {
  const baseUrl = await serveBook(t, smallBook())
  const client = createClient({ baseUrl })
  await assert.rejects(
    client.followEvents({ after: '99' }).next(),
    (error) => error instanceof ProblemError && error.status === 422,
  )
  const statuses = [503, 429, 200]
  const busy: typeof fetch = (address, init) => {
    const status = statuses.shift() ?? 200
    return status === 200
      ? globalThis.fetch(address, init)
      : Promise.resolve(new Response('', { status, headers: { 'retry-after': '0' } }))
  }
  assert.deepEqual(await take(createClient({ baseUrl, fetch: busy }).followEvents(), 1), ['p1-0'])
  assert.deepEqual(statuses, [])
})

test('Retry-After delays the next attempt, at most for an hour', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  for (const [retryAfter, seconds] of [
    ['0', 1],
    ['120', 120],
    ['86400', 3_600],
  ] as const) {
    let attempts = 0
    const fetch = () => {
      attempts++
      const headers = { 'retry-after': retryAfter }
      return Promise.resolve(new Response('', { status: 503, headers }))
    }
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', fetch })
    const controller = new AbortController()
    const next = client.followEvents({}, { signal: controller.signal }).next()
    for (const [wait, expected] of [
      [0, 1],
      [seconds * 1_000 - 1, 1],
      [1, 2],
    ] as const) {
      t.mock.timers.tick(wait)
      await setImmediate()
      assert.equal(attempts, expected, retryAfter)
    }
    controller.abort()
    await assert.rejects(next)
  }
})

test('without a timeout, a stream that is silent stays open', async (t) => {
  let fetches = 0
  const counting: typeof fetch = (address, init) => {
    fetches++
    return fetch(address, init)
  }
  const client = createClient({ baseUrl: await serveBook(t, smallBook()), fetch: counting })
  const controller = new AbortController()
  const options = { signal: controller.signal, timeout: Infinity }
  const next = client.followEvents({ after: '4' }, options).next()
  // A timeout of a millisecond, which `setTimeout` makes of Infinity, would connect again after a second.
  await sleep(1_500)
  controller.abort()
  await assert.rejects(next)
  assert.equal(fetches, 1)
})

test('a response that is not a stream, and an event that is not JSON, are a NetworkError', async () => {
  const headers = { 'content-type': 'text/event-stream' }
  for (const response of [new Response('<html>'), new Response('data: {"id\n\n', { headers })]) {
    const fetch = () => Promise.resolve(response)
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', fetch })
    await assert.rejects(
      client.followEvents().next(),
      (error) => error instanceof NetworkError && error.reason === 'unreadable',
    )
  }
})

test('listEvents has the place that it reached', async (t) => {
  const client = createClient({ baseUrl: await serveBook(t, smallBook()) })
  const ids: string[] = []
  let after = '0'
  for (let isEnd = false; !isEnd;) {
    const { rows, reached = '', position } = await client.listEvents({ after, limit: 2 })
    ids.push(...rows.map(({ id }) => id))
    after = reached
    isEnd = reached === String(position)
  }
  assert.deepEqual([ids, after], [all, '4'])
})
