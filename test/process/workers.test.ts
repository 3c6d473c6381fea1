import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { run, startServer, until, type RunningServer } from '../support/cli.ts'
import { exchange, statusesIn } from '../support/exchange.ts'
import { copyOf, makeSampleBook, sharedBook } from '../support/sample-book.ts'
import { samples } from '../support/sample-market.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'
import { hammer } from './hammer.ts'

const sample = sharedBook(makeSampleBook)

type Line = {
  readonly worker?: number
  readonly ended?: number
  readonly signal?: string
  readonly msg?: string
  readonly target?: string
}

const linesOf = (server: RunningServer): readonly Line[] =>
  server
    .stderr()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
const listening = (server: RunningServer): readonly number[] =>
  linesOf(server).flatMap(({ worker, msg }) =>
    worker !== undefined && msg?.startsWith('Listening') === true ? [worker] : [],
  )
/** The processes of the workers; nothing is left of one that has ended. */
const workersOf = ({ pid }: RunningServer): readonly number[] => {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  return Array.from(table.matchAll(/^ *(\d+) +(\d+) +([^Z])/gm)).flatMap(([, child, parent]) =>
    Number(parent) === pid ? [Number(child)] : [],
  )
}
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function start(t: TestContext, ...args: readonly string[]): Promise<RunningServer> {
  const cwd = dirname(copyOf(t, sample()))
  const server = await startServer(t, ['--workers', '2', ...args], { cwd })
  assert.ok(await until(() => listening(server).length === 2, 20_000), server.stderr())
  return server
}

