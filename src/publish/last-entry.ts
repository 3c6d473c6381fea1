import type { Entry, EntryKind } from '../domain/entry.ts'
import type { BookReader } from '../store/store.ts'

/** An institution's last entry of one kind. */
export async function lastEntryOf<K extends EntryKind>(
  reader: BookReader,
  institutionId: string,
  kind: K,
): Promise<Extract<Entry, { kind: K }> | undefined> {
  for await (const [entry] of reader.entriesOf(institutionId, kind)) {
    if (entry !== undefined) return entry as Extract<Entry, { kind: K }>
  }
  return undefined
}
