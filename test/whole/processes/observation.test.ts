import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAlone, startServer, until, type RunningServer } from '../../support/cli.ts'
import { converse, exchange, statusesIn } from '../../support/exchange.ts'
import { copyOf, makeSampleBook, sharedBook } from '../../support/sample-book.ts'

const sample = sharedBook(makeSampleBook)

type LogLine = {
  readonly level: number
  readonly msg?: string
  readonly method?: string
  readonly target?: string
  readonly status?: number
  readonly bytes?: number
  readonly ms?: number
  readonly client?: string
  readonly cache?: string
}

const serve = (t: TestContext, ...args: readonly string[]): Promise<RunningServer> =>
  startServer(t, args, { cwd: dirname(copyOf(t, sample())) })

function logOf(server: RunningServer): readonly LogLine[] {
  const lines = server.stderr().split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as LogLine)
}

/** The log lines of requests, once there are `count` of them. */
async function requestLines(server: RunningServer, count: number): Promise<readonly LogLine[]> {
  const found = (): readonly LogLine[] => logOf(server).filter(({ method }) => method !== undefined)
  await until(() => found().length >= count)
  return found()
}

const get = (target: string, ...lines: readonly string[]): string =>
  [`GET ${target} HTTP/1.1`, 'Host: a', ...lines, '', ''].join('\r\n')

/** Sends a request of every kind; returns the method, target and status that the log must show of each. */
// The documented examples are cached by the warm-up, so this asks for another tenure.
async function sendEveryKind(port: number): Promise<readonly string[]> {
  const expected: string[] = []
  const { socket, ask } = converse(port)
  for (const [method, target, status, ...lines] of [
    ['GET', '/compare?tenure_months=24', 200],
    ['GET', '/compare?tenure_months=24', 200],
    ['GET', '/compare?tenure_months=24', 200],
    ['GET', '/compare?tenure_months=24', 200],
    ['GET', '/compare?tenure_months=24', 304, 'If-None-Match: *'],
    ['HEAD', '/compare?tenure_months=24', 200],
    ['OPTIONS', '/summary', 204],
    ['GET', '/rates/history/peoples-bank?limit=2', 200],
    ['GET', '/rates/current', 200, 'Accept-Encoding: br'],
    ['GET', '/compare', 422],
    ['GET', '/nowhere', 404],
    ['GET', '/nowhere?"\\{"', 404],
    ['GET', '/rates/history/%zz', 400],
    ['DELETE', '/summary', 405],
    ['GET', '/health', 200],
    ['GET', '/docs', 200],
  ] as const) {
    const { head } = await ask(get(target, ...lines).replace('GET', method))
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `), `${method} ${target}`)
    expected.push(`${method} ${target} ${status}`)
  }
  socket.end()
  // A request that the parser refuses has neither a method nor a target.
  assert.deepEqual(statusesIn(await exchange(port, 'NO HTTP\r\n\r\n')), [400])
  expected.push('  400')
  return expected
}

test('--log-level warn leaves requests out of the log', async (t) => {
  const server = await serve(t, '--log-level', 'warn')
  await sendEveryKind(server.port)
  assert.equal((await server.stop()).code, 0)
  assert.deepEqual(
    logOf(server).map(({ level }) => level),
    [40],
  )
})

/** The metrics of a server: the value of each line, by its name and labels. */
async function metricsOf(server: RunningServer): Promise<ReadonlyMap<string, number>> {
  await until(() => server.stderr().includes('Metrics at'))
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

test('a server with metrics', async (t) => {
  const server = await serve(t, '--metrics-port', '0')
  const expected = await sendEveryKind(server.port)
  const lines = await requestLines(server, expected.length)

  await t.test('every request has one structured log line', () => {
    assert.deepEqual(
      lines.map(({ method, target, status }) => `${method} ${target} ${status}`),
      expected,
    )
    for (const line of lines) {
      const names = Object.keys(line).join(' ')
      assert.equal(names, 'level time method target status bytes ms client cache')
      assert.deepEqual([line.level, line.client], [30, '127.0.0.1'])
      assert.ok((line.ms ?? -1) >= 0)
    }
    assert.deepEqual(
      lines.slice(0, 5).map(({ bytes = 0 }) => bytes > 2),
      [true, true, true, true, false],
    )
    assert.deepEqual(
      lines.slice(0, 4).map(({ cache }) => cache),
      ['miss', 'hit', 'hit', 'hit'],
    )
    assert.equal(lines[5]?.bytes, 0, 'HEAD has no body')
  })
  await t.test(
    'the metrics count the requests of the log, and describe the market and the process',
    async () => {
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
      for (const cache of ['hit', 'miss', 'none']) {
        const logged = lines.filter((line) => line.cache === cache).length
        assert.equal(metrics.get(`ratebook_responses_total{cache="${cache}"}`), logged, cache)
      }
      const bytes = lines.reduce((all, line) => all + (line.bytes ?? 0), 0)
      assert.equal(metrics.get('ratebook_response_bytes_total'), bytes)
      const durations = 'ratebook_request_duration_seconds'
      assert.equal(sum(`${durations}_count`), expected.length)
      assert.equal(metrics.get(`${durations}_bucket{le="+Inf",endpoint="/compare"}`), 7)
      assert.ok(sum(`${durations}_sum`) > 0)

      assert.equal(metrics.get('ratebook_market_position'), 79)
      assert.ok((metrics.get('ratebook_market_instant_seconds') ?? 0) > 1_780_000_000)
      assert.ok((metrics.get('ratebook_market_age_seconds') ?? 0) > 0)
      const lag = metrics.get('ratebook_follow_lag_seconds') ?? -1
      assert.ok(lag >= 0, String(lag))
      assert.ok((metrics.get('ratebook_stale_institutions') ?? 0) > 0)
      assert.equal(metrics.get('ratebook_log_lines_dropped_total'), 0)
      assert.equal(metrics.get('ratebook_build_info{version="0.1.0"}'), 1)
      assert.ok((metrics.get('process_resident_memory_bytes') ?? 0) > 1_000_000)

      const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8')
      for (const name of metrics.keys()) {
        const [, own] = /^(ratebook_\w+?)(?:_bucket|_sum|_count)?(?:\{|$)/.exec(name) ?? []
        assert.ok(own === undefined || page.includes(`\`${own}\``), `${own} is documented`)
      }
    },
  )
  await t.test(
    'the port of the metrics has nothing else, and no other port has the metrics',
    async () => {
      const own = /Metrics at (http\S+)\/metrics"/.exec(server.stderr())?.[1]
      assert.match(own ?? '', /^http:\/\/127\.0\.0\.1:\d+$/)
      for (const path of ['/', '/health', '/compare?tenure_months=12', '/metrics/x'])
        assert.equal((await fetch(`${own}${path}`)).status, 404, path)
      assert.equal((await fetch(`${own}/metrics`, { method: 'POST' })).status, 405)
      assert.equal((await fetch(`${server.address}/metrics`)).status, 404)
    },
  )
  await t.test('a taken port for the metrics is a message and exit 78', async () => {
    const args = ['serve', '--port', '0', '--metrics-port', String(server.port)]
    const { code, stderr } = await runAlone(args, { cwd: dirname(copyOf(t, sample())) })
    assert.equal(code, 78)
    assert.match(
      stderr,
      /The metrics cannot be answered at 127\.0\.0\.1, port \d+: .*EADDRINUSE.*--metrics-port\./,
    )
  })
  await t.test('the last log lines are written before the process ends', async () => {
    const { ask } = converse(server.port)
    for (let count = 0; count < 200; count++) await ask(get('/health?last'))
    assert.equal((await server.stop()).code, 0)
    const isLast = ({ target }: LogLine): boolean => target === '/health?last'
    assert.equal(logOf(server).filter(isLast).length, 200)
  })
})

