import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppOptions } from '../../src/http/app.ts'
import { defaultLimits } from '../../src/http/server/limits.ts'
import { emptyMarket, type Market } from '../../src/market/market.ts'
import { until } from '../support/cli.ts'
import { callText, callTool, connectMcp, posted } from '../support/mcp.ts'
import { movingMarkets } from '../support/moving-markets.ts'
import { at } from '../support/sample-market.ts'
import { client, plainText, serve, type Served } from '../support/served.ts'

const [first = emptyMarket, second = emptyMarket] = movingMarkets(20, 1)
const compare = callText('compare_offers', { tenure_months: 12 })
const length = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}`
const postText = (body: string, ...lines: readonly string[]): string =>
  `${plainText('/mcp', 'Content-Type: application/json', length(body), ...lines).replace('GET', 'POST')}${body}`

async function served(
  t: TestContext,
  options: AppOptions = {},
  market?: () => Market,
): Promise<Served> {
  const now = () => at('2026-03-01T00:00:00Z')
  return serve(t, { market: market ?? (() => first), isHealthy: () => true, now }, options)
}

type Body = {
  readonly detail?: string
  readonly error?: { readonly code: number; readonly message: string }
}

test('POST only: whoever comes otherwise is told what to do, with Allow', async (t) => {
  const { port } = await served(t)
  for (const method of ['GET', 'DELETE', 'PUT', 'HEAD', 'PATCH']) {
    const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST, OPTIONS'], method)
    if (method === 'HEAD') continue
    assert.match(
      ((await answer.json()) as Body).detail ?? '',
      /with POST, and \/docs is for people/,
    )
  }
  const preflight = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'OPTIONS' })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-methods'), 'POST, OPTIONS')
  assert.equal(preflight.headers.get('access-control-allow-headers'), '*')
  // Elsewhere nothing is posted, as before.
  const elsewhere = await fetch(`http://127.0.0.1:${port}/summary`, { method: 'POST', body: '{}' })
  assert.deepEqual([elsewhere.status, elsewhere.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
})

