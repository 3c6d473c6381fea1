import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { verifiedEntries } from '../chain.ts'
import type { SqliteReader } from './reader.ts'
import { statements } from './statements.ts'

/** The number of entries that are verified at least. It is more than a page of SQLite holds. */
const minimum = 200

/**
 * Whether the last entries match their digests. Only the last entries can come from a -wal file, so if it is of another book
 * than the file, the digests do not match where the two meet.
 */
export async function isEndIntact(
  db: DatabaseSync,
  path: string,
  reader: SqliteReader,
  walSize: number,
): Promise<boolean> {
  const last = reader.last()
  // Twice the size, because a writer may have begun the -wal file again since.
  const start = Math.max(0, positionBefore(db, 2 * walSize) - minimum)
  const digest = await reader.digestAt(start)
  if (digest === undefined) return false
  const book = { name: path, storedEntries: reader.storedEntries }
  for await (const { reached } of verifiedEntries(book, { position: start, digest })) {
    if (reached.position >= last.position) return true
    // Requests are answered between two batches.
    await nextTurn()
  }
  return last.position === start
}

/** The position before the last entries that have this size together. */
function positionBefore(db: DatabaseSync, size: number): number {
  let rest = size
  const entries = db.prepare(statements.sizes).iterate()
  for (const entry of entries as Iterable<{ position: number; size: number }>) {
    rest -= entry.size
    if (rest < 0) return entry.position - 1
  }
  return 0
}
