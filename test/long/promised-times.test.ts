import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { runAlone, startServer, until, type RunningServer } from '../support/cli.ts'
import { answersOf, append, checkedAt, unchangedUntilHealthIs } from '../support/replaced-books.ts'
import { copyOf, makeSampleBook, sharedBook } from '../support/sample-book.ts'

const sample = sharedBook(makeSampleBook)

async function serveCopy(
  t: TestContext,
  ...args: readonly string[]
): Promise<{ book: string; server: RunningServer }> {
  const book = copyOf(t, sample())
  return { book, server: await startServer(t, args, { cwd: dirname(book) }) }
}

test('SIGTERM ends the server within 10 s, whatever its connections wait for', async (t) => {
  // The default, which other tests shorten.
  const { server } = await serveCopy(t, '--drain', '5')
  const parts = ['', 'GET /health HTTP/1.1\r\nHo', 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n']
  for (const part of parts) {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    t.after(() => socket.destroy())
    socket.write(part)
  }
  const { code, took } = await server.stop()
  assert.equal(code, 0)
  assert.ok(took < 10_000, `${took} ms`)
})

test('a publication shows within a second', async (t) => {
  const { book, server } = await serveCopy(t)
  for (let day = 1; day <= 5; day++) {
    await append(book, checkedAt(day))
    const began = performance.now()
    const isShown = async () => (await answersOf(server))[0]?.startsWith(`${79 + day} `) === true
    assert.ok(await until(isShown))
    const took = performance.now() - began
    assert.ok(took < 1_000, `${took} ms`)
  }
})

test('another book in the place of the served one is noticed within two seconds', async (t) => {
  const { book, server } = await serveCopy(t)
  const [own, other] = [join(dirname(book), 'own.db'), copyOf(t, sample())]
  await append(book, checkedAt(1))
  assert.ok(await until(async () => (await answersOf(server))[0]?.startsWith('80 ') === true))
  const known = await answersOf(server)
  renameSync(book, own)
  renameSync(other, book)
  const took = await unchangedUntilHealthIs(503, server, known)
  assert.ok(took < 2_000, `${took} ms`)
  renameSync(own, book)
  const back = await unchangedUntilHealthIs(200, server, known)
  assert.ok(back < 2_000, `${back} ms`)
})

test('a request waits two seconds for its position', async (t) => {
  const { server } = await serveCopy(t)
  const began = performance.now()
  const headers = { 'ratebook-min-position': '80' }
  const { status } = await fetch(`${server.address}/institutions`, { headers })
  const took = performance.now() - began
  assert.equal(status, 503)
  assert.ok(took > 1_990 && took < 3_000, `${took} ms`)
})

test('a book that another process locks for half a minute: exit code 69, and nothing is written', async (t) => {
  const book = copyOf(t, sample())
  const holder = new DatabaseSync(book)
  holder.exec('BEGIN IMMEDIATE')
  const args = ['check', 'peoples-bank', '--clock-is-right', '--database', book]
  const { code, stdout, stderr } = await runAlone(args)
  const { last } = holder.prepare('SELECT max(position) AS last FROM entry').get() ?? {}
  holder.close()
  assert.deepEqual([code, stdout, last], [69, '', 79])
  assert.match(stderr, /Another process has held the book .* Nothing was written/)
})
