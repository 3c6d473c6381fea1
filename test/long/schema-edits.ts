/** An edit in SQL of the schema, or of what only one store has. If it changes rows, the triggers are off meanwhile. */
export type SchemaEdit = {
  readonly name: string
  readonly sql: string
  /** Whether the edit changes a row of the table `entry`. */
  readonly changesRows: boolean
}

const edit = (name: string, sql: string): SchemaEdit => ({ name, sql, changesRows: false })
const rowEdit = (name: string, sql: string): SchemaEdit => ({ name, sql, changesRows: true })

/** Raises show as cuts in the view of the history. */
const otherView = `CREATE VIEW rate_history AS SELECT position, institution_id, 'general' AS product_variant,
  '12.00' AS tenure_months, 'maturity' AS payout_type, '9.000' AS prev_rate_pa, '9.900' AS new_rate_pa,
  'down' AS direction, at AS changed_at, '0.00' AS min_deposit, '0.00' AS prev_min_deposit FROM entry`

/** The edits of a SQLite book. The triggers exist while the statements run. */
export const sqliteSchemaEdits: readonly SchemaEdit[] = [
  edit('a view replaced by another view', `DROP VIEW rate_history; ${otherView}`),
  edit('a trigger left out', 'DROP TRIGGER entry_is_never_deleted'),
  edit(
    'a trigger that does nothing in the place of another',
    `DROP TRIGGER entry_is_never_deleted;
    CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry BEGIN SELECT 1; END`,
  ),
  edit('a trigger added', 'CREATE TRIGGER more AFTER INSERT ON entry BEGIN SELECT 1; END'),
  edit('a constraint removed in the schema', schemaText(`CHECK (json_valid(body))`, '')),
  edit('another checksum of a migration', `UPDATE migration SET checksum = ''`),
  edit('another version of the schema', 'PRAGMA user_version = 9'),
  edit('the statistics of ANALYZE', 'ANALYZE'),
  rowEdit(
    'a body stored as bytes instead of text',
    `${schemaText(') STRICT', ')')};
    DROP TRIGGER entry_is_never_updated; UPDATE entry SET body = CAST(body AS BLOB) WHERE position = 5`,
  ),
]

function schemaText(from: string, to: string): string {
  return `PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = 'entry';
    PRAGMA writable_schema = RESET`
}

const body = 'ALTER TABLE ratebook.entry ALTER COLUMN body'
const otherRate = `'"rate": "9.60"', '"rate": "9.90"'`

/** The edits of a book in PostgreSQL, as its superuser. */
export const postgresSchemaEdits: readonly SchemaEdit[] = [
  edit(
    'a view replaced by another view',
    `CREATE OR REPLACE VIEW ratebook.rate_history AS SELECT position, institution_id, 'general' AS product_variant,
      12.00 AS tenure_months, 'maturity' AS payout_type, 9.000 AS prev_rate_pa, 9.900 AS new_rate_pa,
      'down' AS direction, at AS changed_at, 0.00 AS min_deposit, 0.00 AS prev_min_deposit, NULL::numeric AS tenure_to_months FROM ratebook.entry`,
  ),
  edit('a trigger disabled', 'ALTER TABLE ratebook.entry DISABLE TRIGGER entry_is_never_deleted'),
  edit('a trigger left out', 'DROP TRIGGER entry_is_never_deleted ON ratebook.entry'),
  edit(
    'a trigger added',
    `CREATE TRIGGER more BEFORE UPDATE ON ratebook.entry FOR EACH ROW EXECUTE FUNCTION ratebook.refuse();
    ALTER TABLE ratebook.entry ENABLE ALWAYS TRIGGER more`,
  ),
  edit(
    'a function of the triggers that does nothing',
    `CREATE OR REPLACE FUNCTION ratebook.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$`,
  ),
  edit(
    'a function of the views that adds one',
    `CREATE OR REPLACE FUNCTION ratebook.with_places(value text, places integer) RETURNS numeric
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN round(1 + value::numeric, places)`,
  ),
  edit('an index dropped', 'DROP INDEX ratebook.entry_of_institution'),
  edit('another checksum of a migration', `UPDATE ratebook.migration SET checksum = ''`),
  rowEdit(
    'a time that is a microsecond later',
    `ALTER TABLE ratebook.entry DROP CONSTRAINT entry_at_check;
    UPDATE ratebook.entry SET at = at + interval '1 microsecond' WHERE position = 5`,
  ),
  rowEdit(
    'the same time before Christ',
    `UPDATE ratebook.entry SET at = (at AT TIME ZONE 'UTC')::text::timestamp AT TIME ZONE 'UTC' - interval '4051 years'
      WHERE position = 5`,
  ),
  rowEdit('an infinite time', `UPDATE ratebook.entry SET at = 'infinity' WHERE position = 14`),
  rowEdit(
    'another rate in the column body alone',
    `${body} DROP EXPRESSION;
    UPDATE ratebook.entry SET body = replace(body::text, ${otherRate})::jsonb WHERE position = 7`,
  ),
  rowEdit(
    'another expression of the column body',
    `${body} SET EXPRESSION AS (replace((body_text::jsonb)::text, ${otherRate})::jsonb)`,
  ),
]
