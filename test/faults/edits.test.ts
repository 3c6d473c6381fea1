import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCleanup } from '../support/postgres/cleanup.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'
import { postgresEdits, sqliteEdits } from './edit-stores.ts'
import { brokenEditPromise, tryEdits, type EditResult } from './edits.ts'

const all = createCleanup()
after(all.end)

function assertKept(results: readonly EditResult[]): void {
  assert.ok(results.length >= 30)
  for (const result of results)
    assert.equal(brokenEditPromise(result), undefined, JSON.stringify(result))
}

test('SQLite: no edit with the triggers off that changes an entry is served, passes audit or is called a bug', async (t) => {
  assertKept(await tryEdits(await sqliteEdits(temporaryDirectory(t))))
})

test('PostgreSQL: no edit with the triggers off that changes an entry is served, passes audit or is called a bug', async () => {
  assertKept(await tryEdits(await postgresEdits(await startPrimary(all))))
})
