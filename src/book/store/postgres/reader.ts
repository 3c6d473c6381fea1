import type { OpenBook } from '../chain.ts'
import { createReader, type EntryReader } from '../reader.ts'
import { StoreError } from '../store.ts'
import type { Connection } from './connection.ts'

/** Entries in one batch. A batch of long sheets is a few megabytes. */
const batchSize = 200

/** Reads a book in one session. Outside of transactions, `table` is the oid that all rows must come from. */
export function readerOf(
  { query }: Connection,
  book: OpenBook,
  batchTimeout?: number,
  table?: unknown,
): EntryReader {
  return createReader(book, batchSize, async (name, values) => {
    // Each poll reads a digest, so that must not wait as long as a batch may.
    const timeout = name === 'digestAt' ? undefined : batchTimeout
    const rows = await query(statements[name], values, timeout)
    // A body is missing where the book is a mirror, perhaps by now.
    if (rows.some(({ body }) => body === null)) book.mirrorOf ??= await mirrorOf({ query })
    // After a replacement, the rows belong to another book than the rows before.
    return rows.map(({ table: rowTable, ...entry }) => {
      if (table === undefined || rowTable === table) return entry
      throw new StoreError(
        'unreachable',
        `The book in the database ${book.name} was replaced while it was read. Run the same command again.`,
      )
    })
  })
}

/** The address of the book that this one mirrors, if it is a mirror. */
export async function mirrorOf({ query }: Pick<Connection, 'query'>): Promise<string | undefined> {
  const [row] = await query(statements.mirrorOf)
  return row?.['url'] as string | undefined
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
  digestAt: 'SELECT digest, tableoid::bigint AS table FROM ratebook.entry WHERE position = $1',
  entries: `SELECT ${stored} FROM ratebook.entry WHERE position > $1 ORDER BY position LIMIT $2`,
  entriesOf: `${selectLinked} WHERE entry.institution_id = $1 AND entry.position < $2
    AND entry.kind = coalesce($3, entry.kind) ORDER BY entry.position DESC LIMIT $4`,
  institutions: `${selectLinked} WHERE entry.position IN (SELECT max(position) FROM ratebook.entry
    WHERE kind = 'institution-registered' GROUP BY institution_id)`,
} as const
