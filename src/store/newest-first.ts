import { entryOf, type StoredEntry } from '../domain/entry-body.ts'
import type { Entry } from '../domain/entry.ts'

const most = 64

/**
 * Reads entries from the newest backwards, for those who stop when they have seen enough: in batches that grow from two,
 * because nearly always the last few say all, and where they do not there are hundreds.
 */
export async function* newestFirst(
  read: (before: number, limit: number) => Promise<readonly StoredEntry[]>,
): AsyncGenerator<readonly Entry[]> {
  let before = Number.MAX_SAFE_INTEGER
  for (let limit = 2; ; limit = Math.min(2 * limit, most)) {
    const rows = await read(before, limit)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(entryOf)
    if (rows.length < limit) return
    before = last.position
  }
}
