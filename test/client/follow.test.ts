import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, NetworkError, ProblemError } from '../../src/client/client.ts'
import { openBook, type Book } from '../support/book.ts'
import { at } from '../support/sample-market.ts'
import { serve } from '../support/served.ts'

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
const all = ['1.0', '2.0', '3.0', '3.1', '3.2', '4.0']

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
    if (event.id === '4.0') book.check('2026-01-04T00:00:00Z', 'alpha')
    if (event.kind === 'checked' && event.institution_id === 'alpha') break
  }
  assert.deepEqual(ids, [...all, '5.0'])
})

test('followEvents begins after an id, and filters', async (t) => {
  const client = createClient({ baseUrl: await serveBook(t, smallBook()) })
  assert.deepEqual(await take(client.followEvents({ after: '3.1' }), 2), ['3.2', '4.0'])
  assert.deepEqual(await take(client.followEvents({ kind: 'initial' }), 2), ['3.1', '3.2'])
  assert.deepEqual(await take(client.followEvents({ institution_id: 'beta' }), 2), ['2.0', '4.0'])
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
    await new Promise(setImmediate)
    t.mock.timers.tick(500)
  }
  assert.deepEqual(await taken, all)
  assert.equal(resumed[0], null)
  assert.ok(resumed.length > 2)
})

test('an aborted iteration throws the reason of its signal, also while it waits', async (t) => {
  const client = createClient({ baseUrl: await serveBook(t, smallBook()) })
  for (const baseUrl of [undefined, 'http://127.0.0.1:1']) {
    const controller = new AbortController()
    const reason = new Error('The user closed the page.')
    const follower = baseUrl === undefined ? client : createClient({ baseUrl })
    const events = follower.followEvents({ after: '4' }, { signal: controller.signal })
    const next = assert.rejects(events.next(), reason)
    await sleep(100)
    controller.abort(reason)
    await next
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
  assert.deepEqual(await take(createClient({ baseUrl, fetch: busy }).followEvents(), 1), ['1.0'])
  assert.deepEqual(statuses, [])
})

test('a response that is no stream is a NetworkError', async () => {
  const fetch = () => Promise.resolve(new Response('<html>'))
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', fetch })
  await assert.rejects(
    client.followEvents().next(),
    (error) => error instanceof NetworkError && error.reason === 'unreadable',
  )
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
