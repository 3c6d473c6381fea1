import { bookStart, type BookPosition } from '../../../domain/digest.ts'
import type { StoredEntry } from '../../../domain/entry-body.ts'
import { emptyHead, institutionsOf, type Entry } from '../../../domain/entry.ts'
import { newestFirst, oldestFirst } from '../batches.ts'
import { verifiedLinkedEntry, type LinkedEntry, type OpenBook } from '../chain.ts'
import { StoreError, type BookReader, type Store } from '../store.ts'
import type { Connection } from './connection.ts'
import { statements } from './statements.ts'

/** Entries in one batch. A batch of long sheets is a few megabytes. */
const batchSize = 200

/** The queries of one session. */
export type PostgresReader = BookReader &
  Pick<Store, 'storedEntries'> & {
    /** The position and digest of the last entry, which are verified. */
    readonly last: () => Promise<BookPosition>
  }

/** Reads a book in one session. Outside of transactions, `table` is the oid that all rows must come from. */
export function readerOf(
  { query }: Connection,
  book: OpenBook,
  batchTimeout: number,
  table?: unknown,
): PostgresReader {
  const read = async (sql: string, values: readonly unknown[]) => {
    const rows = await query(sql, values, batchTimeout)
    // A body is missing where the book is a mirror, perhaps by now.
    if (rows.some(({ body }) => body === null)) book.mirrorOf ??= await mirrorOf({ query })
    // After a replacement, the rows belong to another book than the rows before.
    return rows.map(({ table: rowTable, ...entry }): unknown => {
      if (table !== undefined && rowTable !== table) throw replacedError(book.name)
      return entry
    })
  }
  const readLinked = async (sql: string, values: readonly unknown[] = []) => {
    const rows = (await read(sql, values)) as readonly LinkedEntry[]
    return rows.map((row) => ({ digest: row.digest, entry: verifiedLinkedEntry(book, row) }))
  }
  return {
    async head() {
      const [last] = await readLinked(statements.last)
      if (last === undefined) return emptyHead
      const { position, at } = last.entry
      return { position, at }
    },
    async last() {
      const [last] = await readLinked(statements.last)
      if (last === undefined) return bookStart
      return { position: last.entry.position, digest: last.digest }
    },
    async currency() {
      const [first] = await readLinked(statements.firstSheet)
      return first?.entry.kind === 'sheet-published' ? first.entry.sheet.currency : undefined
    },
    async entryAt(position) {
      const [one] = await readLinked(statements.entryAt, [position])
      return one?.entry
    },
    async institutions() {
      const rows = await readLinked(statements.institutions)
      return institutionsOf(rows.map(({ entry }) => entry))
    },
    storedEntries: (after, size = batchSize) =>
      oldestFirst(
        async (last, limit) =>
          (await read(statements.entries, [last, limit])) as readonly StoredEntry[],
        after,
        size,
      ),
    entriesOf: (institutionId, kind) =>
      newestFirst<Entry>(async (before, limit) => {
        const values = [institutionId, before, kind ?? null, limit]
        return (await readLinked(statements.entriesOf, values)).map(({ entry }) => entry)
      }),
  }
}

/** The address of the book that this one mirrors, if it is a mirror. */
export async function mirrorOf({ query }: Pick<Connection, 'query'>): Promise<string | undefined> {
  const [row] = await query(statements.mirrorOf)
  return row?.['url'] as string | undefined
}

/** Reads the stored digest of an entry. */
export async function digestAt(
  { query }: Connection,
  position: number,
): Promise<string | undefined> {
  if (position === bookStart.position) return bookStart.digest
  const [row] = await query(statements.digestAt, [position])
  return row?.['digest'] as string | undefined
}

function replacedError(name: string): StoreError {
  return new StoreError(
    'unreachable',
    `The book in the database ${name} was replaced while it was read. Run the same command again.`,
  )
}
