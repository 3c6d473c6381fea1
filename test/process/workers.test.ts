import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { runAlone, startServer, until, type RunningServer } from '../support/cli.ts'
import { exchange, statusesIn } from '../support/exchange.ts'
import { copyOf, makeSampleBook, sharedBook } from '../support/sample-book.ts'
import { samples } from '../support/sample-market.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'
import { assertLastResponses, startRequests } from './requests-under-way.ts'

const sample = sharedBook(makeSampleBook)

type LogLine = {
  readonly worker?: number
  readonly ended?: number
  readonly signal?: string
  readonly msg?: string
  readonly target?: string
}

const logOf = (server: RunningServer): readonly LogLine[] =>
  server
    .stderr()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LogLine)

/** The numbers of the workers that listen, in the order of the log. */
const listening = (server: RunningServer): readonly number[] =>
  logOf(server).flatMap(({ worker, msg }) =>
    worker !== undefined && msg?.startsWith('Listening') === true ? [worker] : [],
  )

/** The process ids of the workers that run. */
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

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Sends requests, each on a new connection, until so many workers have answered; returns which. */
async function answering(
  server: RunningServer,
  target: string,
  count = 2,
): Promise<readonly number[]> {
  const found = (): readonly number[] => [
    ...new Set(logOf(server).flatMap((line) => (line.target === target ? [line.worker ?? 0] : []))),
  ]
  await until(async () => {
    const some = Array.from({ length: 20 }, () => exchange(server.port, get(target)))
    const statuses = (await Promise.all(some)).flatMap(statusesIn)
    assert.deepEqual(new Set(statuses), new Set([200]))
    return found().length >= count
  }, 20_000)
  return found().toSorted((a, b) => a - b)
}

/** Stops a server that has requests under way, and asserts that it answers them and leaves no worker. */
async function stopsAfterRequests(
  t: TestContext,
  server: RunningServer,
  signal: 'SIGTERM' | 'SIGINT',
): Promise<void> {
  const workers = workersOf(server)
  const requests = await startRequests(t, server.port, 20)
  const stopping = server.stop(signal)
  await until(() => server.stderr().includes('Stopping'))
  assertLastResponses(await requests.complete())
  const { code, took } = await stopping
  assert.equal(code, 0)
  assert.ok(took < 10_000, `it took ${Math.round(took)} ms`)
  assert.deepEqual(workers.filter(isAlive), [])
}

describe('--workers', { concurrency: 2 }, () => {
  test('processes that answer at one port', async (t) => {
    const port = await freePort()
    const server = await start(t, '--metrics-port', '0', '--port', String(port))

    await t.test('two answer, and the metrics are those of both together', async () => {
      assert.equal(server.stdout().match(/Ratebook answers at/g)?.length, 1)
      assert.deepEqual(await answering(server, '/summary'), [1, 2])
      assert.equal(workersOf(server).length, 2)
      const logged = () => logOf(server).filter(({ target }) => target === '/summary').length
      await until(() => server.stderr().includes('Metrics at'), 5_000)
      const address = /Metrics at (http\S+)"/.exec(server.stderr())?.[1] ?? ''
      const value = async (name: string): Promise<number> => {
        const text = await (await fetch(address)).text()
        const line = text.split('\n').find((one) => one.startsWith(`${name} `))
        return Number(line?.slice(name.length + 1))
      }
      const counted = 'ratebook_requests_total{endpoint="/summary",method="GET",status="200"}'
      assert.ok(
        await until(async () => (await value(counted)) === logged()),
        String(await value(counted)),
      )
      assert.equal(await value('ratebook_workers'), 2)
      assert.equal(await value('ratebook_market_position'), 79)
    })

    await t.test(
      'one that dies is replaced after a pause, and the other answers meanwhile',
      async () => {
        const [worker = 0] = workersOf(server)
        process.kill(worker, 'SIGKILL')
        const died = performance.now()
        assert.ok(await until(() => logOf(server).some(({ ended }) => ended !== undefined)))
        assert.deepEqual(statusesIn(await exchange(server.port, get('/summary'))), [200])
        assert.ok(await until(() => listening(server).length === 3, 20_000), server.stderr())
        assert.ok(performance.now() - died > 900, 'there is a pause')
        assert.ok(
          logOf(server).some(({ ended, signal }) => ended !== undefined && signal === 'SIGKILL'),
        )
        const answered = await answering(server, '/freshness')
        assert.ok(answered.includes(3), answered.join(' '))
      },
    )

    await t.test('if all die at once, all are replaced', async () => {
      for (const worker of workersOf(server)) process.kill(worker, 'SIGKILL')
      assert.ok(await until(() => listening(server).length === 5, 20_000), server.stderr())
      assert.deepEqual(await answering(server, '/institutions'), [4, 5])
    })

    await t.test(
      'SIGTERM ends all with exit 0 after they have answered the requests under way',
      () => stopsAfterRequests(t, server, 'SIGTERM'),
    )
  })

  test('a new book is filled once, and SIGINT ends all workers as SIGTERM does', async (t) => {
    const server = await startServer(t, ['--workers', '2', '--fill', samples], {
      cwd: temporaryDirectory(t),
    })
    assert.ok(await until(() => listening(server).length === 2, 20_000))
    const filled = logOf(server).filter(({ msg }) => msg?.includes('new book was filled') === true)
    assert.equal(filled.length, 1)
    await stopsAfterRequests(t, server, 'SIGINT')
  })

  test('the workers end if their parent is killed', async (t) => {
    const server = await start(t)
    const workers = workersOf(server)
    await server.stop('SIGKILL')
    assert.ok(await until(() => !workers.some(isAlive)))
  })

  test('SIGTERM before all workers have started ends them too', async (t) => {
    const cwd = dirname(copyOf(t, sample()))
    const server = await startServer(t, ['--workers', '3'], { cwd })
    const { code, took } = await server.stop()
    assert.equal(code, 0)
    assert.ok(took < 9_000, `it took ${Math.round(took)} ms`)
    assert.deepEqual(workersOf(server), [])
  })

  test('if the first worker cannot start, the command ends with one message', async (t) => {
    const cwd = dirname(copyOf(t, sample()))
    const taken = createServer().listen(0, '127.0.0.1')
    t.after(() => taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const args = ['serve', '--workers', '2', '--port', String(port)]
    const { code, stdout, stderr } = await runAlone(args, { cwd })
    assert.deepEqual([code, stdout], [78, ''])
    assert.match(stderr, /^The server cannot listen on 127\.0\.0\.1, port \d+: .*EADDRINUSE.*\.\n$/)
  })

  test('SIGHUP gives all workers the new certificate; signals to all processes at once, as terminals and supervisors send them, stop the server once', async (t) => {
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
    const sent = request(`${server.address}/health`, { rejectUnauthorized: false }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    assert.equal(response.statusCode, 200)
    const certificateOwner = async (): Promise<string> => {
      const socket = connectTls({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      const { subject } = socket.getPeerCertificate()
      socket.end()
      return String(subject.O)
    }
    assert.equal(await certificateOwner(), 'Ratebook tests, first')
    use('second')
    process.kill(server.pid, 'SIGHUP')
    const renewed = () =>
      server.stderr().match(/New connections use the certificate/g)?.length === 2
    assert.ok(await until(renewed))
    for (let count = 0; count < 10; count++)
      assert.equal(await certificateOwner(), 'Ratebook tests, second')
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      for (const worker of workersOf(server)) process.kill(worker, signal)
    assert.equal((await server.stop('SIGTERM')).code, 0)
    assert.equal(listening(server).length, 2, 'no worker was replaced')
  })
})
