import { bookStart, type BookPosition } from '../../../domain/digest.ts'
import type { StoredEntry } from '../../../domain/entry-body.ts'
import { emptyHead, institutionsOf, type Entry } from '../../../domain/entry.ts'
import {
  newestFirst,
  oldestFirst,
  verifiedLinkedEntry,
  type LinkedEntry,
  type OpenBook,
} from '../chain.ts'
import { StoreError, type BookReader, type Store } from '../store.ts'
import type { Connection } from './connection.ts'

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

/** The time of an entry: UTC, with milliseconds. A time that no entry can have is given in full: `to_char` leaves out microseconds and BC. */
const at = `CASE WHEN entry.at = date_trunc('milliseconds', entry.at) AND entry.at > '0001-01-02'
    THEN to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ELSE entry.at::text END AS at`

/** The columns of an entry, and the table's oid, which changes if the book was replaced by another one. */
const stored = `entry.tableoid::bigint AS table, entry.position, ${at}, entry.kind,
  entry.institution_id AS "institutionId", entry.digest, entry.body_digest AS "bodyDigest", entry.body_text AS body`

/** Entries, each with the digest of the one before it. */
const selectLinked = `SELECT ${stored}, previous.digest AS "previousDigest" FROM ratebook.entry
  LEFT JOIN ratebook.entry AS previous ON previous.position = entry.position - 1`

/** The SQL statements of the store. The schema is in `migrations/`. */
export const statements = {
  append: `INSERT INTO ratebook.entry (position, at, kind, institution_id, digest, body_digest, body_text)
    SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])`,
  mirrorOf: 'SELECT url FROM ratebook.mirror',
  becomeMirror: 'INSERT INTO ratebook.mirror (id, url) VALUES (1, $1)',
  keptCheckpoint: 'SELECT note FROM ratebook.checkpoint ORDER BY position DESC LIMIT 1',
  keepCheckpoint: `INSERT INTO ratebook.checkpoint (position, note) VALUES ($1, $2)
    ON CONFLICT (position) DO UPDATE SET note = excluded.note`,
  /** Limits the wait for the lock, and makes the commit durable even if `synchronous_commit` is off by default. */
  transactionSettings: `SELECT set_config('lock_timeout', '29s', true), set_config('synchronous_commit', CASE
    current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)`,
  /**
   * Makes the commit of an empty append wait for the synchronous standby. The caller reports an earlier entry as stored, and
   * after a crash the primary may show entries that the standby lacks.
   */
  waitForStandby: `SELECT pg_logical_emit_message(true, 'ratebook', '')`,
  /** Allows one process at a time to change the schema or the roles, until the transaction ends. */
  schemaLock: 'SELECT pg_advisory_xact_lock(1381254731, 0)',
  /** Allows one process at a time to append, until the transaction ends. */
  appendLock: 'SELECT pg_advisory_xact_lock(1381254731, 1)',
  clock: 'SELECT (1000 * extract(epoch FROM clock_timestamp()))::bigint AS now',
  /** Checks that the book can be read, and returns the table's oid and the version of the format. */
  healthCheck: `SELECT 'ratebook.entry'::regclass::oid::bigint AS table, (SELECT max(position) FROM ratebook.entry) AS position,
    (SELECT count(*) FROM ratebook.migration) AS format`,
  format: 'SELECT count(*) AS format FROM ratebook.migration',
  last: `${selectLinked} ORDER BY entry.position DESC LIMIT 1`,
  firstSheet: `${selectLinked} WHERE entry.kind = 'sheet-published' ORDER BY entry.position LIMIT 1`,
  entryAt: `${selectLinked} WHERE entry.position = $1`,
  digestAt: 'SELECT digest FROM ratebook.entry WHERE position = $1',
  entries: `SELECT ${stored} FROM ratebook.entry WHERE position > $1 ORDER BY position LIMIT $2`,
  entriesOf: `${selectLinked} WHERE entry.institution_id = $1 AND entry.position < $2
    AND entry.kind = coalesce($3, entry.kind) ORDER BY entry.position DESC LIMIT $4`,
  institutions: `${selectLinked} WHERE entry.position IN (SELECT max(position) FROM ratebook.entry
    WHERE kind = 'institution-registered' GROUP BY institution_id)`,
} as const
