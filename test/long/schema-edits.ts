/** An edit in SQL of the schema, or of what only one store has. If it changes rows, the triggers are off meanwhile. */
export type SchemaEdit = {
  readonly name: string
  readonly sql: string
  /** Whether the edit changes a row of the table `entry`. */
  readonly changesRows: boolean
}

const edit = (name: string, sql: string): SchemaEdit => ({ name, sql, changesRows: false })
const rowEdit = (name: string, sql: string): SchemaEdit => ({ name, sql, changesRows: true })

/** The edits of a SQLite book. The triggers exist while the statements run. */
export const sqliteSchemaEdits: readonly SchemaEdit[] = [
  edit('a view added', 'CREATE VIEW rate_history AS SELECT 1'),
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

/** The edits of a book in PostgreSQL, as its superuser. */
export const postgresSchemaEdits: readonly SchemaEdit[] = [
  edit('a view added', 'CREATE VIEW ratebook.rate_history AS SELECT 1'),
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
]
