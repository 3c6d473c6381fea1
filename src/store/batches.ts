import { entryOf, type StoredEntry } from '../domain/entry-body.ts'
import type { Entry } from '../domain/entry.ts'

/** Reads at most `limit` entries next to a position. The statement sets the direction. */
type ReadBatch = (position: number, limit: number) => Promise<readonly StoredEntry[]>

/** The entries after a position, oldest first, in batches of a fixed size. */
export function oldestFirst(
  read: ReadBatch,
  after: number,
  size: number,
): AsyncGenerator<readonly StoredEntry[]> {
  return batches(read, after, size, size)
}

/** Entries, newest first. Batches start small and double, because callers usually stop after the last few entries. */
export function newestFirst(read: ReadBatch): AsyncGenerator<readonly Entry[]> {
  return entriesOf(batches(read, Number.MAX_SAFE_INTEGER, 2, 64))
}

/** Parses batches of stored entries. */
export async function* entriesOf(
  stored: AsyncIterable<readonly StoredEntry[]>,
): AsyncGenerator<readonly Entry[]> {
  for await (const rows of stored) yield rows.map(entryOf)
}

async function* batches(
  read: ReadBatch,
  from: number,
  smallest: number,
  largest: number,
): AsyncGenerator<readonly StoredEntry[]> {
  let position = from
  for (let limit = smallest; ; limit = Math.min(2 * limit, largest)) {
    const rows = await read(position, limit)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < limit) return
    position = last.position
  }
}
