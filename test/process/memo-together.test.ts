import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { movingMarkets } from '../support/moving-markets.ts'
import { at } from '../support/sample-market.ts'
import { client, plainText, serve } from '../support/served.ts'

const [market] = movingMarkets(5, 0)

/** What is done on the server's side of the first connection, and of the others. */
type Meanwhile = (...sockets: readonly Socket[]) => void

/**
 * A server, a client whose headers it knows, and what is to happen on the server's side of the connection as soon as the next request is
 * answered: its response waits for the end of the turn then.
 */
async function start(t: TestContext) {
  assert.ok(market)
  const source = {
    market: () => market,
    isHealthy: () => true,
    now: () => at('2026-03-01T00:00:00Z'),
  }
  const ours: Socket[] = []
  let happens: Meanwhile | undefined
  const observe = (): void => {
    const now = happens
    happens = undefined
    now?.(...ours)
  }
  let time = 0
  const { app, port } = await serve(t, source, { observe, clock: () => time })
  app.server.on('connection', (socket: Socket) => ours.push(socket))
  const asking = await client(t, port, { allowHalfOpen: true })
  for (const offset of [0, 1]) await asking.get(`/rates/changes?limit=1&offset=${offset}`)
  return {
    ...asking,
    app,
    port,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    meanwhile: (what: Meanwhile) => {
      happens = what
    },
  }
}

const bodies = (answers: readonly { readonly body: string }[]) => answers.map(({ body }) => body)

test(
  'a client that ends its side in the turn in which it asks has its answer',
  { timeout: 10_000 },
  async (t) => {
    const { send, meanwhile } = await start(t)
    meanwhile((socket) => socket?.emit('end'))
    const [answer] = await send(plainText('/rates/changes?limit=3&offset=2'), 1)
    assert.equal(answer?.status, 200)
  },
)

for (const [what, next] of [
  ['known', '/rates/changes?limit=2&offset=3'],
  ['asked before', '/rates/changes?limit=1&offset=1'],
  ['Node’s', '/nowhere'],
] as const) {
  test(`what a client asks next in the turn is answered behind it: a request that is ${what}`, async (t) => {
    const { get, send, meanwhile } = await start(t)
    const first = '/rates/changes?limit=3&offset=2'
    const expected = [await get(first), await get(next), await get(next)]
    meanwhile((socket) => socket?.emit('data', Buffer.from(plainText(next))))
    const answers = await send(plainText('/rates/changes?limit=3&offset=2'), 2)
    assert.deepEqual(bodies(answers), bodies(expected.slice(0, 2)))
  })
}

test('what a client asks ahead is answered in its order: pages, and what is sent again as it is', async (t) => {
  const { get, send } = await start(t)
  const hot = '/rates/changes?limit=1&offset=1'
  const targets = [2, 3, 4].flatMap((offset) => [`/rates/changes?limit=3&offset=${offset}`, hot])
  const expected = []
  for (const target of [...targets, ...targets]) expected.push(await get(target))
  const asked = targets.map((target) => plainText(target.replace('limit=3', 'limit=4')))
  const answers = await send(asked.join(''), targets.length)
  for (const [index, target] of targets.entries())
    if (target === hot) assert.equal(answers[index]?.body, expected[index]?.body)
    else assert.equal((JSON.parse(answers[index]?.body ?? '') as []).length, 4)
})

test('a server that is closed in the turn in which it answers sends the answer', async (t) => {
  const { app, send, meanwhile } = await start(t)
  meanwhile(() => void app.close())
  const [answer] = await send(plainText('/rates/changes?limit=3&offset=2'), 1)
  assert.equal(answer?.status, 200)
})

for (const [what, next, passes] of [
  ['is made that may take long', '/summary?type=bank', 0],
  ['is handed to Node', '/nowhere', 0],
  ['is answered more than a millisecond later', '/rates/changes?limit=1&offset=1', 1.1],
] as const) {
  test(`what waits goes before anything ${what}`, async (t) => {
    const { port, send, meanwhile, pass } = await start(t)
    const other = await client(t, port)
    for (let times = 0; times < 3; times++) await other.get('/rates/changes?limit=1&offset=1')
    let [before, after] = [0, 0]
    meanwhile((socket, another) => {
      before = socket?.bytesWritten ?? 0
      pass(passes)
      another?.emit('data', Buffer.from(plainText(next)))
      after = socket?.bytesWritten ?? 0
    })
    await send(plainText('/rates/changes?limit=3&offset=2'), 1)
    await other.read(1)
    assert.ok(after - before > 300)
  })
}
