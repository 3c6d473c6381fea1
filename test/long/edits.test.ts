import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { createCleanup } from '../support/postgres/cleanup.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import { postgresEdits, sqliteEdits, type EditStore } from './edit-stores.ts'
import { brokenEditPromise, tryEdits, type EditResult } from './edits.ts'
import { editTable } from './reliability-tables.ts'

const all = createCleanup()
after(all.end)

const results: EditResult[] = []

async function tryAll(store: EditStore): Promise<void> {
  const tried = await tryEdits(store)
  assert.ok(tried.length >= 30)
  for (const result of tried)
    assert.equal(brokenEditPromise(result), undefined, JSON.stringify(result))
  results.push(...tried)
}

test('SQLite: no edit with the triggers off that changes an entry is served, passes audit or is called a bug', async (t) => {
  await tryAll(await sqliteEdits(temporaryDirectory(t)))
})

// It takes most of the time, so only `npm run test:faults` runs it.
if (process.env['FAULT_ROUNDS'] !== undefined) {
  test('PostgreSQL: no edit with the triggers off that changes an entry is served, passes audit or is called a bug', async () => {
    await tryAll(await postgresEdits(await startPrimary(all)))
  })

  test('docs/reliability.md lists all edits, with these exit codes', () => {
    const page = new URL('../../docs/reliability.md', import.meta.url)
    assert.ok(
      readFileSync(page, 'utf8').includes(editTable(results)),
      'run `npm run docs -- reliability`',
    )
  })
}
