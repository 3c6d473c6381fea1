import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext } from 'node:test'
import type { Entry } from '../../src/domain/entry.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { sampleEntries } from './sample-market.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'

/** Makes a book in a folder, by default that of the sample market, as `npm start` does. */
export async function makeSampleBook(
  folder: string,
  name = 'ratebook.db',
  entries: readonly Entry[] = sampleEntries(),
): Promise<string> {
  const path = join(folder, name)
  const store = await openSqliteStore(path, { mode: 'create' })
  await store.append(() => Promise.resolve(entries))
  await store.close()
  return path
}

/** Copies a closed book to a folder of its own. */
export function copyOf(t: TestContext, book: string): string {
  const path = join(temporaryDirectory(t), 'ratebook.db')
  copyFileSync(book, path)
  return path
}

/** A book that all tests of a file copy. It is removed after the last test. */
export function sharedBook(make: (folder: string) => Promise<string>): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-'))
  let path = ''
  before(async () => {
    path = await make(folder)
  })
  after(() => {
    rmSync(folder, { recursive: true })
  })
  return () => path
}
