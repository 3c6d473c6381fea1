import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { followBook } from '../../src/cli/following.ts'
import { openStore } from '../../src/cli/open-store.ts'
import type { Draft } from '../../src/domain/entry.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { until } from '../support/cli.ts'
import { checked, registered } from '../store/drafts.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'

const day = '2026-06-01T00:00:00Z'

async function makeBook(path: string, drafts: readonly Draft[]): Promise<void> {
  const store = await openSqliteStore(path, { mode: 'create' })
  await store.append(() => Promise.resolve(drafts))
  await store.close()
}

test('a book that differs in an entry long ago is another one, though the last entry is the same', async (t) => {
  const folder = temporaryDirectory(t)
  const [path, other, longer] = ['book.db', 'other.db', 'longer.db'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const rest = [registered('z', day), checked('z', day)]
  await makeBook(path, [registered('a', day), ...rest])
  await makeBook(other, [registered('b', day), ...rest, checked('z', day)])
  await makeBook(longer, [registered('a', day), ...rest, checked('z', day)])
  const told: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => told.push(line) })
  const following = await followBook((follow) => openStore(path, 'read', follow), log)
  try {
    const before = following.market()
    renameSync(other, path)
    assert.ok(await until(() => !following.isHealthy(), 5_000))
    assert.ok(await until(() => told.some((line) => line.includes('another past')), 5_000))
    assert.equal(following.market(), before)
    // One with the same past that goes on is taken up.
    renameSync(longer, path)
    assert.ok(await until(() => following.isHealthy() && following.market().position === 4, 5_000))
    assert.ok(following.market().institutions.has('a'))
  } finally {
    await following.close()
  }
})
