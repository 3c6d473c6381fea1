import { bodyOf, storedInstant, type StoredEntry } from '../../domain/entry-body.ts'
import { emptyHead, type Draft, type Entry, type Head } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { entriesOf, newestFirst, oldestFirst } from '../batches.ts'
import { StoreError, type BookReader, type Follow, type Store } from '../store.ts'
import { nameOf, readAddress } from './address.ts'
import type { Connection } from './connection.ts'
import { connectToFirst, freshnessOf } from './hosts.ts'
import { checkBook, type Mode } from './schema.ts'
import { statements } from './statements.ts'
import { within } from './transaction.ts'

/** Entries in one batch: a few megabytes of long sheets. */
const batchSize = 200
/** Milliseconds of silence after which a server counts as gone: for those who follow, … */
const followerTimeout = 1_200
/** … for them too where there is something to look up on a disk before the first byte, … */
const followerBatchTimeout = 3_000
/** … for commands, … */
const commandTimeout = 30_000
/** … and for the views of a large book, which are worked out before they are sent. */
const viewsTimeout = 300_000
/** What a server answers that is well: asked when it is only to be seen whether it is. */
const pulseTimeout = 1_000

/** How a book is opened. */
export type PostgresOptions = {
  readonly mode: Mode
  readonly follow?: Follow | undefined
}

/** Opens a book in PostgreSQL, after checking that it is one and still as Ratebook made it. */
export async function openPostgresStore(
  url: string,
  { mode, follow }: PostgresOptions,
): Promise<Store> {
  const address = readAddress(url)
  const timeout = follow === undefined ? commandTimeout : followerTimeout
  const chosen = await connectToFirst(address, mode, timeout, follow)
  const { connection, isStandby } = chosen
  let table: unknown
  try {
    await checkBook(connection, mode)
    table = (await connection.query(statements.pulse))[0]?.['table']
    if (mode === 'read') await connection.query('SET default_transaction_read_only = on')
  } catch (error) {
    await connection.close()
    throw error
  }
  const book = readerOf(
    connection,
    follow === undefined ? commandTimeout : followerBatchTimeout,
    table,
  )
  let queue: Promise<unknown> = Promise.resolve()
  let writer: Promise<Connection> | undefined
  let lastFresh = 0

  /** A session of its own: what is read beside an append sees none of it before it is committed. */
  const writing = async (): Promise<Connection> => {
    const known = await writer?.catch(() => undefined)
    if (known?.isOpen() === true) return known
    writer = connectToFirst(address, mode, commandTimeout).then((other) => other.connection)
    return writer
  }
  return {
    ...book,
    name: nameOf(address),
    server: chosen.choice,
    async append(decide) {
      if (mode === 'read') {
        throw new StoreError(
          'configuration',
          `The book ${nameOf(address)} was opened for reading only.`,
        )
      }
      const appended = queue.then(async () => append(await writing(), decide))
      queue = appended.catch(() => undefined)
      return appended
    },
    views: () =>
      within(connection, 'ISOLATION LEVEL REPEATABLE READ READ ONLY', async ({ query }) => ({
        institution: await query(statements.institution, [], viewsTimeout),
        rateHistory: await query(statements.rateHistory, [], viewsTimeout),
        currentOffer: await query(statements.currentOffer, [], viewsTimeout),
      })),
    async isReadable() {
      if (!connection.isOpen()) return false
      try {
        const [pulse] = await connection.query(statements.pulse, [], pulseTimeout)
        if (pulse?.['table'] !== table) return false
        if (!isStandby) return true
        const { freshAt, askedAt } = await freshnessOf(connection, pulseTimeout)
        if (freshAt > lastFresh) lastFresh = freshAt
        return askedAt - lastFresh <= address.maxLag
      } catch {
        return false
      }
    },
    async mayWrite() {
      const [row] = await connection.query(
        `SELECT has_table_privilege('ratebook.entry', 'INSERT') AS may`,
      )
      return row?.['may'] === true
    },
    async news(tell) {
      // A standby has no notifications.
      if (!isStandby) await connection.listen('ratebook_entry', tell)
    },
    async close() {
      await queue
      await connection.close()
      await (await writer?.catch(() => undefined))?.close()
    },
  }
}

/** Reads a book in one session; `table` is the one that it was opened in, where it is read outside of a transaction. */
function readerOf(
  { name, query }: Connection,
  batchTimeout: number,
  table?: unknown,
): BookReader & Pick<Store, 'entries' | 'storedEntries'> {
  const read = async (sql: string, values: readonly unknown[]) => {
    const rows = await query(sql, values, batchTimeout)
    // What follows would be that of a book with another past, and nobody has compared it.
    return rows.map(({ table: own, ...entry }) => {
      if (table !== undefined && own !== table) throw replaced(name)
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

async function append(
  connection: Connection,
  decide: (book: BookReader) => Promise<readonly Draft[]>,
): Promise<readonly Entry[]> {
  return within(connection, 'ISOLATION LEVEL READ COMMITTED', async ({ query }) => {
    await query(statements.begun)
    await query(statements.lock)
    const book = readerOf(connection, commandTimeout)
    const drafts = await decide(book)
    const { position } = await book.head()
    const entries = drafts.map((draft, i) => ({ ...draft, position: position + 1 + i }))
    if (entries.length === 0) await query(statements.nothing)
    else {
      await query(statements.append, [
        entries.map((entry) => entry.position),
        entries.map(({ at }) => storedInstant(at)),
        entries.map(({ kind }) => kind),
        entries.map(({ institutionId }) => institutionId),
        entries.map(bodyOf),
      ])
    }
    return entries
  })
}

function replaced(name: string): StoreError {
  return new StoreError(
    'unreachable',
    `Another book came in the place of that in the database ${name} while it was read. Run the same command again.`,
  )
}

function headOf(row: Readonly<Record<string, unknown>> | undefined): Head {
  if (row === undefined) return emptyHead
  return { position: row['position'] as number, at: Date.parse(row['at'] as string) as Instant }
}
