import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { startServer, until } from '../support/cli.ts'
import { copyOf, makeSampleBook, sharedBook } from '../support/sample-book.ts'
import { hammer } from './hammer.ts'

const sample = sharedBook(makeSampleBook)
const get = 'GET /health HTTP/1.1\r\nHost: ratebook.example\r\n\r\n'

/** A connection with what came over it and how it ended: by FIN (`end`) or by a reset (its code). */
function open(port: number): { socket: Socket; said: () => string; ended: () => string } {
  const socket = connect(port, '127.0.0.1')
  let [said, ended] = ['', '']
  socket.setEncoding('latin1').on('data', (chunk: string) => (said += chunk))
  socket.on('end', () => (ended ||= 'end'))
  socket.on('error', (error: NodeJS.ErrnoException) => (ended = error.code ?? error.message))
  return { socket, said: () => said, ended: () => ended }
}

test('SIGTERM under load: every request that was taken is answered whole, exit 0 within 10 s', async (t) => {
  const server = await startServer(t, [], { cwd: dirname(copyOf(t, sample())) })
  const clients = hammer(server.port, 20, 4)
  assert.ok(await until(() => clients.answers() > 200))
  const before = clients.answers()
  const [{ code, took }, mishaps] = await Promise.all([server.stop(), clients.refused])
  assert.equal(code, 0)
  assert.ok(took < 10_000, `it took ${Math.round(took)} ms`)
  assert.deepEqual(mishaps, [])
  assert.ok(clients.answers() > before, 'those that were asked while it stopped among them')
  assert.match(server.stderr(), /Stopping: answers under way are finished first/)
})

test('SIGTERM: an idle connection and one that never asked get a FIN, a half-sent request may be completed', async (t) => {
  const server = await startServer(t, [], { cwd: dirname(copyOf(t, sample())) })
  const [idle, silent, half, late] = [
    open(server.port),
    open(server.port),
    open(server.port),
    open(server.port),
  ]
  idle.socket.write(get)
  half.socket.write(get.slice(0, 30))
  late.socket.write(get.slice(0, 30))
  assert.ok(await until(() => idle.said().endsWith('{"status":"ok"}')))
  const stopping = server.stop()
  await sleep(300)
  late.socket.write(get.slice(30))
  const { code, took } = await stopping
  assert.equal(code, 0)
  assert.ok(took < 10_000, `it took ${Math.round(took)} ms`)
  await until(() => [idle, silent, half, late].every(({ ended }) => ended() !== ''))
  assert.deepEqual(
    [idle.ended(), silent.ended(), half.ended(), late.ended()],
    ['end', 'end', 'end', 'end'],
  )
  assert.match(late.said(), /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(late.said(), /^connection: close\r$/im)
  assert.equal(silent.said() + half.said(), '')
})

test('SIGTERM: a request on an idle connection while it stops is answered, and told to close', async (t) => {
  const server = await startServer(t, [], { cwd: dirname(copyOf(t, sample())) })
  const kept = open(server.port)
  kept.socket.write(get)
  assert.ok(await until(() => kept.said().endsWith('{"status":"ok"}')))
  const stopping = server.stop()
  await until(() => server.stderr().includes('Stopping'))
  kept.socket.write(get)
  await once(kept.socket, 'close')
  const answers = kept.said().split(/(?=HTTP\/1\.1 )/)
  assert.equal(answers.length, 2)
  assert.match(answers[1] ?? '', /^HTTP\/1\.1 200 OK\r\n[^]*\{"status":"ok"\}$/)
  assert.match(answers[1] ?? '', /^connection: close\r$/im)
  assert.equal(kept.ended(), 'end')
  assert.equal((await stopping).code, 0)
})

for (const more of [[], ['--workers', '2']]) {
  test(`a signal that comes twice at once is one wish, as npm and timeout send it: ${more.join(' ')}`, async (t) => {
    const server = await startServer(t, more, { cwd: dirname(copyOf(t, sample())) })
    const clients = hammer(server.port, 20, 4)
    assert.ok(await until(() => clients.answers() > 200))
    const stopping = server.stop()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      await sleep(10)
      process.kill(server.pid, signal)
    }
    const [{ code }, mishaps] = await Promise.all([stopping, clients.refused])
    assert.equal(code, 0)
    assert.deepEqual(mishaps, [])
  })
}

test('another signal, a second later or more, ends the process at once', async (t) => {
  const server = await startServer(t, [], { cwd: dirname(copyOf(t, sample())) })
  // One that never closes its side is waited for.
  const { port } = server
  const held = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  t.after(() => held.destroy())
  await once(held, 'connect')
  const stopping = server.stop()
  await sleep(3_000)
  process.kill(server.pid, 'SIGTERM')
  const { code, took } = await stopping
  assert.equal(code, null)
  assert.ok(took < 6_000, `it took ${Math.round(took)} ms`)
})