test('an answer is plain JSON, kept by nobody, whatever the client accepts, and any page may read it', async (t) => {
  const { port } = await served(t)
  for (const accept of ['text/event-stream', 'text/html', 'application/json, text/event-stream']) {
    const answer = await posted(port, compare, { accept, origin: 'https://assistant.example' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/json')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(answer.headers.get('mcp-session-id'), null)
    assert.match(await answer.text(), /"rows":\[\{"institution_id":/)
  }
})

test('an Origin that is one may ask, and what is none is refused', async (t) => {
  const { port } = await served(t)
  const statusOf = async (origin: string) => (await posted(port, compare, { origin })).status
  for (const origin of [
    'https://claude.ai',
    'http://localhost:6274',
    'null',
    'http://[::1]:80',
    'vscode-webview://a1b2',
  ]) {
    assert.equal(await statusOf(origin), 200, origin)
  }
  for (const origin of [
    'evil',
    'https://a b',
    'https://a.example/path',
    'javascript:alert(1)',
    '',
  ]) {
    assert.equal(await statusOf(origin), 403, origin)
  }
})

const big = 'x'.repeat(defaultLimits.bodyBytes)
const deep = '['.repeat(20_000) + ']'.repeat(20_000)
const wrongBodies = [
  ['no JSON', '{"jsonrpc"', 400, -32_700, /no JSON; send one message/],
  ['nothing', '', 400, -32_700, /no JSON/],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, -32_700, /no JSON/],
  ['no message', '{"a":1}', 400, undefined, /./],
  ['a number', '1', 400, undefined, /./],
  ['null', 'null', 400, undefined, /./],
  ['no messages', '[]', 400, undefined, /./],
  [
    'too many messages',
    JSON.stringify(Array(11).fill(JSON.parse(compare))),
    400,
    -32_600,
    /10 messages at the most/,
  ],
  ['a deep one', deep, 400, undefined, /./],
  ['a deep argument', compare.replace('12', deep), 200, undefined, /must be one value|./],
  ['too long', JSON.stringify(big), 413, -32_000, /65536 bytes are the most/],
  ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"prompts/get"}', 200, -32_601, /./],
  [
    'a subscription',
    '{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{}}',
    200,
    -32_601,
    /./,
  ],
] as const

test('a body that is no message is refused with a sentence', async (t) => {
  const { port } = await served(t)
  for (const [why, body, status, code, says] of wrongBodies) {
    const answer = await posted(port, body as string)
    const { error } = (await answer.json()) as Body
    assert.equal(answer.status, status, why)
    if (code !== undefined) assert.equal(error?.code, code, why)
    if (error !== undefined) assert.match(error.message, says, why)
    assert.doesNotMatch(JSON.stringify(error ?? ''), /node_modules|\.ts|at \w+ \(/, why)
  }
  const text = await posted(port, compare, { 'content-type': 'text/plain' })
  assert.equal(text.status, 415)
  assert.equal((await posted(port, compare)).status, 200)
})

test('several messages of 2025 have several answers, and who notifies gets none; nothing hangs', async (t) => {
  const { port, observed } = await served(t, { limits: { ...defaultLimits, underWay: 1 } })
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
  const one = JSON.parse(compare) as object
  const both = await posted(port, JSON.stringify([one, cancelled, { ...one, id: 2 }]))
  assert.deepEqual(
    ((await both.json()) as { id: number }[]).map(({ id }) => id),
    [1, 2],
  )
  for (const [body, status] of [
    [[cancelled], 202],
    [cancelled, 202],
    [{ jsonrpc: '2.0', id: 1, result: {} }, 202],
    [[one, one], 200],
  ] as const) {
    assert.equal((await posted(port, JSON.stringify(body))).status, status)
  }
  assert.ok(observed.every(({ told }) => told.endpoint === '/mcp' && told.method === 'POST'))
})

test('a body of unknown length is read as far as it may be, one that is announced as too long is not waited for', async (t) => {
  const { port } = await served(t)
  const chunked = await client(t, port)
  const head = plainText('/mcp', 'Content-Type: application/json', 'Transfer-Encoding: chunked')
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
  const [fine] = await chunked.send(
    head.replace('GET', 'POST') + chunk(compare.slice(0, 9)) + chunk(compare.slice(9)) + chunk(''),
  )
  assert.equal(fine?.status, 200)
  const [tooLarge] = await chunked.send(head.replace('GET', 'POST') + chunk(big) + chunk(big))
  assert.equal(tooLarge?.status, 413)
  const announced = await client(t, port)
  const [refused] = await announced.send(
    plainText('/mcp', 'Content-Length: 1000000000').replace('GET', 'POST'),
  )
  assert.equal(refused?.status, 413)
  // Closing waits for what was announced.
  for (const { socket } of [chunked, announced]) socket.destroy()
})

test('a body that does not come is given up, and no more are awaited than memory is for', async (t) => {
  const limits = {
    ...defaultLimits,
    bodyTimeout: 300,
    bodies: 2,
    headTimeout: 500,
    requestTimeout: 1_000,
    timeoutCheck: 50,
  }
  const { port } = await served(t, { limits })
  const slow = await Promise.all([client(t, port), client(t, port)])
  const waiting = slow.map((one) =>
    one.send(plainText('/mcp', 'Content-Length: 10').replace('GET', 'POST')),
  )
  await sleep(100)
  const refused = await posted(port, compare)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
  for (const [answer] of await Promise.all(waiting)) assert.equal(answer?.status, 408)
  assert.equal((await posted(port, compare)).status, 200)
  // What follows on such a connection is part of the body that was announced: Node closes it.
  assert.ok(await until(() => slow.every((one) => one.isClosed())))
})

test('a client that goes away while its body comes leaves nothing behind', async (t) => {
  const { port, observed } = await served(t, { limits: { ...defaultLimits, bodies: 1 } })
  for (let round = 0; round < 3; round++) {
    const gone = await client(t, port)
    gone.socket.write(plainText('/mcp', 'Content-Length: 10').replace('GET', 'POST'))
    await sleep(50)
    gone.socket.destroy()
    assert.ok(await until(() => observed.length > round))
  }
  assert.equal((await posted(port, compare)).status, 200)
})

test('with Expect: 100-continue the body is asked for', async (t) => {
  const { port } = await served(t)
  const { socket, read } = await client(t, port)
  socket.write(
    plainText(
      '/mcp',
      'Content-Type: application/json',
      length(compare),
      'Expect: 100-continue',
    ).replace('GET', 'POST'),
  )
  assert.equal((await read(1))[0]?.status, 100)
  socket.write(compare)
  assert.equal((await read(1))[0]?.status, 200)
})

test('calls and questions share a connection, in their order, and others stay remembered', async (t) => {
  const { port, remembered } = await served(t)
  const { send } = await client(t, port)
  const get = plainText('/compare?tenure_months=12')
  const answers = await send(get + postText(compare) + get + postText(compare, 'X-A: b') + get, 5)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  assert.deepEqual(
    answers.map(({ body }) => body.startsWith('{"result"')),
    [false, true, false, true, false],
  )
  const other = await client(t, port)
  for (let round = 0; round < 4; round++) await other.get('/compare?tenure_months=12')
  assert.equal(remembered(), 4)
  // A body that looks like a request is none.
  const [answer, next] = await other.send(postText(get) + get, 2)
  assert.deepEqual([answer?.status, next?.status], [400, 200])
})

test('many at once get each its own answer, over a market that is swapped between them', async (t) => {
  let market = first
  const { port, app } = await served(t, {}, () => market)
  const clients = await Promise.all(
    Array.from({ length: 5 }, (_, n) => connectMcp(t, port, n % 2 === 0 ? 'auto' : 'legacy')),
  )
  const ask = () =>
    Promise.all(
      clients.flatMap((one) =>
        ['alpha', 'beta', 'gamma'].map(async (id) => {
          const { structured } = await callTool(one, 'list_rate_history', {
            institution_id: id,
            limit: 5,
          })
          assert.ok(structured && structured.rows.every((row) => row['institution_id'] === id))
          return structured.position
        }),
      ),
    )
  assert.deepEqual(new Set(await ask()), new Set([first.position]))
  const during = ask()
  market = second
  for (const position of await during)
    assert.ok([first.position, second.position].includes(position))
  assert.deepEqual(new Set(await ask()), new Set([second.position]))
  const latest = await callTool(clients[0] as never, 'list_rate_changes', { limit: 1 })
  const { body } = await app.inject('/rates/changes?limit=1')
  assert.deepEqual(latest.structured?.rows, JSON.parse(body))
})

test('an empty market has answers without rows', async (t) => {
  const { port } = await served(t, {}, () => emptyMarket)
  const mcp = await connectMcp(t, port)
  const { structured, text } = await callTool(mcp, 'compare_offers', { tenure_months: 12 })
  assert.deepEqual([structured?.rows, structured?.position, structured?.is_sample], [[], 0, false])
  assert.match(text, /Nothing matches/)
})

test('an error of ours is a sentence without its inside, and does not end the server', async (t) => {
  const { port } = await served(t, {}, () => {
    throw new Error('/var/lib/ratebook.db')
  })
  const text = await (await posted(port, compare)).text()
  assert.doesNotMatch(text, /ratebook\.db/)
  assert.match(text, /error/)
})

test('an overload refuses calls as it does questions, a client that asks too often too, and each is told of', async (t) => {
  const busy = await served(t, {
    limits: { ...defaultLimits, turn: -1, burst: -1 },
    clock: () => 0,
  })
  const refused = await posted(busy.port, compare)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
  const strict = await served(t, { rateLimit: 1 })
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await posted(strict.port, compare)).status)
  assert.ok(statuses.includes(429))
  assert.ok(await until(() => strict.observed.length === 3))
  const [{ told, via } = {}] = strict.observed
  assert.deepEqual(
    [told?.endpoint, told?.method, told?.target, via],
    ['/mcp', 'POST', '/mcp', 'made'],
  )
  assert.ok((told?.bytes ?? 0) > 1_000)
})

test('Ratebook-Min-Position is waited for', async (t) => {
  let market = first
  const { port } = await served(t, {}, () => market)
  const asked = posted(port, compare, { 'ratebook-min-position': String(second.position) })
  await sleep(50)
  market = second
  assert.match(await (await asked).text(), new RegExp(`"position":${second.position},`))
})

test('a base path stands before it', async (t) => {
  const { port } = await served(t, { basePath: '/rates/lk' })
  const mcp = await connectMcp(t, port, 'auto', '/rates/lk/mcp')
  assert.equal((await mcp.listTools()).tools.length, 9)
  assert.equal((await posted(port, compare)).status, 404)
})

test('the request in docs/assistant.md is answered as it stands there, and the table there names every tool', async (t) => {
  const text = readFileSync('docs/assistant.md', 'utf8')
  const [, body = ''] = /-d '([^']+)'/.exec(text) ?? []
  const { port } = await served(t)
  const answer = await posted(port, body)
  assert.match(await answer.text(), /"rows":\[\{"institution_id":/)
  const { tools } = await (await connectMcp(t, port)).listTools()
  for (const { name } of tools) assert.ok(text.includes(`| \`${name}\` |`), name)
})
