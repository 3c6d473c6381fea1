import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Market } from '../../../src/book/market/market.ts'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/book/store/store.ts'
import { loadBook } from '../../../src/cli/load-book.ts'
import { entryOf } from '../../../src/domain/stored-entry.ts'
import { receive } from '../../support/ask.ts'
import { entryReader, entryTree } from '../../support/book-entries.ts'
import { startPrimary } from '../../support/postgres/primary.ts'
import { startStandby } from '../../support/postgres/standby.ts'
import type { Recording } from '../../support/recording.ts'
import { at } from '../../support/sample-market.ts'
import { createTestApp } from '../../support/source.ts'

// Runs the specification suite, and sends its requests again to markets that are read from each store. `npm test` does so for
// some files of the suite, `npm run test:faults` for all.
const part =
  process.env['FAULT_ROUNDS'] === undefined
    ? { files: '{formats,known-at}', books: 3, responses: 100 }
    : { files: '*', books: 120, responses: 10_000 }

const project = fileURLToPath(new URL('../../..', import.meta.url))

function record(folder: string): readonly Recording[] {
  const files = globSync(`test/serve/spec/${part.files}.test.ts`, { cwd: project })
  const { status, stdout } = spawnSync(
    process.execPath,
    // One process for all files halves the time.
    ['--test', '--test-isolation=none', ...files],
    { cwd: project, env: { ...environment(), RECORDINGS: folder }, encoding: 'utf8' },
  )
  assert.equal(status, 0, stdout.slice(-4_000))
  const texts = globSync(join(folder, '*.json')).map((path) => readFileSync(path, 'utf8'))
  return texts.flatMap((text) => JSON.parse(text) as Recording[])
}

/** The environment without the variable by which a test runner knows that another one has started it. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...rest } = process.env
  return rest
}

type Book = Recording['book']

async function fill(store: Store, book: Book): Promise<void> {
  const drafts = book.map((stored) => entryOf(stored))
  await store.append(() => Promise.resolve(drafts))
  const stored = (await Array.fromAsync(store.storedEntries(0))).flat()
  // Rows of SQLite have no prototype, and columns have another order than the recording.
  assert.deepEqual(JSON.parse(JSON.stringify(stored)), book)
  await store.close()
}

async function marketIn(store: Store, position: number): Promise<Market> {
  const { market } = await loadBook(store)
  assert.equal(market.position, position)
  await store.close()
  return market
}

/** Sends the recorded requests again and compares the responses; returns how many there were. */
async function repeat(
  market: Market,
  { book, now, options, exchanges }: Recording,
): Promise<number> {
  const readEntry = entryReader(book)
  const tree = () => entryTree(book)
  const source = {
    market: () => market,
    isHealthy: () => true,
    now: () => at(now),
    readEntry,
    tree,
  }
  const app = createTestApp(source, options)
  if (exchanges.some(({ target }) => target.endsWith('/ready'))) await app.warmUp()
  for (const { method, target, headers, received } of exchanges) {
    assert.deepEqual(await receive(app, method, target, headers), received, `${method} ${target}`)
  }
  return exchanges.length
}

test('the specification suite gets the same bytes from SQLite, a primary and a standby', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-recordings-'))
  after(() => {
    rmSync(folder, { recursive: true })
  })
  const recordings = record(folder)
  const primary = await startPrimary(t)
  const standby = await startStandby(t, primary)
  const byBook = Map.groupBy(recordings, ({ book }) => JSON.stringify(book))
  let responses = 0
  for (const [number, [text, recorded]] of [...byBook].entries()) {
    const book = JSON.parse(text) as Book
    const file = join(folder, `${number}.db`)
    await fill(await openSqliteStore(file, { mode: 'create' }), book)
    await fill(await openPostgresStore(primary.url, { mode: 'create' }), book)
    await standby.caughtUp()
    const stores = await Promise.all([
      openSqliteStore(file, { mode: 'read' }),
      openPostgresStore(primary.url, { mode: 'read' }),
      openPostgresStore(standby.url, { mode: 'read' }),
    ])
    const markets = await Promise.all(stores.map((store) => marketIn(store, book.length)))
    // At the same time, because some requests wait for a position.
    const counts = await Promise.all(
      markets.flatMap((market) => recorded.map((recording) => repeat(market, recording))),
    )
    responses += counts.reduce((sum, count) => sum + count, 0)
    // Creating a database for each book would take most of the time of the test.
    await primary.sql('DROP SCHEMA ratebook CASCADE')
  }
  t.diagnostic(`${byBook.size} books, ${responses / 3} responses from each store`)
  assert.ok(byBook.size >= part.books && responses / 3 >= part.responses)
})
