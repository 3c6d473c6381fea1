import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { storedAfter } from '../../../src/book/store/chain.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import { bookStart } from '../../../src/domain/stored-entry.ts'
import { followLog } from '../../../src/share/mirror/mirror-log.ts'
import { openMirroredBook } from '../../../src/share/mirror/mirrored-book.ts'
import { checked } from '../../book/store/drafts.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { finished, start, until } from '../../support/cli.ts'
import { testSigner } from '../../support/test-signer.ts'
import { logFiles, serveFiles, signedCheckpoint, type LogFiles } from './log-server.ts'
import { editedEntries, testLimits } from './test-mirror.ts'

const edited = editedEntries()
const retries = { now: () => 0 as Instant, delays: { first: 1, longest: 2 } }

test('a followed log may be away, lag and come back; a page that is the same is not transferred again', async (t) => {
  const entries = edited()
  const away: LogFiles = new Map([['/log/0', (response) => void response.writeHead(502).end()]])
  let files = away
  const { url } = await serveFiles(t, () => files)
  const store = await openSqliteStore(join(temporaryDirectory(t), 'mirror.db'), { mode: 'create' })
  const lines: string[] = []
  const stop = new AbortController()
  const { signal } = stop
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const mirror = await openMirroredBook(store, url, { verifier: undefined, signal })
  const settings = { limits: testLimits, pause: 1, ...retries }
  const followed = followLog(async () => mirror, { ...settings, signal, log })
  const logged = (text: string) => until(() => lines.some((line) => line.includes(text)))
  try {
    assert.ok(await logged('answers with status 502. The next attempt is in'))
    files = logFiles(entries.slice(0, 20))
    assert.ok(await until(() => mirror.position() === 20))
    files = new Map(files).set('/checkpoint', signedCheckpoint(entries))
    assert.ok(await logged('the log lags, or it was truncated'))
    let [sent, unchanged] = [0, 0]
    files = logFiles(entries).set('/log/0', (response) => {
      response.setHeader('etag', '"23"')
      if (response.req.headers['if-none-match'] === '"23"') {
        unchanged++
        response.writeHead(304).end()
      } else {
        sent++
        response.end(logFiles(entries).get('/log/0'))
      }
    })
    assert.ok(await until(() => unchanged > 2))
    assert.deepEqual([mirror.position(), sent], [23, 1])
    assert.ok(await logged('was read to its end again'))
    stop.abort()
    await followed
    assert.equal((await store.head()).position, 23)
  } finally {
    stop.abort()
    await store.close()
  }
})

test('entries that no signed checkpoint covers are not read', async (t) => {
  const entries = edited()
  let signed = 20
  const files = logFiles(entries)
  files.set('/checkpoint', (response) => {
    response.end(signedCheckpoint(entries.slice(0, signed)))
  })
  const { url, requested } = await serveFiles(t, () => files)
  const store = await openSqliteStore(join(temporaryDirectory(t), 'mirror.db'), { mode: 'create' })
  const stop = new AbortController()
  const { signal } = stop
  const mirror = await openMirroredBook(store, url, { verifier: testSigner, signal })
  const log = pino({ level: 'silent' })
  const settings = { limits: testLimits, pause: 1, ...retries, signal, log }
  const followed = followLog(async () => mirror, settings)
  try {
    assert.ok(await until(() => requested.length > 6))
    assert.deepEqual([(await store.head()).position, mirror.position()], [20, 20])
    signed = 23
    assert.ok(await until(async () => (await store.head()).position === 23))
    stop.abort()
    await followed
  } finally {
    stop.abort()
    await store.close()
  }
})

test('entries that no signed checkpoint covers are dropped after a bad answer, so an honest log goes on', async (t) => {
  const entries = edited()
  const [last] = entries.slice(19, 20)
  const forged = storedAfter(last ?? bookStart, [checked('alpha', '2026-12-01T00:00:00Z')])
  const bad = logFiles([...entries.slice(0, 20), ...forged])
  let files = bad.set('/checkpoint', signedCheckpoint(entries))
  const { url } = await serveFiles(t, () => files)
  const store = await openSqliteStore(join(temporaryDirectory(t), 'mirror.db'), { mode: 'create' })
  const stop = new AbortController()
  const { signal } = stop
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const open = () => openMirroredBook(store, url, { verifier: testSigner, signal })
  const followed = followLog(open, { limits: testLimits, pause: 1, ...retries, signal, log })
  try {
    assert.ok(await until(() => lines.length > 0))
    assert.match(lines.join(''), /about 23 entries, and the log ends at position 21/)
    files = logFiles(entries).set('/checkpoint', signedCheckpoint(entries))
    await Promise.race([followed, until(async () => (await store.head()).position === 23)])
    assert.equal(await store.digestAt(23), entries.at(-1)?.digest)
    stop.abort()
    await followed
  } finally {
    stop.abort()
    await store.close()
  }
})

test('`mirror --follow` ends at SIGTERM with 0, and at a log that it refuses with 65', async (t) => {
  const cwd = temporaryDirectory(t)
  const entries = edited()
  const files = logFiles(entries)
  const { url, requested } = await serveFiles(t, () => files)
  const followed = () => start(['mirror', url, '--follow'], { cwd })
  const stopped = followed()
  const ended = finished(stopped)
  assert.ok(await until(() => requested.includes('/checkpoint')))
  stopped.kill('SIGTERM')
  assert.deepEqual([(await ended).code, (await ended).signal], [0, null])
  files.set('/log/0', (logFiles(entries).get('/log/0') as string).replace('alpha', 'alphb'))
  const refused = await finished(followed())
  assert.equal(refused.code, 65, refused.stderr)
  assert.match(refused.stderr, /refused at position 1: /)
})
