import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { run, type CommandResult } from '../support/cli.ts'
import { atPorts, newDatabase } from '../support/postgres/database.ts'
import { createCleanup } from '../support/postgres/cleanup.ts'
import { newSmallBook } from '../support/postgres/node.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { committed, startProxy, type Proxy } from '../support/postgres/proxy.ts'
import { inSession } from '../support/postgres/query.ts'
import type { Server } from '../support/postgres/server.ts'
import { institutionOf, offerOf, sheetOf, withReason, writeHere } from '../support/small-book.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'

const all = createCleanup()
let primary: Server

before(async () => {
  primary = await startPrimary(all)
})
after(all.end)

/** A book behind a network, and a way to run commands on it. */
type ProxiedBook = {
  readonly url: string
  readonly proxy: Proxy
  readonly run: (...args: readonly string[]) => Promise<CommandResult>
  /** The number of entries. */
  readonly entries: () => Promise<number>
  readonly files: (first: number, count: number) => string[]
}

async function proxiedBook(t: TestContext): Promise<ProxiedBook> {
  const url = await newSmallBook(primary)
  const proxy = await startProxy(t, primary.port)
  const cwd = temporaryDirectory(t)
  const env = { RATEBOOK_DATABASE: atPorts(url, proxy.port) }
  return {
    url,
    proxy,
    run: (...args) => run(args, { cwd, env }),
    async entries() {
      const [row] = await inSession(url, (query) =>
        query('SELECT count(*)::int AS count FROM ratebook.entry'),
      )
      return Number(row?.['count'])
    },
    files: (first, count) =>
      Array.from({ length: count }, (_, index) =>
        writeHere(
          cwd,
          `${first + index}.json`,
          sheetOf({
            scraped_at: `2026-06-1${first + index}T00:00:00Z`,
            offers: [offerOf({ rate_pa: `${first + index}` })],
          }),
        ),
      ),
  }
}

/** Cuts the connection at a COMMIT or at its answer, after `after` others; returns whether it has done so. */
function loseCommit({ watch }: Proxy, what: 'answer' | 'question', after = 0): () => boolean {
  let [left, lost] = [after, false]
  watch((from, bytes) => {
    const isIt =
      what === 'answer'
        ? from === 'server' && bytes.includes(committed)
        : from === 'client' && bytes.includes('COMMIT\0')
    if (!isIt || lost || left-- > 0) return 'pass'
    lost = true
    return 'cut'
  })
  return () => lost
}

const again =
  /was lost before it confirmed the commit \(.*\): run the same command again\. Nothing is entered twice\.\n/

for (const what of ['answer', 'question'] as const) {
  const stands = what === 'answer' ? 1 : 0
  const title = what === 'answer' ? 'between COMMIT and its answer' : 'as COMMIT is sent'
  test(`publish: a connection lost ${title} is exit 75, and the same command enters nothing twice`, async (t) => {
    const { proxy, entries, files, ...at } = await proxiedBook(t)
    const wasLost = loseCommit(proxy, what, 1)
    const args = ['publish', ...withReason, '--at-scraped', ...files(3, 3)]
    const first = await at.run(...args)
    assert.ok(wasLost())
    assert.equal(first.code, 75, first.stderr)
    assert.match(first.stdout, /^3\.json: published at position 4, .*\n$/)
    assert.match(first.stderr, again)
    assert.doesNotMatch(first.stderr, /secret|postgres:[^/]/)
    assert.equal(await entries(), 4 + stands)
    const second = await at.run(...args)
    assert.equal(second.code, 0, second.stderr)
    assert.match(second.stdout, /^3\.json: unchanged, already at position 4\n/)
    assert.match(
      second.stdout,
      what === 'answer'
        ? /^4\.json: unchanged, already at position 5\n/m
        : /^4\.json: published at position 5,/m,
    )
    assert.match(second.stdout, /^5\.json: published at position 6,/m)
    assert.equal(await entries(), 6)
  })

  for (const command of what === 'answer' ? ['check', 'verify'] : ['verify']) {
    test(`${command}: a connection lost ${title} is exit 75, and the printed command with --at enters nothing twice`, async (t) => {
      const { proxy, entries, ...at } = await proxiedBook(t)
      const wasLost = loseCommit(proxy, what)
      const first = await at.run(command, 'alpha-bank', '--clock-is-right')
      assert.ok(wasLost())
      assert.equal(first.code, 75, first.stderr)
      assert.match(first.stderr, again)
      const [, printed = ''] = /^ {2}ratebook (.*)$/m.exec(first.stderr) ?? []
      assert.match(
        printed,
        new RegExp(`^${command} alpha-bank --clock-is-right --at 2\\d{3}-\\d\\d-\\d\\dT[\\d:.]+Z$`),
      )
      assert.equal(await entries(), 3 + stands)
      for (let times = 0; times < 2; times++) {
        const { code, stdout, stderr } = await at.run(...printed.split(' '))
        assert.equal(code, 0, stderr)
        assert.match(stdout, /at position 4,/)
        assert.equal(await entries(), 4)
      }
    })
  }
}

