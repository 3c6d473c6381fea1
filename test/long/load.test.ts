import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Draft } from '../../src/domain/entry.ts'
import { openStore } from '../../src/book/store/open-store.ts'
import { startServer, until, type CommandOptions, type RunningServer } from '../support/cli.ts'
import { converse, exchange, statusesIn, type Conversation } from '../support/exchange.ts'
import { copyOf, makeSampleBook, sharedBook } from '../support/sample-book.ts'

const sample = sharedBook(makeSampleBook)

const serve = (t: TestContext, options: CommandOptions = {}): Promise<RunningServer> =>
  startServer(t, ['--log-level', 'warn'], { cwd: dirname(copyOf(t, sample())), ...options })

const get = (target: string, ...lines: readonly string[]): string =>
  [`GET ${target} HTTP/1.1`, 'Host: a', ...lines, '', ''].join('\r\n')

/** Opens `count` connections and sends bytes on each. They are closed after the test. */
async function openMany(
  t: TestContext,
  port: number,
  count: number,
  bytesFor: (index: number) => string,
): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  t.after(() => {
    for (const socket of sockets) socket.destroy()
  })
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(250, count - sockets.length) }, (_, index) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(bytesFor(sockets.length + index))
      return socket
    })
    sockets.push(...some)
    await Promise.all(some.map((socket) => once(socket, 'connect')))
  }
  return sockets
}

/** The most file descriptors of a process. A connection takes one of this process and one of the server. */
const descriptors = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' })) || 20_000

function residentBytes({ pid }: RunningServer): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return 1_024 * Number(kilobytes)
}

/** The median duration of many requests on one connection, in milliseconds. */
async function median({ ask }: Conversation): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 400; count++)
    times.push((await ask(get(`/rates/changes?limit=9&offset=${count}`))).milliseconds)
  return times.toSorted((a, b) => a - b)[200] ?? NaN
}

test('thousands of idle and slow connections do not slow down the others', async (t) => {
  const server = await serve(t)
  const count = descriptors > 6_000 ? 5_000 : 500
  const other = converse(server.port)
  await median(other)
  const alone = await median(other)
  // A third of the connections never sends anything, a third has had a response, and a third has sent half a request.
  const starts = ['', get('/health'), get('/health').slice(0, 20)]
  await openMany(t, server.port, count, (index) => starts[index % 3] ?? '')
  let among = Infinity
  // A busy machine may be slow for a while, so a failure is tried again.
  for (let tries = 0; tries < 10 && among > 2 * alone + 0.2; tries++) among = await median(other)
  assert.ok(among <= 2 * alone + 0.2, `${alone} ms alone, ${among} ms among ${count}`)
  other.socket.destroy()
})

test('clients that do not read their responses take a bounded amount of memory', async (t) => {
  const server = await serve(t)
  const whole = await exchange(server.port, get('/rates/current', 'Connection: close'))
  assert.ok(whole.length > 100_000)
  const before = residentBytes(server)
  const ahead = get('/rates/current').repeat(90)
  const readers = await openMany(t, server.port, 60, () => ahead)
  for (const reader of readers) reader.pause()
  const probe = converse(server.port)
  let most = 0
  for (let samples = 0; samples < 20; samples++) {
    await sleep(100)
    assert.match((await probe.ask(get('/health'))).head, /^HTTP\/1\.1 200 /)
    most = Math.max(most, residentBytes(server))
  }
  const all = whole.length * 90 * readers.length
  assert.ok(all > 600_000_000)
  assert.ok(most - before < 200_000_000, `${most - before} bytes for answers of ${all}`)
  probe.socket.destroy()
})

test('pages of the log that nobody reads take a bounded amount of memory', async (t) => {
  const book = copyOf(t, sample())
  const store = await openStore(book, 'write')
  const { at, position } = await store.head()
  const note = 'x'.repeat(8_000_000)
  const long: Draft = { at, institutionId: 'abans-finance', kind: 'rates-verified', note }
  await store.append(async () => [long, long, long, long])
  await store.close()
  const server = await startServer(t, ['--log-level', 'error'], { cwd: dirname(book) })
  const before = residentBytes(server)
  const target = `/log?after=${position}&limit=4`
  const readers = await openMany(t, server.port, 60, () => get(target))
  const statuses: string[] = []
  for (const reader of readers)
    reader.once('readable', () => {
      statuses.push(String(reader.read(12)).slice(9))
      reader.pause()
    })
  assert.ok(await until(() => statuses.length === readers.length))
  assert.deepEqual(new Set(statuses), new Set(['200', '429']))
  const grown = residentBytes(server) - before
  // The lines of sixty readers are 480 MB, and each was held several times before there was a limit.
  assert.ok(grown < 900_000_000, `${grown} bytes`)
  const probe = converse(server.port)
  assert.match((await probe.ask(get('/health'))).head, /^HTTP\/1\.1 200 /)
  probe.socket.destroy()
})

test('the server survives running out of file descriptors, and answers when some are free again', async (t) => {
  const server = await serve(t, { shell: 'ulimit -n 64; exec "$0" "$@"' })
  const get200 = async (): Promise<boolean> => {
    const answer = await exchange(server.port, get('/summary', 'Connection: close')).catch(() => '')
    return statusesIn(answer)[0] === 200
  }
  assert.ok(await get200())
  const sockets: Socket[] = []
  for (let count = 0; count < 200; count++) {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(get('/health'))
    sockets.push(socket)
  }
  const answered = () => sockets.filter(({ bytesRead }) => bytesRead > 0).length
  // Far fewer connections fit; the last ones are answered only if some are closed.
  await until(() => answered() >= 40, 1_000)
  assert.ok(answered() > 0 && answered() < 64, `${answered()} were answered`)
  for (const socket of sockets) socket.destroy()
  assert.ok(await until(get200, 20_000))
  assert.ok(
    await until(async () => {
      const answer = await exchange(server.port, get('/health', 'Connection: close'))
      return statusesIn(answer)[0] === 200
    }, 20_000),
    'the book can be read again',
  )
  assert.equal((await server.stop()).code, 0)
})
