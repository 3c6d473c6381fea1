import assert from 'node:assert/strict'
import { existsSync, linkSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test, type TestContext } from 'node:test'
import { openStore } from '../../../src/book/store/open-store.ts'
import type { StoredEntry } from '../../../src/domain/stored-entry.ts'
import { checked, registered } from '../../book/store/drafts.ts'
import { temporaryDirectory, withoutTriggers } from '../../book/store/sqlite-books.ts'
import { digestOf, finished, run, runAlone, start } from '../../support/cli.ts'
import { createCleanup } from '../../support/postgres/cleanup.ts'
import {
  atPorts,
  dropDatabase,
  newDatabase,
  testServer,
  type PlainServer,
} from '../../support/postgres/database.ts'
import { startPrimary } from '../../support/postgres/primary.ts'
import { committed, startProxy } from '../../support/postgres/proxy.ts'
import { rechainFile } from '../../support/rechain.ts'
import { copyOf, makeSampleBook, sharedBook } from '../../support/sample-book.ts'

const sample = sharedBook(makeSampleBook)
const cleanup = createCleanup()
/** A local server, so that a proxy can be placed in front of it. */
const local: { server?: PlainServer } = {}

before(async () => {
  const isElsewhere = (process.env['DATABASE_URL'] ?? '') !== ''
  local.server = isElsewhere ? await startPrimary(cleanup) : await testServer()
})
after(() => cleanup.end())

async function database(t: TestContext, given?: PlainServer): Promise<string> {
  const server = given ?? (await testServer())
  const url = await newDatabase(server)
  t.after(() => dropDatabase(server, url))
  return url
}

async function localDatabase(t: TestContext): Promise<{ url: string; port: number }> {
  const url = await database(t, local.server)
  return { url, port: Number(new URL(url).port) }
}

/** A book with many checks: six batches of a copy. */
const long = sharedBook(async (folder) => {
  const path = join(folder, 'ratebook.db')
  await append(path, 'create', [registered('a', '2026-06-01T00:00:00Z')])
  const checks = Array.from({ length: 299 }, (_, i) => checked('a', checkedAt(i)))
  await append(path, 'write', checks)
  return path
})

const checkedAt = (second: number): string =>
  new Date(Date.UTC(2026, 5, 2) + second * 1_000).toISOString()

async function append(
  book: string,
  mode: 'create' | 'write',
  drafts: readonly ReturnType<typeof checked>[],
): Promise<void> {
  const store = await openStore(book, mode)
  await store.append(() => Promise.resolve(drafts))
  await store.close()
}

async function storedIn(book: string): Promise<StoredEntry[]> {
  const store = await openStore(book, 'read')
  const entries = (await Array.fromAsync(store.storedEntries(0))).flat()
  await store.close()
  // Rows of SQLite have no prototype.
  return entries.map((entry) => ({ ...entry }))
}

const copy = (from: string, to: string) => run(['copy', '--from', from, '--to', to])

/** Asserts that a copy succeeds, audits both books and is identical, digests included. Returns the first line of its output. */
async function copied(from: string, to: string): Promise<string> {
  const { code, stdout, stderr } = await copy(from, to)
  assert.deepEqual([code, stderr], [0, ''])
  const [entries, others] = [await storedIn(from), await storedIn(to)]
  assert.deepEqual(others, entries)
  for (const { digest } of others) assert.match(digest, /^[0-9a-f]{64}$/)
  const [first = '', ...rest] = stdout.trimEnd().split('\n')
  assert.equal(rest.length, 3)
  for (const line of rest.slice(0, 2))
    assert.ok(line.endsWith(`: ${entries.length} entries, no difference`), line)
  assert.equal(rest[2], `Both have the same ${entries.length} entries, byte for byte.`)
  return first
}

test('a book is copied to PostgreSQL, and from there to SQLite and another database, byte for byte', async (t) => {
  const book = copyOf(t, sample())
  const odd = { name: 'Ünïted “Bank” \\ \u{1f3e6} é e\u0301' }
  await append(book, 'write', [registered('odd', '2026-09-01T00:00:00.007Z', odd)])
  const url = await database(t)
  assert.match(await copied(book, url), /^postgres:.*: copied positions 1 to 80$/)
  assert.match(
    await copied(book, url),
    /^postgres:.*: nothing to copy, it already has all 80 entries$/,
  )
  const back = join(temporaryDirectory(t), 'back.db')
  assert.equal(await copied(url, back), `${back}: copied positions 1 to 80`)
  await append(back, 'write', [checked('odd', '2026-09-02T00:00:00Z')])
  assert.match(await copied(back, url), /copied positions 81 to 81$/)
  await copied(url, await database(t))
  assert.equal((await run(['audit', '--database', back])).stdout, '81 entries, no difference\n')
})

