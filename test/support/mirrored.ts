import type { StoredEntry } from '../../src/domain/entry-body.ts'
import { isPrivateKind } from '../../src/domain/entry.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

/** The entries as a mirror has them: without private bodies. */
export function mirrored(entries: readonly StoredEntry[]): readonly StoredEntry[] {
  return entries.map((entry) => (isPrivateKind(entry.kind) ? { ...entry, body: null } : entry))
}

/** Makes a mirror of the book in a file. */
export async function mirrorBook(book: string, mirror: string): Promise<string> {
  const source = await openSqliteStore(book, { mode: 'read' })
  const copy = await openSqliteStore(mirror, { mode: 'create' })
  await copy.becomeMirror('https://rates.example')
  for await (const batch of source.storedEntries(0)) await copy.appendStored(mirrored(batch))
  await copy.close()
  await source.close()
  return mirror
}
