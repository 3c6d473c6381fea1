import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, until, type RunningServer } from '../support/cli.ts'
import { converse, exchange, statusesIn } from '../support/exchange.ts'
import { copyOf, makeSampleBook, sharedBook } from '../support/sample-book.ts'

const sample = sharedBook(makeSampleBook)

type Line = {
  readonly level: number
  readonly msg?: string
  readonly method?: string
  readonly target?: string
  readonly status?: number
  readonly bytes?: number
  readonly ms?: number
  readonly client?: string
  readonly via?: string
}

const serve = (t: TestContext, ...args: readonly string[]): Promise<RunningServer> =>
  startServer(t, args, { cwd: dirname(copyOf(t, sample())) })

function linesOf(server: RunningServer): readonly Line[] {
  const lines = server.stderr().split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Line)
}

/** The lines of requests, once there are so many. */
async function requestLines(server: RunningServer, count: number): Promise<readonly Line[]> {
  const found = (): readonly Line[] => linesOf(server).filter(({ method }) => method !== undefined)
  await until(() => found().length >= count)
  return found()
}

const get = (target: string, ...lines: readonly string[]): string =>
  [`GET ${target} HTTP/1.1`, 'Host: a', ...lines, '', ''].join('\r\n')

/** Sends a request of every kind, and says what the log should tell of each: method, target, status. */
async function askEverything(port: number): Promise<readonly string[]> {
  const told: string[] = []
  const { socket, ask } = converse(port)
  for (const [method, target, status, ...lines] of [
    ['GET', '/compare?tenure_months=12', 200],
    ['GET', '/compare?tenure_months=12', 200],
    ['GET', '/compare?tenure_months=12', 200],
    ['GET', '/compare?tenure_months=12', 200],
    ['GET', '/compare?tenure_months=12', 304, 'If-None-Match: *'],
    ['HEAD', '/compare?tenure_months=12', 200],
    ['OPTIONS', '/summary', 204],
    ['GET', '/rates/history/peoples-bank?limit=2', 200],
    ['GET', '/rates/current', 200, 'Accept-Encoding: br'],
    ['GET', '/compare', 422],
    ['GET', '/nowhere', 404],
    ['GET', '/nowhere?"\\{"', 404],
    ['GET', '/rates/history/%zz', 400],
    ['DELETE', '/summary', 405],
    ['GET', '/health', 200],
    ['GET', '/ready', 200],
    ['GET', '/docs', 200],
  ] as const) {
    const { head } = await ask(get(target, ...lines).replace('GET', method))
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), `${method} ${target}`)
    told.push(`${method} ${target} ${status}`)
  }
  socket.end()
  // What the parser refuses has neither a method nor a target.
  assert.deepEqual(statusesIn(await exchange(port, 'NO HTTP\r\n\r\n')), [400])
  assert.deepEqual(
    statusesIn(await exchange(port, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')),
    [405],
  )
  told.push('  400', '  405')
  return told
}

test('issue 3: one structured log line for each request, of whatever kind', async (t) => {
  const server = await serve(t)
  const expected = await askEverything(server.port)
  const lines = await requestLines(server, expected.length)
  assert.deepEqual(
    lines.map(({ method, target, status }) => `${method} ${target} ${status}`),
    expected,
  )
  for (const line of lines) {
    const names = Object.keys(line).join(' ')
    assert.equal(names, 'level time method target status bytes ms client via')
    assert.deepEqual([line.level, line.client], [30, '127.0.0.1'])
    assert.ok((line.ms ?? -1) >= 0 && (line.ms ?? Infinity) < 10_000)
  }
  assert.deepEqual(
    lines.slice(0, 5).map(({ via, bytes = 0 }) => [via, bytes > 2]),
    [
      ['made', true],
      ['cache', true],
      ['cache', true],
      ['memo', true],
      ['cache', false],
    ],
  )
  assert.equal(lines[5]?.bytes, 0, 'HEAD has no body')
})

test('issue 3: --log-level leaves requests out, and says of itself what it says', async (t) => {
  const server = await serve(t, '--log-level', 'warn')
  await askEverything(server.port)
  assert.equal((await server.stop()).code, 0)
  assert.deepEqual(
    linesOf(server).map(({ level }) => level),
    [40],
  )
})

test('a client that goes away while it is answered is one line, too', async (t) => {
  const server = await serve(t)
  const { socket } = converse(server.port)
  socket.pause()
  socket.write(get('/rates/current').repeat(80))
  await requestLines(server, 1)
  socket.destroy()
  assert.deepEqual(
    statusesIn(await exchange(server.port, get('/ready', 'Connection: close'))),
    [200],
  )
  const lines = await requestLines(server, 2)
  assert.ok(lines.length >= 2 && lines.length <= 81, String(lines.length))
})

test('clients that are gone before their answer is made are lines, too, and the server stands', async (t) => {
  const server = await serve(t, '--no-memo', '--cache', '0')
  const count = 60
  for (let index = 0; index < count; index++) {
    const { socket } = converse(server.port)
    const head = get(`/rates/current?x=${index}`, 'Accept-Encoding: br')
    socket.write(head)
    await once(socket, 'connect')
    await sleep(index % 3)
    socket.resetAndDestroy()
  }
  assert.deepEqual(
    statusesIn(await exchange(server.port, get('/ready', 'Connection: close'))),
    [200],
  )
  // Some were gone before the parser saw them.
  const lines = await requestLines(server, 2)
  assert.ok(lines.length <= count + 1)
  assert.equal((await server.stop()).code, 0)
})

test('the last lines are written before the process ends', async (t) => {
  const server = await serve(t)
  const { ask } = converse(server.port)
  for (let count = 0; count < 200; count++) await ask(get('/health'))
  assert.equal((await server.stop()).code, 0)
  assert.equal((await requestLines(server, 200)).length, 200)
})

/** The metrics of a server: the value of each line, by its name and labels. */
async function metricsOf(server: RunningServer): Promise<ReadonlyMap<string, number>> {
  await until(() => server.stderr().includes('Metrics at'), 5_000)
  const address = /Metrics at (http\S+)"/.exec(server.stderr())?.[1]
  assert.ok(address, server.stderr())
  const answer = await fetch(address)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).split('\n').filter((line) => /^[^#]/.test(line))
  for (const line of lines) assert.match(line, /^\w+(?:\{.*\})? -?(?:\d[\d.e+-]*|\+Inf|NaN)$/)
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

test('issue 3: the metrics count what the log tells, and describe the market and the process', async (t) => {
  const server = await serve(t, '--metrics-port', '0')
  const expected = await askEverything(server.port)
  const lines = await requestLines(server, expected.length)
  const metrics = await metricsOf(server)
  const sum = (start: string): number =>
    [...metrics].reduce((all, [name, value]) => (name.startsWith(start) ? all + value : all), 0)

  assert.equal(sum('ratebook_requests_total'), expected.length)
  const compared = 'endpoint="/compare",method="GET",status="200"'
  assert.equal(metrics.get(`ratebook_requests_total{${compared}}`), 4)
  const one = 'endpoint="/rates/history/{institution_id}",method="GET",status="200"'
  assert.equal(metrics.get(`ratebook_requests_total{${one}}`), 1)
  const nowhere = 'endpoint="other",method="GET",status="404"'
  assert.equal(metrics.get(`ratebook_requests_total{${nowhere}}`), 2)
  for (const via of ['memo', 'cache', 'made', 'none']) {
    const told = lines.filter((line) => line.via === via).length
    assert.equal(metrics.get(`ratebook_answers_total{via="${via}"}`), told, via)
  }
  const told = lines.reduce((all, { bytes = 0 }) => all + bytes, 0)
  assert.equal(metrics.get('ratebook_response_bytes_total'), told)
  const durations = 'ratebook_request_duration_seconds'
  assert.equal(sum(`${durations}_count`), expected.length)
  assert.equal(metrics.get(`${durations}_bucket{endpoint="/compare",le="+Inf"}`), 7)
  assert.ok(sum(`${durations}_sum`) > 0)

  assert.equal(metrics.get('ratebook_market_position'), 79)
  assert.ok((metrics.get('ratebook_market_instant_seconds') ?? 0) > 1_780_000_000)
  assert.ok((metrics.get('ratebook_market_age_seconds') ?? 0) > 0)
  const lag = metrics.get('ratebook_follow_lag_seconds') ?? -1
  assert.ok(lag >= 0 && lag < 10, String(lag))
  assert.ok((metrics.get('ratebook_stale_institutions') ?? 0) > 0)
  assert.equal(metrics.get('ratebook_log_lines_dropped_total'), 0)
  assert.equal(metrics.get('ratebook_build_info{version="0.1.0"}'), 1)
  assert.ok((metrics.get('process_resident_memory_bytes') ?? 0) > 1_000_000)

  const page = readFileSync(new URL('../../docs/operation.md', import.meta.url), 'utf8')
  for (const name of metrics.keys()) {
    const [, own] = /^(ratebook_\w+?)(?:_bucket|_sum|_count)?(?:\{|$)/.exec(name) ?? []
    assert.ok(own === undefined || page.includes(`\`${own}\``), `${own} is documented`)
  }
})

test('issue 3: the port of the metrics answers nothing else, and no other port answers them', async (t) => {
  const server = await serve(t, '--metrics-port', '0')
  await until(() => server.stderr().includes('Metrics at'), 5_000)
  const own = /Metrics at (http\S+)\/metrics"/.exec(server.stderr())?.[1]
  assert.match(own ?? '', /^http:\/\/127\.0\.0\.1:\d+$/)
  for (const path of ['/', '/health', '/compare?tenure_months=12', '/metrics/x'])
    assert.equal((await fetch(`${own}${path}`)).status, 404, path)
  assert.equal((await fetch(`${own}/metrics`, { method: 'POST' })).status, 405)
  assert.equal((await fetch(`${server.address}/metrics`)).status, 404)
  assert.equal((await server.stop()).code, 0)
})

test('issue 3: a port for the metrics that is taken: a sentence, exit 78', async (t) => {
  const server = await serve(t)
  const second = serve(t, '--metrics-port', String(server.port))
  await assert.rejects(
    second,
    /The metrics cannot be answered at 127\.0\.0\.1, port \d+: .*EADDRINUSE.*--metrics-port\./,
  )
})
