import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { openStore } from '../../../src/book/store/open-store.ts'
import type { Store } from '../../../src/book/store/store.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import { followLog, mirrorOnce } from '../../../src/share/mirror/mirror-log.ts'
import { openMirroredBook } from '../../../src/share/mirror/mirrored-book.ts'
import { checked } from '../../book/store/drafts.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { finished, run, start, until } from '../../support/cli.ts'
import { dropDatabase, newDatabase, testServer } from '../../support/postgres/database.ts'
import { logFiles, serveFiles } from './log-server.ts'
import { editedEntries, testLimits } from './test-mirror.ts'

const edited = editedEntries()
const { signal } = new AbortController()
const another = /Another process extends .* No entry is lost/

const databases = {
  SQLite: (t: TestContext) => join(temporaryDirectory(t), 'mirror.db'),
  async PostgreSQL(t: TestContext) {
    const server = await testServer()
    const database = await newDatabase(server)
    t.after(() => dropDatabase(server, database))
    return database
  },
}

/** Mirrors a log into a store that is open already. */
async function mirrorWith(store: Store, url: string): Promise<number> {
  const mirror = await openMirroredBook(store, url, { verifier: undefined, signal })
  await mirrorOnce(mirror, { limits: testLimits, signal })
  return (await store.head()).position
}

/** Opens stores of one new book, and closes them when the test ends. */
async function openStores(t: TestContext, database: string, count: number): Promise<Store[]> {
  const stores: Store[] = []
  for (let index = 0; index < count; index++) {
    const store = await openStore(database, 'create')
    t.after(() => store.close())
    stores.push(store)
  }
  return stores
}

for (const [engine, newBook] of Object.entries(databases)) {
  test(`${engine}: a mirror that another process extends says so, and loses nothing`, async (t) => {
    const stores = await openStores(t, await newBook(t), 3)
    const [slow, quick, late] = stores as [Store, Store, Store]
    const entries = edited()
    const files = logFiles(entries)
    const { url } = await serveFiles(t, () => files)
    // The other process extends the book while this one reads the page.
    files.set('/log/0', (response) => {
      files.set('/log/0', logFiles(entries).get('/log/0') as string)
      void mirrorWith(quick, url).then(() => response.end(files.get('/log/0')))
    })
    await assert.rejects(mirrorWith(slow, url), (error: Error) => {
      assert.match(error.message, another)
      assert.equal('exitCode' in error && error.exitCode, 75)
      return true
    })
    // These stores were opened before the book was a mirror.
    for (const store of [slow, late]) assert.equal(await mirrorWith(store, url), entries.length)
    await assert.rejects(
      late.append(async () => [checked('alpha', '2026-12-01T00:00:00Z')]),
      /only `ratebook mirror` extends it/,
    )
    assert.equal(await slow.digestAt(23), entries.at(-1)?.digest)
  })

  test(`${engine}: two processes that follow one log into one book go on`, async (t) => {
    const [first, second] = (await openStores(t, await newBook(t), 2)) as [Store, Store]
    const entries = edited()
    let files = logFiles(entries.slice(0, 10))
    const { url } = await serveFiles(t, () => files)
    const stop = new AbortController()
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const retries = { now: () => 0 as Instant, delays: { first: 1, longest: 2 } }
    const options = { verifier: undefined, signal: stop.signal }
    const followed = followLog(() => openMirroredBook(first, url, options), {
      limits: testLimits,
      pause: 1,
      ...retries,
      signal: stop.signal,
      log,
    })
    try {
      assert.ok(await until(async () => (await first.head()).position === 10))
      for (let size = 11; size <= entries.length; size++) {
        files = logFiles(entries.slice(0, size))
        // Whichever is first: the other one goes on after it.
        await mirrorWith(second, url).catch((error: unknown) =>
          assert.match(String(error), another),
        )
        assert.ok(await until(async () => (await first.head()).position === size))
      }
      stop.abort()
      await followed
    } finally {
      stop.abort()
    }
    for (const line of lines) assert.match(line, another)
    assert.equal(await second.digestAt(23), entries.at(-1)?.digest)
  })
}

test('of three commands that mirror into one new file, each mirrors it or names the other process', async (t) => {
  const cwd = temporaryDirectory(t)
  const { url } = await serveFiles(t, () => logFiles(edited()))
  const processes = [0, 1, 2].map(() => start(['mirror', url], { cwd }))
  const results = await Promise.all(processes.map((one) => finished(one)))
  assert.ok(results.some(({ code }) => code === 0))
  for (const { code, stderr } of results)
    if (code !== 0) assert.match(`${code} ${stderr}`, /^75 (?:.*\n)*.*Another process extends/)
  const audited = await run(['audit'], { cwd })
  assert.match(audited.stdout, /^23 entries, no difference\n/)
})
