/** An instant as a book keeps it: UTC, with milliseconds. */
const storedText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** And as the API writes it: without milliseconds where there are none. */
const wireText = (column: string): string => `replace(${storedText(column)}, '.000Z', 'Z')`

/** With the table that a row is of: where that is another one, another book has come in the place of the first. */
const stored = `tableoid::bigint AS table, position, ${storedText('at')} AS at, kind, institution_id AS "institutionId", body_text AS body`

/** What the store asks of its schema; the rest is in `migrations/`. */
export const statements = {
  append: `INSERT INTO ratebook.entry (position, at, kind, institution_id, body_text)
    SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::text[])`,
  /** Somebody else may hold the lock for a while; and a commit that is told is on disk, also where the usual ones are not. */
  begun: `SELECT set_config('lock_timeout', '29s', true), set_config('synchronous_commit', CASE
    current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, true)`,
  /**
   * Makes the commit of a decision for nothing wait for the synchronous standby, as one that writes does: that something stands
   * is said to somebody, and a primary that was killed and started again shows what its standby does not have yet.
   */
  nothing: `SELECT pg_logical_emit_message(true, 'ratebook', '')`,
  /** One process at a time changes the schema or the roles; the lock ends with the transaction. */
  schemaLock: 'SELECT pg_advisory_xact_lock(1381254731, 0)',
  /** One decision is made at a time, by any process; the lock ends with the transaction. */
  lock: 'SELECT pg_advisory_xact_lock(1381254731, 1)',
  /** Whether the book can be read, and which table it is. */
  pulse: `SELECT 'ratebook.entry'::regclass::oid::bigint AS table, (SELECT max(position) FROM ratebook.entry) AS position`,
  head: `SELECT position, ${storedText('at')} AS at FROM ratebook.entry ORDER BY position DESC LIMIT 1`,
  currency: `SELECT body -> 'sheet' ->> 'currency' AS currency FROM ratebook.entry
    WHERE kind = 'sheet-published' ORDER BY position LIMIT 1`,
  entries: `SELECT ${stored} FROM ratebook.entry WHERE position > $1 ORDER BY position LIMIT $2`,
  entriesOf: `SELECT ${stored} FROM ratebook.entry
    WHERE institution_id = $1 AND position < $2 AND kind = coalesce($3, kind) ORDER BY position DESC LIMIT $4`,
  /** As `store/past.ts` does it. */
  past: `SELECT encode(sha256(convert_to(coalesce(string_agg(encode(sha256(convert_to(
      ${storedText('at')} || ' ' || kind || ' ' || institution_id || ' ' || body_text, 'UTF8')), 'hex'), '' ORDER BY position), ''), 'UTF8')), 'hex') AS past
    FROM ratebook.entry WHERE position <= $1`,
  institution: `SELECT id, name, type, website, active::integer AS active, license_type, credit_rating,
    rating_agency, rating_updated, stale_after_days, position FROM ratebook.institution`,
  rateHistory: `SELECT position, institution_id, product_variant, tenure_months, payout_type, prev_rate_pa,
    new_rate_pa, direction, ${wireText('changed_at')} AS changed_at FROM ratebook.rate_history`,
  currentOffer: `SELECT position, institution_id, institution_name, product_variant, tenure_months, rate_pa,
    payout_type, min_deposit, currency, ${wireText('scraped_at')} AS scraped_at, source_url
    FROM ratebook.current_offer`,
} as const
