import type { StoredEntry } from '../../domain/entry-body.ts'
import { emptyHead, type Head } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { entriesOf, newestFirst, oldestFirst } from '../batches.ts'
import { StoreError, type BookReader, type Store } from '../store.ts'
import type { Connection } from './connection.ts'
import { statements } from './statements.ts'

/** Entries in one batch. A batch of long sheets is a few megabytes. */
const batchSize = 200

/** Reads a book in one session. Outside of transactions, `table` is the oid that all rows must come from. */
export function readerOf(
  { name, query }: Connection,
  batchTimeout: number,
  table?: unknown,
): BookReader & Pick<Store, 'entries' | 'storedEntries'> {
  const read = async (sql: string, values: readonly unknown[]) => {
    const rows = await query(sql, values, batchTimeout)
    // After a replacement, the rows belong to a book whose past was not compared.
    return rows.map(({ table: rowTable, ...entry }) => {
      if (table !== undefined && rowTable !== table) throw replacedError(name)
      return entry as StoredEntry
    })
  }
  const storedEntries = (after: number) =>
    oldestFirst((last, limit) => read(statements.entries, [last, limit]), after, batchSize)
  return {
    async head() {
      const [row] = await query(statements.head)
      return headOf(row)
    },
    async currency() {
      const [row] = await query(statements.currency)
      return row?.['currency'] as string | undefined
    },
    storedEntries,
    entries: (after) => entriesOf(storedEntries(after)),
    entriesOf: (institutionId, kind) =>
      newestFirst((before, limit) =>
        read(statements.entriesOf, [institutionId, before, kind ?? null, limit]),
      ),
  }
}

function replacedError(name: string): StoreError {
  return new StoreError(
    'unreachable',
    `The book in the database ${name} was replaced while it was read. Run the same command again.`,
  )
}

function headOf(row: Readonly<Record<string, unknown>> | undefined): Head {
  if (row === undefined) return emptyHead
  return { position: row['position'] as number, at: Date.parse(row['at'] as string) as Instant }
}
