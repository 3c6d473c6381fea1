import { entryOf, type StoredEntry } from '../domain/entry-body.ts'
import type { Entry } from '../domain/entry.ts'

/** Reads so many entries at the most, those next to a position, in the order in which they are wanted. */
type Read = (position: number, limit: number) => Promise<readonly StoredEntry[]>

/** Reads the entries after a position, so many at a time. */
export function oldestFirst(
  read: Read,
  after: number,
  size: number,
): AsyncGenerator<readonly StoredEntry[]> {
  return batches(read, after, size, size)
}

/**
 * Reads entries from the newest backwards, for those who stop when they have seen enough: in batches that grow from two,
 * because nearly always the last few say all, and where they do not there are hundreds.
 */
export function newestFirst(read: Read): AsyncGenerator<readonly Entry[]> {
  return entriesOf(batches(read, Number.MAX_SAFE_INTEGER, 2, 64))
}

/** The entries of batches in their stored form. */
export async function* entriesOf(
  stored: AsyncIterable<readonly StoredEntry[]>,
): AsyncGenerator<readonly Entry[]> {
  for await (const rows of stored) yield rows.map(entryOf)
}

async function* batches(
  read: Read,
  from: number,
  least: number,
  most: number,
): AsyncGenerator<readonly StoredEntry[]> {
  let position = from
  for (let limit = least; ; limit = Math.min(2 * limit, most)) {
    const rows = await read(position, limit)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    if (rows.length < limit) return
    position = last.position
  }
}
