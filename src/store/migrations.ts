import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** One step of a schema. A released file never changes, because each book stores its checksum. */
export type Migration = {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Reads the `*.sql` files of a folder in order of their names. The last number is the schema version. */
export function readMigrations(folder: URL): readonly Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name, index) => {
    const sql = readFileSync(new URL(name, folder), 'utf8')
    return {
      number: index + 1,
      name,
      sql,
      checksum: createHash('sha256').update(sql).digest('hex'),
    }
  })
}

/** Whether a book is from before the first release: its table of entries has no digests. */
export function isBeforeFirstRelease(entryColumns: readonly unknown[]): boolean {
  return entryColumns.length > 0 && !entryColumns.includes('digest')
}

/** The message for a book from before the first release, without digests. */
export function beforeFirstRelease(name: string): string {
  return `The book ${name} was made by an earlier build and cannot be read: ${buildAgain}.`
}

/** The message for a book whose schema is not the one of its migrations. */
export function alteredSchemaText(name: string, difference: string): string {
  return (
    `The schema of the book ${name} was altered: ${difference}. Its contents can no longer be trusted: restore a backup. ` +
    `If an earlier build of Ratebook made the book, ${buildAgain}.`
  )
}

const buildAgain =
  'build it again from its sheets with `ratebook register FILE` and `ratebook publish FILE` into a new --database'