test('clients that disconnect', async (t) => {
  const server = await serve(t, '--cache', '0')

  await t.test('a client that disconnects while it gets its responses is logged', async () => {
    const { socket } = converse(server.port)
    socket.pause()
    socket.write(get('/rates/current').repeat(80))
    await requestLines(server, 1)
    socket.destroy()
    assert.deepEqual(
      statusesIn(await exchange(server.port, get('/health', 'Connection: close'))),
      [200],
    )
    const lines = await requestLines(server, 2)
    assert.ok(lines.length >= 2 && lines.length <= 81, String(lines.length))
  })
  await t.test(
    'clients that disconnect before their response is ready are logged, and the server goes on',
    async () => {
      const before = (await requestLines(server, 2)).length
      const count = 60
      for (let index = 0; index < count; index++) {
        const { socket } = converse(server.port)
        socket.write(get(`/rates/current?x=${index}`, 'Accept-Encoding: br'))
        await once(socket, 'connect')
        await sleep(index % 3)
        socket.resetAndDestroy()
      }
      assert.deepEqual(
        statusesIn(await exchange(server.port, get('/health', 'Connection: close'))),
        [200],
      )
      // The parser may not have seen the request of a client that left early.
      const lines = await requestLines(server, before + 2)
      assert.ok(lines.length <= before + count + 80)
    },
  )
  assert.equal((await server.stop()).code, 0)
})