test('the environment can name the books, and a password is not shown', async (t) => {
  const url = await database(t)
  const wrong = new URL(url)
  wrong.password = 'wrong-secret'
  const env = { RATEBOOK_FROM: copyOf(t, sample()), RATEBOOK_TO: wrong.href }
  const refused = await run(['copy'], { env })
  assert.equal(refused.code, 78)
  assert.match(refused.stderr, /refused the user or the password/)
  assert.doesNotMatch(refused.stderr, /wrong-secret/)
  assert.equal((await run(['copy', '--to', url], { env })).code, 0)
})

test('a killed copy to PostgreSQL can be continued', async (t) => {
  const { url, port } = await localDatabase(t)
  const proxy = await startProxy(t, port)
  const child = start(['copy', '--from', long(), '--to', atPorts(url, proxy.port)])
  let commits = 0
  proxy.watch((from, bytes) => {
    // The first is that of the schema.
    if (from === 'server' && bytes.includes(committed) && ++commits === 2) {
      child.kill('SIGKILL')
      return 'cut'
    }
    return 'pass'
  })
  assert.equal((await finished(child)).signal, 'SIGKILL')
  const entries = await storedIn(url)
  assert.deepEqual(entries, (await storedIn(long())).slice(0, 200))
  assert.match(await copied(long(), url), /copied positions 201 to 300$/)
})

test('a killed copy to SQLite can be continued', async (t) => {
  const { url, port } = await localDatabase(t)
  await copied(long(), url)
  const proxy = await startProxy(t, port)
  const to = join(temporaryDirectory(t), 'copy.db')
  const child = start(['copy', '--from', atPorts(url, proxy.port), '--to', to])
  proxy.watch(() => {
    if (headOf(to) > 0) child.kill('SIGKILL')
    return 'pass'
  })
  assert.equal((await finished(child)).signal, 'SIGKILL')
  assert.equal(headOf(to), 200)
  assert.equal(await copied(url, to), `${to}: copied positions 201 to 300`)
})

/** The last position in a file, which may not be a book yet. */
function headOf(path: string): number {
  if (!existsSync(path)) return 0
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return Number(db.prepare('SELECT max(position) AS head FROM entry').get()?.['head'] ?? 0)
  } catch {
    return 0
  } finally {
    db.close()
  }
}

test('if the response to a commit is lost, the command exits with 75 and can be repeated', async (t) => {
  const { url, port } = await localDatabase(t)
  const proxy = await startProxy(t, port)
  let commits = 0
  proxy.watch((from, bytes) =>
    from === 'server' && bytes.includes(committed) && ++commits === 2 ? 'cut' : 'pass',
  )
  const { code, stdout, stderr } = await copy(long(), atPorts(url, proxy.port))
  assert.deepEqual([code, stdout], [75, ''])
  assert.match(stderr, /run the same command again/)
  assert.equal((await storedIn(url)).length, 200)
  assert.match(await copied(long(), url), /copied positions 201 to 300$/)
})

test('entries that are published during a copy are copied too', async (t) => {
  const book = copyOf(t, long())
  const { url, port } = await localDatabase(t)
  const proxy = await startProxy(t, port)
  let commits = 0
  proxy.watch((from, bytes) => {
    if (from === 'client' || !bytes.includes(committed) || ++commits !== 3) return 'pass'
    void append(book, 'write', [checked('a', checkedAt(400))]).then(proxy.pass)
    return 'hold'
  })
  const { code, stdout, stderr } = await copy(book, atPorts(url, proxy.port))
  assert.deepEqual([code, stderr], [0, `${book} grew by 1 meanwhile; that was copied too.\n`])
  assert.match(stdout, /copied positions 1 to 301\n/)
  assert.match(stdout, /Both have the same 301 entries, byte for byte\.\n$/)
  assert.deepEqual(await storedIn(url), await storedIn(book))
})

test('two concurrent copies into one book enter nothing twice', async (t) => {
  const url = await database(t)
  const args = ['copy', '--from', long(), '--to', url]
  const results = await Promise.all([runAlone(args), runAlone(args)])
  assert.deepEqual(
    results.map(({ code, stderr }) => [code, stderr]),
    [
      [0, ''],
      [0, ''],
    ],
  )
  assert.deepEqual(await storedIn(url), await storedIn(long()))
})

