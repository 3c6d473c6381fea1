import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Draft } from '../../src/domain/entry.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { checked, registered } from '../book/store/drafts.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { startServer, until } from '../support/cli.ts'

test('while a publisher adds entries all the time, /health stays 200 and the entries are served', async (t) => {
  const book = join(temporaryDirectory(t), 'ratebook.db')
  const checks = (count: number): Draft[] =>
    Array.from({ length: count }, () => checked('a', '2026-06-02T00:00:00Z'))
  // With `FAULT_ROUNDS`, verifying the book takes longer than opening it may take.
  const length = process.env['FAULT_ROUNDS'] === undefined ? 20_000 : 200_000
  const maker = await openSqliteStore(book, { mode: 'create' })
  await maker.append(() =>
    Promise.resolve([registered('a', '2026-06-01T00:00:00Z'), ...checks(length - 1)]),
  )
  await maker.close()
  const server = await startServer(t, [], { cwd: dirname(book) })
  const writer = await openSqliteStore(book, { mode: 'write' })
  t.after(() => writer.close())
  const fileTimes = new Set<bigint>()
  const start = performance.now()
  const seconds = (): number => (performance.now() - start) / 1_000
  let last = length
  // A slow machine needs longer until SQLite makes a checkpoint.
  while (seconds() < 6 || (fileTimes.size < 2 && seconds() < 60)) {
    await writer.append(() => Promise.resolve(checks(50)))
    last += 50
    fileTimes.add(statSync(book, { bigint: true }).mtimeNs)
    const { status } = await fetch(`${server.address}/health`)
    assert.equal(status, 200, server.stderr())
    await sleep(5)
  }
  assert.ok(fileTimes.size > 1, 'SQLite has made a checkpoint')
  assert.ok(statSync(`${book}-wal`).size > 0)
  const position = async () =>
    (await fetch(`${server.address}/institutions`)).headers.get('ratebook-position')
  assert.ok(await until(async () => (await position()) === String(last), 2_000), server.stderr())
})