test('register: a connection lost between COMMIT and its answer is exit 75, and the same command enters nothing twice', async (t) => {
  const { proxy, entries, ...at } = await proxiedBook(t)
  const cwd = temporaryDirectory(t)
  const file = writeHere(cwd, 'more.json', [institutionOf('c'), institutionOf('d')])
  const args = ['register', '--clock-is-right', `${cwd}/${file}`]
  const wasLost = loseCommit(proxy, 'answer')
  const first = await at.run(...args)
  assert.ok(wasLost())
  assert.equal(first.code, 75, first.stderr)
  assert.match(first.stderr, again)
  assert.equal(await entries(), 5)
  const second = await at.run(...args)
  assert.equal(second.stdout, 'nothing entered, 2 unchanged\n')
  assert.equal(await entries(), 5)
})

test('a connection lost before COMMIT is exit 69, enters nothing and shows no password', async (t) => {
  const { url, proxy, entries, files, ...at } = await proxiedBook(t)
  const cutAt = (text: string): void =>
    proxy.watch((from, bytes) => (from === 'client' && bytes.includes(text) ? 'cut' : 'pass'))
  const [sheet = ''] = files(3, 1)
  for (const text of ['BEGIN', 'pg_advisory_xact_lock', 'INSERT INTO ratebook.entry']) {
    cutAt(text)
    for (const args of [
      ['publish', ...withReason, '--at-scraped', sheet],
      ['verify', 'alpha-bank', '--clock-is-right'],
    ]) {
      const { code, stdout, stderr } = await at.run(...args)
      assert.deepEqual([code, stdout], [69, ''], `${text}: ${stderr}`)
      assert.match(stderr, /^The database postgres:\/\/127\.0\.0\.1:\d+\/\w+ cannot be reached\./)
      assert.ok(!stderr.includes(new URL(url).password))
    }
    assert.equal(await entries(), 3)
  }
  proxy.refuse()
  assert.equal((await at.run('publish', ...withReason, '--at-scraped', sheet)).code, 69)
  proxy.watch(() => 'pass')
  proxy.pass()
  assert.equal((await at.run('publish', ...withReason, '--at-scraped', sheet)).code, 0)
  assert.equal(await entries(), 4)
})

test('after a connection lost while the book is created, the same command creates it', async (t) => {
  const url = await newDatabase(primary)
  const proxy = await startProxy(t, primary.port)
  const cwd = temporaryDirectory(t)
  const args = ['register', writeHere(cwd, 'some.json', [institutionOf('a')])]
  const env = { RATEBOOK_DATABASE: atPorts(url, proxy.port) }
  const wasLost = loseCommit(proxy, 'answer')
  const first = await run(args, { cwd, env })
  assert.ok(wasLost())
  assert.ok([69, 75].includes(Number(first.code)), `${first.code}: ${first.stderr}`)
  assert.equal((await run(args, { cwd, env })).stdout, '1 entered at position 1, 0 unchanged\n')
})
