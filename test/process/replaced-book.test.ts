import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import type { Draft } from '../../src/domain/entry.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { checked } from '../store/drafts.ts'
import { temporaryDirectory, withoutTriggers } from '../store/sqlite-books.ts'
import { startServer, until, type RunningServer } from '../support/cli.ts'
import { rechainFile } from '../support/rechain.ts'
import { copyOf, makeSampleBook, sharedBook } from '../support/sample-book.ts'

const sample = sharedBook(makeSampleBook)
const last = 79

/** Ways to put the book `from` in the place of the served book `to`. */
const replacements: Readonly<Record<string, (from: string, to: string) => unknown>> = {
  rename(from, to) {
    copyFileSync(from, `${to}.new`)
    renameSync(`${to}.new`, to)
  },
  cp: (from, to) => assert.equal(spawnSync('cp', [from, to]).status, 0),
  async '.restore'(from, to) {
    const db = new DatabaseSync(from, { readOnly: true })
    await backup(db, to)
    db.close()
  },
}

async function append(book: string, ...drafts: readonly Draft[]): Promise<void> {
  const store = await openSqliteStore(book, { mode: 'write' })
  await store.append(() => Promise.resolve(drafts))
  await store.close()
}

const checkedAt = (day: number) => checked('peoples-bank', `2026-09-0${day}T00:00:00Z`)

/** Changes an early entry and recomputes all digests, as a forger would. */
function forge(book: string): void {
  const db = new DatabaseSync(book, { defensive: false })
  withoutTriggers(db, () => {
    db.exec(`UPDATE entry SET body = replace(body, '"name":"', '"name":"Not ') WHERE position = 2`)
    rechainFile(db)
  })
  db.close()
}

/** Books that do not continue the served one, which has the positions 1 to 80. */
const otherBooks: Readonly<Record<string, (book: string) => unknown>> = {
  'an older book': () => {},
  'a forked book of the same length': (book) => append(book, checkedAt(2)),
  'a longer forked book': (book) => append(book, checkedAt(2), checkedAt(3), checkedAt(4)),
  async 'a forged book'(book) {
    await append(book, checkedAt(1), checkedAt(5))
    forge(book)
  },
}

type Served = {
  readonly book: string
  readonly server: RunningServer
  readonly healthIs: (status: number) => Promise<boolean>
  readonly answers: () => Promise<readonly string[]>
}

async function serve(t: TestContext): Promise<Served> {
  const book = copyOf(t, sample())
  await append(book, checkedAt(1))
  const server = await startServer(t, [], { cwd: dirname(book) })
  const get = async (target: string) => {
    const response = await fetch(server.address + target)
    return `${response.headers.get('ratebook-position')} ${await response.text()}`
  }
  return {
    book,
    server,
    healthIs: async (status) => (await fetch(`${server.address}/health`)).status === status,
    answers: () => Promise.all(['/institutions', '/rates/current', '/freshness'].map(get)),
  }
}

/** Asserts that every answer stays the same until a condition holds, which must be within two seconds. */
async function unchangedUntil(
  { answers, server }: Served,
  known: readonly string[],
  holds: () => Promise<boolean>,
): Promise<void> {
  const isDone = await until(async () => {
    assert.deepEqual(await answers(), known)
    return holds()
  }, 2_000)
  assert.ok(isDone, server.stderr())
}

for (const [how, replace] of Object.entries(replacements)) {
  for (const [what, make] of Object.entries(otherBooks)) {
    test(`${what}, put in the place of the served one by ${how}, is noticed within two seconds and not served`, async (t) => {
      const served = await serve(t)
      const { book, server, healthIs, answers } = served
      const folder = temporaryDirectory(t)
      const [own, other] = [join(folder, 'own.db'), join(folder, 'other.db')]
      copyFileSync(book, own)
      copyFileSync(sample(), other)
      await make(other)
      const known = await answers()
      assert.ok(known[0]?.startsWith('80 '))
      await replace(other, book)
      await unchangedUntil(served, known, () => healthIs(503))
      const found =
        /The book ratebook\.db is not the one that was served: at position 80 .*digest [0-9a-f]{12}…\. Put the served book back/
      assert.ok(await until(() => found.test(server.stderr()), 2_000), server.stderr())
      // A publisher extends the other book.
      await append(book, checkedAt(6))
      assert.deepEqual(await answers(), known)
      assert.ok(await healthIs(503))
      await replace(own, book)
      await unchangedUntil(served, known, () => healthIs(200))
      assert.equal(server.stderr().split(found).length, 2, server.stderr())
      await append(book, checkedAt(7))
      assert.ok(await until(async () => (await answers())[0]?.startsWith('81 ') === true, 2_000))
    })
  }

  test(`a longer copy of the served book, put in its place by ${how}, is followed`, async (t) => {
    const { book, healthIs, answers } = await serve(t)
    const longer = join(temporaryDirectory(t), 'longer.db')
    copyFileSync(book, longer)
    await append(longer, checkedAt(2), checkedAt(3))
    await replace(longer, book)
    assert.ok(await until(async () => (await answers())[0]?.startsWith('82 ') === true, 2_000))
    assert.ok(await until(() => healthIs(200), 2_000))
  })
}

for (const how of ['rename', 'cp'] as const) {
  test(`a -wal file left behind by a killed publisher mixes two books after ${how}: noticed within two seconds`, async (t) => {
    const served = await serve(t)
    const { book, server, healthIs, answers } = served
    const folder = temporaryDirectory(t)
    const [own, other] = [join(folder, 'own.db'), join(folder, 'other.db')]
    copyFileSync(book, own)
    copyFileSync(book, other)
    forge(other)
    // Closing a store would empty the -wal file.
    const publisher = await openSqliteStore(book, { mode: 'write' })
    t.after(() => publisher.close())
    await publisher.append(() => Promise.resolve([checkedAt(2)]))
    assert.ok(statSync(`${book}-wal`).size > 0)
    assert.ok(await until(async () => (await answers())[0]?.startsWith('81 ') === true, 2_000))
    const known = await answers()
    await replacements[how]?.(other, book)
    await unchangedUntil(served, known, () => healthIs(503))
    assert.ok(
      await until(() => /is damaged|not the one that was served/.test(server.stderr()), 2_000),
      server.stderr(),
    )
    await replacements[how]?.(own, book)
    await unchangedUntil(served, known, () => healthIs(200))
  })
}

test('an empty book that was served agrees with every book', async (t) => {
  const book = join(temporaryDirectory(t), 'ratebook.db')
  await (await openSqliteStore(book, { mode: 'create' })).close()
  const server = await startServer(t, [], { cwd: dirname(book) })
  await replacements['rename']?.(sample(), book)
  const position = async () =>
    (await fetch(`${server.address}/institutions`)).headers.get('ratebook-position')
  assert.ok(await until(async () => (await position()) === String(last), 2_000))
})
