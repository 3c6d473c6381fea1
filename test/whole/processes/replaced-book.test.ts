import assert from 'node:assert/strict'
import { copyFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { startServer, until, type RunningServer } from '../../support/cli.ts'
import {
  answersOf,
  append,
  checkedAt,
  forge,
  otherBooks,
  replacements,
  unchangedUntilHealthIs,
} from '../../support/replaced-books.ts'
import { copyOf, makeSampleBook, sharedBook } from '../../support/sample-book.ts'

const sample = sharedBook(makeSampleBook)
const sampleLength = 79

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
  return {
    book,
    server,
    healthIs: async (status) => (await fetch(`${server.address}/health`)).status === status,
    answers: () => answersOf(server),
  }
}

for (const [how, replace] of Object.entries(replacements)) {
  test(`another book, put in the place of the served one by ${how}`, async (t) => {
    const { book, server, healthIs, answers } = await serve(t)
    const folder = temporaryDirectory(t)
    const [own, other, start] = ['own', 'other', 'start'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    copyFileSync(sample(), start)
    let [last, day] = [sampleLength + 1, 1]
    for (const [what, make] of Object.entries(otherBooks)) {
      await t.test(`${what} is noticed and not served`, async () => {
        copyFileSync(book, own)
        copyFileSync(start, other)
        await make(other, day)
        const known = await answers()
        assert.ok(known[0]?.startsWith(`${last} `))
        const found = new RegExp(
          `The book ratebook\\.db is not the one that was served: at position ${last} .*digest [0-9a-f]{12}…\\. Put the served book back`,
        )
        await replace(other, book)
        await unchangedUntilHealthIs(503, server, known)
        assert.ok(await until(() => found.test(server.stderr())), server.stderr())
        // A publisher extends the other book.
        await append(book, checkedAt(day + 5))
        assert.deepEqual(await answers(), known)
        assert.ok(await healthIs(503))
        await replace(own, book)
        await unchangedUntilHealthIs(200, server, known)
        // The extended book is another finding, if the server has read it.
        const findings = server.stderr().match(RegExp(found, 'g')) ?? []
        assert.equal(new Set(findings).size, findings.length, server.stderr())
        // The next book begins as the served one did before this entry.
        copyFileSync(own, start)
        day++
        last++
        await append(book, checkedAt(day))
        const isServed = async () => (await answers())[0]?.startsWith(`${last} `) === true
        assert.ok(await until(isServed))
      })
    }

    await t.test('a longer copy of the served book is followed', async () => {
      const longer = join(folder, 'longer.db')
      copyFileSync(book, longer)
      await append(longer, checkedAt(day + 1), checkedAt(day + 2))
      const before = await answers()
      await replace(longer, book)
      const isFollowed = async (): Promise<boolean> => {
        const now = await answers()
        // Until then every answer is that of the served book.
        for (const [index, answer] of now.entries())
          assert.ok(answer === before[index] || answer.startsWith(`${last + 2} `), answer)
        return now.every((answer) => answer.startsWith(`${last + 2} `))
      }
      assert.ok(await until(isFollowed))
      assert.ok(await until(() => healthIs(200)))
    })
  })
}

for (const how of ['rename', 'cp'] as const) {
  test(`a -wal file left behind by a killed publisher mixes two books after ${how} is noticed`, async (t) => {
    const { book, server, answers } = await serve(t)
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
    assert.ok(await until(async () => (await answers())[0]?.startsWith('81 ') === true))
    const known = await answers()
    await replacements[how]?.(other, book)
    await unchangedUntilHealthIs(503, server, known)
    assert.ok(
      await until(() =>
        /is damaged|not the one that was served|The disk of the book \S+ failed/.test(
          server.stderr(),
        ),
      ),
      server.stderr(),
    )
    await replacements[how]?.(own, book)
    await unchangedUntilHealthIs(200, server, known)
  })
}

test('an empty book that was served agrees with every book', async (t) => {
  const book = join(temporaryDirectory(t), 'ratebook.db')
  await (await openSqliteStore(book, { mode: 'create' })).close()
  const server = await startServer(t, [], { cwd: dirname(book) })
  await replacements['rename']?.(sample(), book)
  const position = async () =>
    (await fetch(`${server.address}/institutions`)).headers.get('ratebook-position')
  assert.ok(await until(async () => (await position()) === String(sampleLength)))
})
