import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AppOptions } from '../../../src/serve/server/app.ts'
import { defaultLimits } from '../../../src/serve/server/limits.ts'
import { emptyMarket, type Market } from '../../../src/book/market/market.ts'
import { until } from '../../support/cli.ts'
import { callText, callTool, connectMcp, posted } from '../../support/mcp.ts'
import { movingMarkets } from '../../support/moving-markets.ts'
import { at } from '../../support/sample-market.ts'
import { client, getText, serve, type Served } from '../../support/served.ts'
import { limitsOf } from '../../support/source.ts'

const [earlier = emptyMarket, later = emptyMarket] = movingMarkets(20, 1)
const compare = callText('compare_offers', { tenure_months: 12 })
const length = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}`
const postText = (body: string, ...lines: readonly string[]): string =>
  `${getText('/mcp', 'Content-Type: application/json', length(body), ...lines).replace('GET', 'POST')}${body}`

async function served(
  t: TestContext,
  options: AppOptions = {},
  market?: () => Market,
): Promise<Served> {
  const now = () => at('2026-03-01T00:00:00Z')
  return serve(t, { market: market ?? (() => earlier), isHealthy: () => true, now }, options)
}

type Body = {
  readonly detail?: string
  readonly error?: { readonly code: number; readonly message: string }
}

test('other methods than POST are 405 with Allow', async (t) => {
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
  // POST is 405 at every other path.
  const elsewhere = await fetch(`http://127.0.0.1:${port}/summary`, { method: 'POST', body: '{}' })
  assert.deepEqual([elsewhere.status, elsewhere.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
})

