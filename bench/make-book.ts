import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Draft } from '../src/domain/entry.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../src/store/store.ts'
import { largest, marketDrafts } from './market.ts'

/** Entries in one transaction: some tens of megabytes. */
const batchSize = 2000

/** Writes a book of these entries, in place of one that is there. */
export async function makeBook(path: string, drafts: readonly Draft[]): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  const store = await openSqliteStore(path, { mode: 'create' })
  await fillBook(store, drafts)
  await store.close()
}

/** Enters the market of the benchmark in a book that is empty. */
export async function fillBook(store: Store, drafts: readonly Draft[]): Promise<void> {
  for (let i = 0; i < drafts.length; i += batchSize) {
    const batch = drafts.slice(i, i + batchSize)
    await store.append(() => Promise.resolve(batch))
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { changes: { type: 'string', default: `${largest}` } },
    allowPositionals: true,
  })
  const [path] = positionals
  if (path === undefined) throw new Error('usage: node bench/make-book.ts [--changes N] FILE')
  const began = performance.now()
  await makeBook(path, marketDrafts(Number(values.changes)))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${path}: ${values.changes} changes in ${seconds} s`)
}