const get = (target: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`

/** A port that nobody listened at a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Asks, on a connection each, until so many workers have answered; returns which. */
async function answering(
  server: RunningServer,
  target: string,
  count = 2,
): Promise<readonly number[]> {
  const found = (): readonly number[] => [
    ...new Set(
      linesOf(server).flatMap((line) => (line.target === target ? [line.worker ?? 0] : [])),
    ),
  ]
  await until(async () => {
    const some = Array.from({ length: 20 }, () => exchange(server.port, get(target)))
    // On a machine that has more to do than it can, the first answers may be refusals.
    const statuses = (await Promise.all(some)).flatMap(statusesIn)
    assert.ok(statuses.every((status) => status === 200 || status === 503))
    return found().length >= count
  }, 20_000)
  return found().toSorted((a, b) => a - b)
}

test('issue 3, --workers: two processes answer at one port, and each says in the log which it is', async (t) => {
  const server = await start(t)
  assert.equal(server.stdout().match(/Ratebook answers at/g)?.length, 1)
  assert.deepEqual(await answering(server, '/summary'), [1, 2])
  assert.equal(workersOf(server).length, 2)
  assert.equal((await server.stop()).code, 0)
})

test('issue 3, --workers: a worker that dies is replaced, after a pause, and meanwhile the other answers', async (t) => {
  const server = await start(t)
  const before = workersOf(server)
  process.kill(before[0] ?? 0, 'SIGKILL')
  const died = performance.now()
  assert.ok(await until(() => linesOf(server).some(({ ended }) => ended !== undefined)))
  assert.deepEqual(statusesIn(await exchange(server.port, get('/summary'))), [200])
  assert.ok(await until(() => listening(server).length === 3, 20_000), server.stderr())
  assert.ok(performance.now() - died > 900, 'after a pause')
  assert.ok(
    linesOf(server).some(({ ended, signal }) => ended !== undefined && signal === 'SIGKILL'),
  )
  const answered = await answering(server, '/freshness')
  assert.ok(answered.includes(3), answered.join(' '))
  assert.equal((await server.stop()).code, 0)
})

test('--workers: if all die at once, all are replaced', async (t) => {
  const cwd = dirname(copyOf(t, sample()))
  const port = await freePort()
  const server = await startServer(t, ['--workers', '2', '--port', String(port)], { cwd })
  assert.ok(await until(() => listening(server).length === 2, 20_000))
  for (const worker of workersOf(server)) process.kill(worker, 'SIGKILL')
  assert.ok(await until(() => listening(server).length === 4, 20_000), server.stderr())
  assert.deepEqual(await answering(server, '/summary'), [3, 4])
  assert.equal((await server.stop()).code, 0)
})

test('issue 3, --workers: SIGTERM and SIGINT under load end all, every request is answered, exit 0', async (t) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const server = await start(t)
    const workers = workersOf(server)
    const clients = hammer(server.port, 20, 0)
    assert.ok(await until(() => clients.answers() > 200))
    const [{ code, took }, mishaps] = await Promise.all([server.stop(signal), clients.refused])
    assert.equal(code, 0)
    assert.ok(took < 10_000, `it took ${Math.round(took)} ms`)
    assert.deepEqual(mishaps, [])
    assert.deepEqual(workers.filter(isAlive), [])
  }
})

test('--workers: a signal to all processes at once, as terminals and supervisors send it, is one wish', async (t) => {
  const server = await start(t)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    for (const worker of workersOf(server)) process.kill(worker, signal)
  assert.equal((await server.stop('SIGTERM')).code, 0)
  assert.equal(listening(server).length, 2, 'nobody was replaced')
})

test('--workers: whoever kills the parent has no workers left', async (t) => {
  const server = await start(t)
  const workers = workersOf(server)
  await server.stop('SIGKILL')
  assert.ok(await until(() => !workers.some(isAlive)))
})

test('--workers: SIGTERM before all have started ends those, too', async (t) => {
  const cwd = dirname(copyOf(t, sample()))
  const server = await startServer(t, ['--workers', '3'], { cwd })
  const { code, took } = await server.stop()
  assert.equal(code, 0)
  assert.ok(took < 9_000, `it took ${Math.round(took)} ms`)
  assert.deepEqual(workersOf(server), [])
})

test('--workers: what keeps the first from starting is said once, and ends the command as with one', async (t) => {
  const cwd = dirname(copyOf(t, sample()))
  const taken = createServer().listen(0, '127.0.0.1')
  t.after(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { code, stdout, stderr } = await run(['serve', '--workers', '2', '--port', String(port)], {
    cwd,
  })
  assert.deepEqual([code, stdout], [78, ''])
  assert.match(stderr, /^The server cannot listen on 127\.0\.0\.1, port \d+: .*EADDRINUSE.*\.\n$/)
})

test('--workers: a new book is filled once', async (t) => {
  const cwd = temporaryDirectory(t)
  const server = await startServer(t, ['--workers', '2', '--fill', samples], { cwd })
  assert.ok(await until(() => listening(server).length === 2, 20_000))
  const filled = linesOf(server).filter(({ msg }) => msg?.includes('new book was filled') === true)
  assert.equal(filled.length, 1)
  assert.equal((await server.stop()).code, 0)
})

test('issue 3, --workers: the metrics are those of all workers together', async (t) => {
  const server = await start(t, '--metrics-port', '0')
  assert.deepEqual(await answering(server, '/summary'), [1, 2])
  const told = () => linesOf(server).filter(({ target }) => target === '/summary').length
  await until(() => server.stderr().includes('Metrics at'), 5_000)
  const address = /Metrics at (http\S+)"/.exec(server.stderr())?.[1] ?? ''
  const value = async (name: string): Promise<number> => {
    const text = await (await fetch(address)).text()
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1))
  }
  const counted = 'ratebook_requests_total{endpoint="/summary",method="GET",status="200"}'
  assert.ok(
    await until(async () => (await value(counted)) === told()),
    String(await value(counted)),
  )
  assert.equal(await value('ratebook_workers'), 2)
  assert.equal(await value('ratebook_market_position'), 79)
  assert.equal((await server.stop()).code, 0)
})

test('--workers: TLS, and new certificates in all of them on SIGHUP', async (t) => {
  const pairs = fileURLToPath(new URL('../support/tls/', import.meta.url))
  const cwd = dirname(copyOf(t, sample()))
  const use = (pair: string): void => {
    for (const part of ['cert', 'key'])
      copyFileSync(join(pairs, `${pair}-${part}.pem`), join(cwd, `${part}.pem`))
  }
  use('first')
  const tls = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem']
  const server = await startServer(t, ['--workers', '2', ...tls], { cwd })
  assert.ok(await until(() => listening(server).length === 2, 20_000))
  assert.match(server.address, /^https:/)
  const asked = request(`${server.address}/health`, { rejectUnauthorized: false }).end()
  const [answer] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
  answer.resume()
  assert.equal(answer.statusCode, 200)
  const shown = async (): Promise<string> => {
    const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { subject } = socket.getPeerCertificate()
    socket.end()
    return String(subject.O)
  }
  assert.equal(await shown(), 'Ratebook tests, first')
  use('second')
  process.kill(server.pid, 'SIGHUP')
  const renewed = () => server.stderr().match(/New connections use the certificate/g)?.length === 2
  assert.ok(await until(renewed))
  for (let count = 0; count < 10; count++) assert.equal(await shown(), 'Ratebook tests, second')
  assert.equal((await server.stop()).code, 0)
})