test('a copy with other entries exits with 65 at the first position that differs', async (t) => {
  const url = await database(t)
  await copied(sample(), url)
  const before = await storedIn(url)
  const differing = async (from: string, position: number, says: RegExp) => {
    const { code, stdout, stderr } = await copy(from, url)
    assert.deepEqual([code, stdout], [65, ''])
    assert.ok(stderr.startsWith(`Position ${position}: `), stderr)
    assert.match(stderr, says)
    assert.equal(stderr.trimEnd().split('\n').length, 1)
  }
  await differing(
    long(),
    1,
    /has institution-registered of .*, and \S+ has institution-registered of a at/,
  )
  const other = copyOf(t, sample())
  const db = new DatabaseSync(other, { defensive: false })
  const spaced = `UPDATE entry SET body = replace(body, '"complete":true', '"complete": true') WHERE position = 60`
  withoutTriggers(db, () => db.exec(spaced))
  await differing(other, 60, /the body of sheet-published of .* differs from/)
  const shorter = join(temporaryDirectory(t), 'shorter.db')
  await append(shorter, 'create', [])
  await differing(shorter, 1, /has no such entry/)
  assert.deepEqual(await storedIn(url), before)
  // A book that fails its audit is not copied.
  const target = join(temporaryDirectory(t), 'target.db')
  const damaged = await copy(other, target)
  assert.deepEqual([damaged.code, damaged.stdout], [74, ''])
  assert.match(
    damaged.stderr,
    /position 60: It is not what was appended: the body does not match its digest/,
  )
  withoutTriggers(db, () => rechainFile(db))
  db.close()
  await differing(other, 60, /the body of sheet-published of .* differs from/)
  const recomputed = await copy(other, target)
  assert.deepEqual([recomputed.code, recomputed.stdout], [65, ''])
  assert.match(recomputed.stderr, /position 60: Its body is not canonical JSON/)
  assert.equal(headOf(target), 0)
})

test('copying a book onto itself by any name exits with 78', async (t) => {
  const book = copyOf(t, sample())
  const [link, name] = [join(dirname(book), 'link.db'), join(dirname(book), 'name.db')]
  symlinkSync(book, link)
  linkSync(book, name)
  const digest = digestOf(book)
  const { url, port } = await localDatabase(t)
  const proxy = await startProxy(t, port)
  await copied(book, url)
  const pairs = [
    [book, book],
    [book, link],
    [book, name],
    [url, url],
    [url, atPorts(url, proxy.port)],
  ] as const
  for (const [from, to] of pairs) {
    const { code, stdout, stderr } = await copy(from, to)
    assert.deepEqual([code, stdout], [78, ''])
    assert.match(stderr, /^--from and --to name the same book, .*\n$/)
  }
  assert.equal(digestOf(book), digest)
})

test('all invalid settings are reported by their flags, and nothing is created', async (t) => {
  const cwd = temporaryDirectory(t)
  const missing = await run(['copy', '--from', 'a.db'], { cwd })
  assert.deepEqual([missing.code, missing.stdout], [64, ''])
  assert.match(missing.stderr, /--from BOOK --to BOOK/)
  const wrong = await run(['copy', '--from', '', '--to', 'mysql://root:secret@x/y'], { cwd })
  assert.equal(wrong.code, 78)
  assert.match(wrong.stderr, /^--from is empty.*\n--to has the scheme mysql:.*\n$/)
  assert.doesNotMatch(wrong.stderr, /secret/)
  const absent = await run(['copy', '--from', 'a.db', '--to', 'b.db'], { cwd })
  assert.equal(absent.code, 78)
  assert.match(absent.stderr, /^There is no book at a\.db/)
  assert.ok(!existsSync(join(cwd, 'b.db')))
  const away = ['copy', '--from', copyOf(t, sample()), '--to', 'postgres://127.0.0.1:1/rates']
  const unreachable = await run(away, { cwd })
  assert.equal(unreachable.code, 69)
  assert.match(unreachable.stderr, /^The database postgres:.* cannot be reached.*\n$/)
  const nowhere = await run([...away.slice(0, 4), 'missing/b.db'], { cwd })
  assert.equal(nowhere.code, 78)
  assert.match(nowhere.stderr, /name another file with --to/)
})
