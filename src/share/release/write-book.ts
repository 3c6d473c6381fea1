import { DatabaseSync } from 'node:sqlite'
import { publicEntry, type StoredEntry } from '../../domain/entry-body.ts'
import type { CheckpointNote } from '../../serve/http/endpoints/checkpoint.ts'
import { inTransactions } from '../../book/store/copy.ts'
import { withStore } from '../../book/store/open-store.ts'
import type { Store } from '../../book/store/store.ts'

/** A mirror names its source; for a release this name is the same wherever it is made. */
const releaseName = 'a release'

/** Writes the entries of a book up to a position as a SQLite book without private bodies, and the checkpoint. */
export async function writeBook(
  path: string,
  source: Store,
  position: number,
  checkpoint: CheckpointNote | undefined,
): Promise<void> {
  await withStore(path, 'create', async (book) => {
    await book.becomeMirror(releaseName)
    // The number of transactions stands in the file; equal ones do not depend on the source.
    for await (const entries of inTransactions(publicEntries(source, position)))
      await book.appendStored(entries)
    if (checkpoint !== undefined) await book.keepCheckpoint(checkpoint.size, checkpoint.text)
  })
  // In WAL mode, SQLite writes files next to a book to read it, which readers of a download may not, and WebAssembly cannot.
  const file = new DatabaseSync(path)
  file.exec('PRAGMA journal_mode = DELETE')
  file.close()
}

async function* publicEntries(source: Store, end: number): AsyncGenerator<readonly StoredEntry[]> {
  for await (const batch of source.storedEntries(0))
    yield batch.filter(({ position }) => position <= end).map(publicEntry)
}
