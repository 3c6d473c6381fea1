/** Reads at most `limit` entries next to a position. The statement sets the direction. */
type ReadBatch<T> = (position: number, limit: number) => Promise<readonly T[]>

/** The entries after a position, oldest first, in batches of a fixed size. */
export function oldestFirst<T extends { readonly position: number }>(
  read: ReadBatch<T>,
  after: number,
  size: number,
): AsyncGenerator<readonly T[]> {
  return batches(read, after, size, size)
}

/** Entries, newest first. Batches start small and double, because callers usually stop after the last few entries. */
export function newestFirst<T extends { readonly position: number }>(
  read: ReadBatch<T>,
): AsyncGenerator<readonly T[]> {
  return batches(read, Number.MAX_SAFE_INTEGER, 2, 64)
}

async function* batches<T extends { readonly position: number }>(
  read: ReadBatch<T>,
  from: number,
  smallest: number,
  largest: number,
): AsyncGenerator<readonly T[]> {
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

/** The entries of batches, one by one. */
export async function* oneByOne<T>(
  batches: AsyncIterable<readonly T[]>,
): AsyncGenerator<T, undefined> {
  for await (const batch of batches) yield* batch
  return undefined
}