test('a response is JSON for every Accept header, is not cached, and any page may read it', async (t) => {
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

test('initialize negotiates the version in its body, whatever version its header names', async (t) => {
  const { port } = await served(t)
  const clientInfo = { name: 'test', version: '1' }
  const answers: unknown[] = []
  for (const version of ['2025-06-18', '2026-07-28', '2027-01-01', 'tomorrow'])
    for (const headers of [{}, { 'mcp-protocol-version': version }]) {
      const params = { protocolVersion: version, capabilities: {}, clientInfo }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
      const answer = await posted(port, body, headers)
      const { result } = (await answer.json()) as { result?: { protocolVersion?: unknown } }
      answers.push([answer.status, result?.protocolVersion])
    }
  const [newest, chosen] = [
    [200, '2025-11-25'],
    [200, '2025-06-18'],
  ]
  assert.deepEqual(answers, [chosen, chosen, newest, newest, newest, newest, newest, newest])
})

test('a valid Origin is answered, and an invalid one is 403', async (t) => {
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
  ['no JSON', '{"jsonrpc"', 400, -32_700, /not JSON; send one message/],
  ['nothing', '', 400, -32_700, /not JSON/],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, -32_700, /not JSON/],
  ['no message', '{"a":1}', 400, undefined, /./],
  ['a number', '1', 400, undefined, /./],
  ['null', 'null', 400, undefined, /./],
  [
    'a batch',
    `[${compare},${compare}]`,
    400,
    -32_600,
    /is a batch; send each message in a request/,
  ],
  ['a batch of one', `[${compare}]`, 400, -32_600, /is a batch/],
  ['a batch of none', '[]', 400, -32_600, /is a batch/],
  ['a deep one', deep, 400, -32_600, /is a batch/],
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

test('a body that is not a message is refused with a sentence', async (t) => {
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
  const noType = await posted(port, compare, { 'content-type': ';;;' })
  assert.equal(noType.status, 415)
  assert.equal((await posted(port, compare)).status, 200)
})

test('a notification and a result are accepted without an answer', async (t) => {
  const { port, outcomes } = await served(t)
  for (const message of [
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', id: 1, result: {} },
  ]) {
    const answer = await posted(port, JSON.stringify(message))
    assert.deepEqual([answer.status, await answer.text()], [202, ''])
  }
  assert.ok(outcomes.every(({ endpoint, method }) => endpoint === '/mcp' && method === 'POST'))
})

test('a chunked body is read up to the limit, and a body whose length exceeds it is refused at once', async (t) => {
  const { port } = await served(t)
  const chunked = await client(t, port)
  const head = getText('/mcp', 'Content-Type: application/json', 'Transfer-Encoding: chunked')
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
  const [fine] = await chunked.send(
    head.replace('GET', 'POST') + chunk(compare.slice(0, 9)) + chunk(compare.slice(9)) + chunk(''),
  )
  assert.equal(fine?.status, 200)
  const [tooLarge] = await chunked.send(head.replace('GET', 'POST') + chunk(big) + chunk(big))
  assert.equal(tooLarge?.status, 413)
  const announced = await client(t, port)
  const [refused] = await announced.send(
    getText('/mcp', 'Content-Length: 1000000000').replace('GET', 'POST'),
  )
  assert.equal(refused?.status, 413)
  // The server waits for the announced bodies when it closes.
  for (const { socket } of [chunked, announced]) socket.destroy()
})

test('a body that does not arrive in time is 408, and other calls are answered meanwhile', async (t) => {
  const limits = limitsOf({ headTimeout: 500, requestTimeout: 1_000, timeoutCheck: 50 })
  const { port } = await served(t, { limits })
  const slow = await Promise.all([client(t, port), client(t, port)])
  const waiting = slow.map((one) =>
    one.send(getText('/mcp', 'Content-Length: 10').replace('GET', 'POST')),
  )
  assert.equal((await posted(port, compare)).status, 200)
  for (const [response] of await Promise.all(waiting)) assert.equal(response?.status, 408)
  // The rest of the body may still arrive on such a connection, so the server closes it.
  assert.ok(await until(() => slow.every((one) => one.isClosed())))
})

test('a client that disconnects while it sends a body does no harm', async (t) => {
  const { port, outcomes } = await served(t)
  for (let round = 0; round < 3; round++) {
    const gone = await client(t, port)
    gone.socket.write(getText('/mcp', 'Content-Length: 10').replace('GET', 'POST'))
    await sleep(50)
    gone.socket.destroy()
    assert.ok(await until(() => outcomes.length > round))
  }
  assert.equal((await posted(port, compare)).status, 200)
})

test('Expect: 100-continue gets 100 Continue', async (t) => {
  const { port } = await served(t)
  const { socket, read } = await client(t, port)
  socket.write(
    getText(
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

test('calls and GET requests share a connection, and are answered in order', async (t) => {
  const { port } = await served(t)
  const { send } = await client(t, port)
  const get = getText('/compare?tenure_months=12')
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
  // A body that looks like a request is not read as one.
  const [answer, next] = await other.send(postText(get) + get, 2)
  assert.deepEqual([answer?.status, next?.status], [400, 200])
})

test('concurrent calls get their own responses while the market changes', async (t) => {
  let market = earlier
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
  assert.deepEqual(new Set(await ask()), new Set([earlier.position]))
  const during = ask()
  market = later
  for (const position of await during)
    assert.ok([earlier.position, later.position].includes(position))
  assert.deepEqual(new Set(await ask()), new Set([later.position]))
  const latest = await callTool(clients[0] as never, 'list_rate_changes', { limit: 1 })
  const { body } = await app.inject('/rates/changes?limit=1')
  assert.deepEqual(latest.structured?.rows, JSON.parse(body))
})

test('an empty market gives responses without rows', async (t) => {
  const { port } = await served(t, {}, () => emptyMarket)
  const mcp = await connectMcp(t, port)
  const { structured, text } = await callTool(mcp, 'compare_offers', { tenure_months: 12 })
  assert.deepEqual([structured?.rows, structured?.position, structured?.is_sample], [[], 0, false])
  assert.match(text, /Nothing matches/)
})

test('an unexpected error is a sentence without internals, and the server goes on', async (t) => {
  const { port } = await served(t, {}, () => {
    throw new Error('/var/lib/ratebook.db')
  })
  const text = await (await posted(port, compare)).text()
  assert.doesNotMatch(text, /ratebook\.db/)
  assert.match(text, /error/)
})

test('--rate-limit counts calls, and each call has an outcome', async (t) => {
  const { port, outcomes } = await served(t, { rateLimit: 1 })
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await posted(port, compare)).status)
  assert.ok(statuses.includes(429))
  assert.ok(await until(() => outcomes.length === 3))
  const [first] = outcomes
  assert.ok(first)
  const { endpoint, method, target, cache, bytes } = first
  assert.deepEqual([endpoint, method, target, cache], ['/mcp', 'POST', '/mcp', 'none'])
  assert.ok(bytes > 1_000)
})

test('a call waits for Ratebook-Min-Position', async (t) => {
  let market = earlier
  const { port } = await served(t, {}, () => market)
  const asked = posted(port, compare, { 'ratebook-min-position': String(later.position) })
  await sleep(50)
  market = later
  assert.match(await (await asked).text(), new RegExp(`"position":${later.position},`))
})

test('--base-path: /mcp is under the base path', async (t) => {
  const { port } = await served(t, { basePath: '/rates/lk' })
  const mcp = await connectMcp(t, port, 'auto', '/rates/lk/mcp')
  assert.equal((await mcp.listTools()).tools.length, 14)
  assert.equal((await posted(port, compare)).status, 404)
})

test('the request in docs/assistant.md works, and the table there names every tool', async (t) => {
  const text = readFileSync('docs/assistant.md', 'utf8')
  const [, body = ''] = /-d '([^']+)'/.exec(text) ?? []
  const { port } = await served(t)
  const answer = await posted(port, body)
  assert.match(await answer.text(), /"rows":\[\{"institution_id":/)
  const { tools } = await (await connectMcp(t, port)).listTools()
  for (const { name } of tools) assert.ok(text.includes(`| \`${name}\` |`), name)
})
