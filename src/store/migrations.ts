import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** One step of a schema. Once released its file never changes: books keep its checksum. */
export type Migration = {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** All migrations in a folder, in their order; the number of the last is the version of the schema. */
export function readMigrations(folder: URL): readonly Migration[] {
  return readdirSync(folder)
    .toSorted()
    .map((name, i) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { number: i + 1, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}
