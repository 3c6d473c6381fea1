import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, until, type RunningServer } from '../../support/cli.ts'
import { exchange } from '../../support/exchange.ts'
import { copyOf, makeSampleBook, sharedBook } from '../../support/sample-book.ts'
import { assertLastResponses, startRequests } from './requests-under-way.ts'

const sample = sharedBook(makeSampleBook)
const ready = 'GET /ready HTTP/1.1\r\nHost: ratebook.example\r\n'
const get = 'GET /health HTTP/1.1\r\nHost: ratebook.example\r\n\r\n'

const start = (t: TestContext, ...args: readonly string[]): Promise<RunningServer> =>
  startServer(t, args, { cwd: dirname(copyOf(t, sample())) })

/** A connection, what the server sent over it, and how it ended: `end` after a FIN, or the code of an error. */
function open(
  t: TestContext,
  port: number,
): { socket: Socket; received: () => string; ended: () => string } {
  const socket = connect(port, '127.0.0.1')
  t.after(() => socket.destroy())
  let [received, ended] = ['', '']
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
  socket.on('end', () => (ended ||= 'end'))
  socket.on('error', (error: NodeJS.ErrnoException) => (ended = error.code ?? error.message))
  return { socket, received: () => received, ended: () => ended }
}

// Most of these tests wait for timeouts, so they run at the same time.
describe('stopping', { concurrency: true }, () => {
  test('SIGTERM: requests under way are answered, no new connection is accepted, and the process exits with 0; a second signal within a second changes nothing, because npm and timeout send two', async (t) => {
    const server = await start(t)
    const requests = await startRequests(t, server.port, 20)
    const stopping = server.stop()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(server.pid, signal)
    const isRefused = async (): Promise<boolean> => {
      const socket = connect(server.port, '127.0.0.1')
      const [error] = (await Promise.race([
        once(socket, 'connect').then(() => []),
        new Promise((resolve) => {
          socket.once('error', (cause) => resolve([cause]))
        }),
      ])) as [NodeJS.ErrnoException?]
      socket.destroy()
      return error?.code === 'ECONNREFUSED'
    }
    await until(() => server.stderr().includes('Stopping'))
    assert.ok(await until(isRefused))
    assertLastResponses(await requests.complete())
    const { code } = await stopping
    assert.equal(code, 0)
  })

  test('SIGTERM: idle connections are closed, and unfinished requests do not prevent the exit', async (t) => {
    const server = await start(t)
    const idle = open(t, server.port)
    const silent = open(t, server.port)
    const unfinished = open(t, server.port)
    idle.socket.write(get)
    unfinished.socket.write(get.slice(0, 30))
    assert.ok(await until(() => idle.received().endsWith('{"status":"ok"}')))
    const stopping = server.stop()
    assert.ok(await until(() => idle.ended() === 'end'))
    const { code } = await stopping
    assert.equal(code, 0)
    assert.ok(await until(() => silent.ended() !== '' && unfinished.ended() !== ''))
    assert.equal(silent.received(), '')
  })

  test('SIGTERM: /ready is 503 at once, and clients that heed it get every answer', async (t) => {
    const server = await start(t, '--drain', '3600')
    const isReady = async (): Promise<boolean> =>
      (await exchange(server.port, `${ready}Connection: close\r\n\r\n`)).includes(' 200 ')
    assert.ok(await until(isReady))
    let [answers, errors] = [0, 0]
    /** Asks on new connections until the server says that it is not ready. */
    const askUntilStopping = async (): Promise<void> => {
      for (;;) {
        const answer = await exchange(server.port, `${ready}Connection: close\r\n\r\n`).catch(
          () => '',
        )
        if (!answer.endsWith('}')) errors++
        if (!answer.startsWith('HTTP/1.1 200 ')) return
        answers++
      }
    }
    const clients = Array.from({ length: 16 }, askUntilStopping)
    assert.ok(await until(() => answers > 100))
    const kept = open(t, server.port)
    const stopping = server.stop()
    await Promise.all(clients)
    assert.equal(errors, 0)
    kept.socket.write(get)
    assert.ok(await until(() => kept.ended() === 'end'))
    assert.match(
      kept.received(),
      /^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n[^]*\{"status":"ok"\}$/i,
    )
    process.kill(server.pid, 'SIGKILL')
    await stopping
  })

  test('SIGTERM: the process exits with 0 after the seconds of --drain', async (t) => {
    const server = await start(t, '--drain', '1')
    assert.equal((await server.stop()).code, 0)
    assert.match(server.stderr(), /Draining[^]*Stopping/)
  })

  test('SIGINT, as Ctrl-C sends it, stops the server without draining', async (t) => {
    const server = await start(t, '--drain', '3600')
    assert.equal((await server.stop('SIGINT')).code, 0)
    assert.doesNotMatch(server.stderr(), /Draining/)
  })

  test('a second signal after more than a second ends the process at once', async (t) => {
    const server = await start(t, '--drain', '3600')
    const stopping = server.stop()
    assert.ok(await until(() => server.stderr().includes('Draining')))
    await sleep(1_300)
    process.kill(server.pid, 'SIGTERM')
    const { code } = await stopping
    assert.equal(code, null)
  })
})
