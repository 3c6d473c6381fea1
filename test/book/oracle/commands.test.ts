import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { auditBook } from '../../../src/book/audit/audit-book.ts'
import { entryKinds } from '../../../src/domain/entry.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { runs, start } from '../../support/generators.ts'
import { beginBook, perform, someCommands, type CommandedBook } from './commands.ts'

test('whatever commands are run, audit finds no difference after any of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ratebook-'))
  const entered = new Set<string>()
  let files = 0
  try {
    await fc.assert(
      fc.asyncProperty(someCommands, async (commands) => {
        const path = join(folder, `${++files}.db`)
        const store = await openSqliteStore(path, { mode: 'create' })
        const book: CommandedBook = { store, last: undefined, at: start }
        try {
          await beginBook(book)
          for (const command of commands) {
            await perform(book, command)
            const { difference } = await auditBook(store)
            assert.equal(difference, undefined, JSON.stringify(command))
          }
          for await (const batch of store.storedEntries(0))
            for (const entry of batch)
              entered.add(entry.body?.includes('"editOf"') === true ? 'edit' : entry.kind)
        } finally {
          await store.close()
          await rm(path)
        }
      }),
      runs(1000, 20),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
  // Every kind was entered, and an edit, so the test has checked them.
  assert.deepEqual([...entered].toSorted(), [...entryKinds, 'edit'].toSorted())
})
