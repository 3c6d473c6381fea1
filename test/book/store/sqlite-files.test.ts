import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { toStoreError, retryWhileBusy } from '../../../src/book/store/sqlite/errors.ts'
import { checked, registered } from './drafts.ts'
import { bookIn, overwrite, refused, runSql, temporaryDirectory } from './sqlite-books.ts'

const day = '2026-06-01T00:00:00Z'

test('reading a damaged page is a disk error', async (t) => {
  const path = await bookIn(t)
  const db = new DatabaseSync(path, { readOnly: true })
  const { rootpage } = db
    .prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'entry'`)
    .get() as { rootpage: number }
  db.close()
  overwrite(path, (rootpage - 1) * 4096)
  const store = await openSqliteStore(path, { mode: 'read' })
  await refused(store.head(), 'disk', /damaged.*restore a backup/, path)
  assert.equal(await store.isReadable(), false)
  await store.close()
})

test('if there is no book, write and read explain how to create one and create nothing', async (t) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'book.db')
  for (const mode of ['write', 'read'] as const) {
    await refused(openSqliteStore(path, { mode }), 'configuration', /ratebook register FILE/, path)
    assert.deepEqual(readdirSync(directory), [])
  }
  writeFileSync(path, '')
  for (const mode of ['write', 'read'] as const) {
    await refused(openSqliteStore(path, { mode }), 'configuration', /ratebook register FILE/, path)
    assert.deepEqual(readdirSync(directory), ['book.db'])
  }
})

test('a directory, or a path in a missing directory, is refused', async (t) => {
  const path = await bookIn(t)
  const directory = join(path, '..')
  for (const mode of ['create', 'write', 'read'] as const) {
    await refused(openSqliteStore(directory, { mode }), 'configuration', /not a file/, directory)
  }
  for (const place of [join(path, 'below.db'), join(directory, 'nowhere', 'book.db')]) {
    const create = openSqliteStore(place, { mode: 'create' })
    await refused(create, 'configuration', /no directory/, place)
    const read = openSqliteStore(place, { mode: 'read' })
    await refused(read, 'configuration', /There is no book/, place)
  }
})

test('a closed book is one file, even with an unusual name', async (t) => {
  const directory = temporaryDirectory(t)
  for (const name of [':memory:', 'a book #1?mode=ro&x=%41.db']) {
    const store = await openSqliteStore(join(directory, name), { mode: 'create' })
    await store.append(() => Promise.resolve([checked('a', day)]))
    await store.close()
    assert.deepEqual(readdirSync(directory), [name])
    rmSync(join(directory, name))
  }
})

test('closing moves all entries into the one file, even while another store has it open', async (t) => {
  const path = await bookIn(t)
  const server = await openSqliteStore(path, { mode: 'read' })
  assert.equal((await server.head()).position, 1)
  const store = await openSqliteStore(path, { mode: 'write' })
  await store.append(() => Promise.resolve([checked('a', day)]))
  await store.close()
  assert.equal(readFileSync(`${path}-wal`).length, 0)
  assert.equal((await server.head()).position, 2)
  await server.close()
})

test('a store that was opened for reading cannot append', async (t) => {
  const path = await bookIn(t)
  const before = readFileSync(path)
  const store = await openSqliteStore(path, { mode: 'read' })
  const append = store.append(() => Promise.resolve([checked('a', day)]))
  await refused(append, 'configuration', /reading only/, path)
  assert.equal((await store.head()).position, 1)
  await store.close()
  assert.deepEqual(readFileSync(path), before)
})

test('a copy in rollback mode is read without a file next to it, and a writer puts it into WAL mode', async (t) => {
  const path = await bookIn(t)
  runSql(path, 'PRAGMA journal_mode = DELETE')
  const reader = await openSqliteStore(path, { mode: 'read' })
  assert.equal((await reader.head()).position, 1)
  assert.deepEqual(readdirSync(dirname(path)), ['book.db'])
  const writer = await openSqliteStore(path, { mode: 'write' })
  await writer.append(() => Promise.resolve([checked('a', day)]))
  assert.ok(existsSync(`${path}-wal`))
  assert.equal((await reader.head()).position, 2)
  assert.equal(await reader.isReadable(), true)
  await reader.close()
  await writer.close()
})

test('a book in a folder that its reader may not write is read in rollback mode, and in WAL mode a copy of it', async (t) => {
  const path = await bookIn(t)
  const folder = dirname(path)
  const open = async (book: string) => (await openSqliteStore(book, { mode: 'read' })).close()
  chmodSync(path, 0o444)
  chmodSync(folder, 0o555)
  const copy = join(temporaryDirectory(t), 'copy.db')
  chmodSync(dirname(copy), 0o777)
  const sentence = /cannot be read there: .* Copy the book, .* and name the copy with --database\.$/
  await unprivileged(async () => {
    await refused(open(path), 'disk', sentence, path)
    copyFileSync(path, copy)
    await open(copy)
  })
  runSql(path, 'PRAGMA journal_mode = DELETE')
  await unprivileged(() => open(path))
  chmodSync(folder, 0o700)
  assert.deepEqual(readdirSync(folder), ['book.db'])
})

test('isReadable is false while the file is deleted or replaced', async (t) => {
  const path = await bookIn(t)
  const other = await bookIn(t)
  const store = await openSqliteStore(path, { mode: 'read' })
  assert.equal(await store.isReadable(), true)
  renameSync(path, `${path}.aside`)
  assert.equal(await store.isReadable(), false)
  writeFileSync(path, readFileSync(other))
  assert.equal(await store.isReadable(), false)
  renameSync(`${path}.aside`, path)
  assert.equal(await store.isReadable(), true)
  await store.close()
})

test('isReadable is false if the file was replaced while it was opened', async (t) => {
  const path = await bookIn(t)
  const other = await bookIn(t)
  const holder = new DatabaseSync(path)
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  // The file is open then, and its schema is checked once the lock is free.
  const opening = openSqliteStore(path, { mode: 'read' })
  await sleep(10)
  renameSync(other, path)
  holder.close()
  const store = await opening
  assert.equal(await store.isReadable(), false)
  await store.close()
})

test('isReadable is false if a long book was copied over another one that has a -wal file', async (t) => {
  const directory = temporaryDirectory(t)
  const [path, other] = [join(directory, 'book.db'), join(directory, 'other.db')]
  const checks = Array.from({ length: 5_000 }, () => checked('a', day))
  for (const book of [path, other]) {
    const store = await openSqliteStore(book, { mode: 'create' })
    const first = registered('a', day, { name: book })
    await store.append(() => Promise.resolve([first, ...checks]))
    await store.close()
  }
  const writer = await openSqliteStore(path, { mode: 'write' })
  await writer.append(() => Promise.resolve([checked('a', day)]))
  const store = await openSqliteStore(path, { mode: 'read' })
  assert.equal(await store.isReadable(), true)
  const { digest } = (await Array.fromAsync(store.storedEntries(5_001))).flat()[0] ?? {}
  // Another process, because closing the file in this one would drop the locks of SQLite.
  assert.equal(spawnSync('cp', [other, path]).status, 0)
  assert.equal(await store.digestAt(5_002), digest)
  assert.equal(await store.isReadable(), false)
  await store.close()
  await writer.close()
})

/** Runs `work` without root privileges, because file permissions do not apply to root. */
async function unprivileged(work: () => Promise<void>): Promise<void> {
  const root = process.geteuid?.() === 0
  if (root) process.seteuid?.(65_534)
  try {
    await work()
  } finally {
    if (root) process.seteuid?.(0)
  }
}

test('a read-only file or directory is a disk error, and nothing changes', async (t) => {
  const path = await bookIn(t)
  const directory = join(path, '..')
  const empty = join(directory, 'empty')
  mkdirSync(empty)
  chmodSync(empty, 0o555)
  chmodSync(path, 0o444)
  const before = readFileSync(path)
  const append = async () => {
    const store = await openSqliteStore(path, { mode: 'write' })
    try {
      await store.append(() => Promise.resolve([checked('a', day)]))
    } finally {
      await store.close()
    }
  }
  chmodSync(directory, 0o777)
  await unprivileged(() => refused(append(), 'disk', /read-only/, path))
  for (const name of readdirSync(directory))
    if (/-(wal|shm)$/.test(name)) rmSync(join(directory, name))
  chmodSync(directory, 0o555)
  const nothing = join(empty, 'new.db')
  await unprivileged(async () => {
    await refused(append(), 'disk', /read-only|cannot be (opened|made)/, path)
    await refused(openSqliteStore(nothing, { mode: 'create' }), 'disk', /permissions/, nothing)
  })
  chmodSync(directory, 0o700)
  assert.deepEqual(readFileSync(path), before)
  assert.deepEqual(readdirSync(directory).toSorted(), ['book.db', 'empty'])
})

test('a new book has at most mode 0640, and so have its -wal and -shm; an existing one keeps its mode', async (t) => {
  const modeOf = (path: string) => statSync(path).mode & 0o777
  for (const [umask, mode] of [
    ['000', 0o640],
    ['022', 0o640],
    ['077', 0o600],
  ] as const) {
    const directory = temporaryDirectory(t)
    const path = join(directory, 'book.db')
    const makeBook = `umask ${umask} && exec "$0" bin/ratebook.js register - --database "$1"`
    const made = spawnSync('sh', ['-c', makeBook, process.execPath, path], { input: '[]' })
    assert.equal(made.status, 0, String(made.stderr))
    const store = await openSqliteStore(path, { mode: 'create' })
    await store.append(() => Promise.resolve([checked('a', day)]))
    for (const name of ['book.db', 'book.db-wal', 'book.db-shm'])
      assert.equal(modeOf(join(directory, name)), mode, `${name} under umask ${umask}`)
    await store.close()
    const copy = join(directory, 'copy.db')
    const copyBook = `umask ${umask} && exec "$0" bin/ratebook.js copy --from "$1" --to "$2"`
    spawnSync('sh', ['-c', copyBook, process.execPath, path, copy])
    assert.equal(modeOf(copy), mode)
    chmodSync(path, 0o604)
    await (await openSqliteStore(path, { mode: 'create' })).close()
    assert.equal(modeOf(path), 0o604)
  }
})

test('a directory without search permission is a disk error', async (t) => {
  const path = await bookIn(t)
  chmodSync(join(path, '..'), 0o000)
  await unprivileged(() =>
    refused(openSqliteStore(path, { mode: 'read' }), 'disk', /reached/, path),
  )
  chmodSync(join(path, '..'), 0o700)
})

test('a full disk is a disk error', async (t) => {
  const path = await bookIn(t)
  const db = new DatabaseSync(path)
  db.exec('PRAGMA max_page_count = 1')
  const big = `INSERT INTO entry VALUES (2, '2026-06-01T00:00:00.000Z', 'rates-checked', 'a', '${'a'.repeat(64)}', '${'a'.repeat(64)}',
    json_array(hex(randomblob(100000))))`
  await refused(
    retryWhileBusy(path, () => db.exec(big)),
    'disk',
    /full.*Free some space/,
    path,
  )
  db.close()
})

test('a lock that is held too long is an unreachable error', async (t) => {
  const path = await bookIn(t)
  const holder = new DatabaseSync(path)
  holder.exec('BEGIN IMMEDIATE')
  const db = new DatabaseSync(path)
  let attempts = 0
  const begin = () => {
    attempts++
    db.exec('BEGIN IMMEDIATE')
  }
  await refused(retryWhileBusy(path, begin, 100), 'unreachable', /Another process/, path)
  assert.ok(attempts > 1)
  const store = await openSqliteStore(path, { mode: 'write' })
  const appended = store.append(() => Promise.resolve([checked('a', day)]))
  setTimeout(() => {
    holder.close()
  }, 100)
  assert.equal((await appended)[0]?.position, 2)
  db.close()
  await store.close()
})

test('toStoreError returns other errors unchanged', () => {
  const bug = new TypeError('a bug')
  assert.equal(toStoreError('book.db', bug), bug)
})
