import type { StoredEntry } from '../domain/entry-body.ts'
import { isPrivateKind } from '../domain/entry.ts'
import { withStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

/** A mirror names its source; for a release this name is the same wherever it is made. */
const releaseName = 'a release'
/** The entries of one transaction. The number of transactions stands in the file, so it must not depend on the source. */
const entriesPerTransaction = 200

/** A signed note about a book up to a position. */
export type KeptNote = { readonly position: number; readonly note: string }

/** Writes the entries of a book up to a position as a SQLite book without private bodies, and the notes about it. */
export async function writeBook(
  path: string,
  source: Store,
  position: number,
  checkpoint: KeptNote | undefined,
): Promise<void> {
  await withStore(path, 'create', async (book) => {
    await book.becomeMirror(releaseName)
    let waiting: StoredEntry[] = []
    for await (const batch of source.storedEntries(0)) {
      waiting.push(...batch.filter((entry) => entry.position <= position).map(publicEntry))
      while (waiting.length >= entriesPerTransaction) {
        await book.appendStored(waiting.slice(0, entriesPerTransaction))
        waiting = waiting.slice(entriesPerTransaction)
      }
    }
    if (waiting.length > 0) await book.appendStored(waiting)
    if (checkpoint !== undefined) await book.keepCheckpoint(checkpoint.position, checkpoint.note)
  })
}

function publicEntry(entry: StoredEntry): StoredEntry {
  return isPrivateKind(entry.kind) ? { ...entry, body: null } : entry
}
