import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { columns, type Tables } from './tables.ts'

const indexes = `
CREATE UNIQUE INDEX history_seq ON history (seq);
CREATE INDEX history_1 ON history (institution_id, seq);
CREATE INDEX history_2 ON history (institution_id, variant, seq);
CREATE INDEX history_3 ON history (institution_id, payout, seq);
CREATE INDEX history_4 ON history (institution_id, tenure, seq);
CREATE INDEX history_5 ON history (institution_id, variant, tenure, payout, seq);
CREATE INDEX changes_1 ON history (changed_at, seq) WHERE direction IN ('up', 'down');
CREATE INDEX changes_2 ON history (institution_type, changed_at, seq) WHERE direction IN ('up', 'down');
CREATE INDEX changes_3 ON history (direction, changed_at, seq) WHERE direction IN ('up', 'down');
CREATE INDEX changes_4 ON history (institution_id, changed_at, seq) WHERE direction IN ('up', 'down');
CREATE INDEX offer_1 ON offer (variant, tenure, payout) WHERE is_headline;
CREATE UNIQUE INDEX institution_1 ON institution (id);
ANALYZE`

/** Writes the tables of the Express service into a SQLite file, in place of one that is there. */
export function writeSqliteTables(path: string, tables: Tables): void {
  rmSync(path, { force: true })
  const db = new DatabaseSync(path)
  db.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; PRAGMA temp_store = MEMORY; BEGIN',
  )
  for (const name of ['institution', 'history', 'offer'] as const) {
    const names = columns[name].map(typed)
    db.exec(`CREATE TABLE ${name} (${names.join(', ')})`)
    const insert = db.prepare(`INSERT INTO ${name} VALUES (${names.map(() => '?').join(', ')})`)
    for (const row of tables[name])
      insert.run(...row.map((value) => (typeof value === 'boolean' ? Number(value) : value)))
  }
  db.exec(`${indexes}; COMMIT`)
  db.close()
}

/** Rates and tenures are numbers in this service: that is what makes it plain, and no book of anybody. */
function typed(column: string): string {
  if (/rate$|^tenure$/.test(column)) return `${column} REAL`
  return /^(seq|active|is_headline)$/.test(column) ? `${column} INTEGER` : `${column} TEXT`
}
