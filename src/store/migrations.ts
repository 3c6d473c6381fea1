import { readFileSync } from 'node:fs'

/** One step of a schema. Once released its file never changes: books keep its checksum. */
export type Migration = {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * All migrations in a folder, in their order; the number of the last is the version of the schema. Their checksums are written
 * beside them, as `sha256sum` does it: to work them out, every command would read Node's cryptography, 6 ms of a start.
 */
export function readMigrations(folder: URL): readonly Migration[] {
  const lines = readFileSync(new URL('SHA256SUMS', folder), 'utf8').trimEnd().split('\n')
  return lines.map((line, i) => {
    const [checksum = '', name = ''] = line.split('  ')
    return { number: i + 1, name, sql: readFileSync(new URL(name, folder), 'utf8'), checksum }
  })
}
