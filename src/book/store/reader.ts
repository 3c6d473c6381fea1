import { emptyHead, institutionsOf } from '../../domain/entry.ts'
import { bookStart, type BookPosition, type StoredEntry } from '../../domain/stored-entry.ts'
import { verifiedLinkedEntry, type LinkedEntry, type NamedBook } from './chain.ts'
import type { BookReader, Store } from './store.ts'

/**
 * The statements that read entries, which each store has in its own SQL: `last`, `firstSheet`, `entryAt` and `digestAt` (position),
 * `institutions`, `entriesOf` (institution, before a position, kind or null, limit) and `entries` (after a position, limit). All but
 * the last and `digestAt` give the digest of the entry before, too.
 */
export type ReadStatement =
  | 'last'
  | 'firstSheet'
  | 'entryAt'
  | 'digestAt'
  | 'institutions'
  | 'entriesOf'
  | 'entries'

/** Runs a statement. */
type Run = (name: ReadStatement, values: readonly (string | number | null)[]) => Promise<unknown>

/** Reads entries, and verifies all but those of `storedEntries` and `digestAt`. */
export type EntryReader = BookReader &
  Pick<Store, 'storedEntries' | 'digestAt'> & {
    /** The position and digest of the last entry. */
    readonly last: () => Promise<BookPosition>
  }

/** The reader of a store. `batchSize` is the number of entries in a batch of `storedEntries`. */
export function createReader(book: NamedBook, batchSize: number, run: Run): EntryReader {
  const rowsOf = async (name: ReadStatement, ...values: (string | number | null)[]) =>
    (await run(name, values)) as readonly LinkedEntry[]
  const entries = async (...asked: Parameters<typeof rowsOf>) =>
    (await rowsOf(...asked)).map((row) => verifiedLinkedEntry(book, row))
  return {
    async head() {
      const [last] = await entries('last')
      return last === undefined ? emptyHead : { position: last.position, at: last.at }
    },
    async last() {
      const [row] = await rowsOf('last')
      if (row === undefined) return bookStart
      return { position: verifiedLinkedEntry(book, row).position, digest: row.digest }
    },
    async currency() {
      const [first] = await entries('firstSheet')
      return first?.kind === 'sheet-published' ? first.sheet.currency : undefined
    },
    async entryAt(position) {
      const [entry] = await entries('entryAt', position)
      return entry
    },
    async institutions() {
      return institutionsOf(await entries('institutions'))
    },
    async digestAt(position) {
      if (position === bookStart.position) return bookStart.digest
      const [row] = await rowsOf('digestAt', position)
      return row?.digest
    },
    storedEntries: (after, size = batchSize) =>
      batches<StoredEntry>((last, limit) => rowsOf('entries', last, limit), after, size, size),
    // Callers usually stop after the last few entries, so the first batches are small.
    entriesOf: (institutionId, kind) =>
      batches(
        (before, limit) => entries('entriesOf', institutionId, before, kind ?? null, limit),
        Number.MAX_SAFE_INTEGER,
        2,
        64,
      ),
  }
}

/** Reads at most `limit` entries next to a position. The statement sets the direction. */
type ReadBatch<T> = (position: number, limit: number) => Promise<readonly T[]>

/** Entries in the direction of the statement, in batches that double from the smallest size to the largest. */
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
