import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { publicEntry } from '../../src/domain/stored-entry.ts'

/** Makes a mirror of the book in a file. */
export async function mirrorBook(book: string, mirror: string): Promise<string> {
  const source = await openSqliteStore(book, { mode: 'read' })
  const copy = await openSqliteStore(mirror, { mode: 'create' })
  await copy.becomeMirror('https://rates.example')
  for await (const batch of source.storedEntries(0)) await copy.appendStored(batch.map(publicEntry))
  await copy.close()
  await source.close()
  return mirror
}
