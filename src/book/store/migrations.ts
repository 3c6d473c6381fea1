import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { shortDigest } from './chain.ts'
import { type OtherSchema, StoreError } from './store.ts'

/** One step of a schema. A released file never changes, because each book stores its checksum. */
export type Migration = {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Reads the `*.sql` files of a folder in order of their names. The last number is the version of the format. */
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

/** The error for a book of a later version of the format, whose first migrations are those of this Ratebook. */
export function newerFormatError(name: string, version: number, known: number): StoreError {
  return new StoreError(
    'configuration',
    `The book ${name} has format ${version}, and this Ratebook reads formats up to ${known}: install the newer Ratebook.`,
  )
}

/** The error for a book of an earlier version of the format that was opened only to read it. */
export function olderFormatError(name: string, version: number, latest: number): StoreError {
  return new StoreError(
    'configuration',
    `The book ${name} has the older format ${version}: any command that writes to it, for example \`ratebook register FILE\`, ` +
      `upgrades it to format ${latest}.`,
  )
}

/**
 * The finding that a book was made with other migrations than those of this Ratebook. Released migrations never change, so a
 * build between releases made it.
 */
export function otherBuild(
  name: string,
  recorded: readonly { readonly name?: unknown; readonly checksum?: unknown }[],
  migrations: readonly Migration[],
): OtherSchema | undefined {
  const index = recorded.findIndex(
    (made, at) => made.name !== migrations[at]?.name || made.checksum !== migrations[at]?.checksum,
  )
  const [made, known] = [recorded[index], migrations[index]]
  if (made === undefined || known === undefined) return undefined
  return {
    kind: 'configuration',
    finding:
      `The book ${name} was made by a development build of Ratebook, whose ${String(made.name)} has the checksum ` +
      `${shortDigest(String(made.checksum))}; ${known.name} of this Ratebook has ${shortDigest(known.checksum)}.`,
    advice:
      `\`ratebook copy --from ${name} --to NEW\` audits its entries and copies them into a book that this Ratebook reads; ` +
      'otherwise use the build that made it.',
  }
}

/** The finding that the schema of a book is not the one that its migrations created. */
export function alteredSchema(name: string, difference: string): OtherSchema {
  return {
    kind: 'disk',
    finding: `The schema of the book ${name} is not the one that Ratebook created: ${difference}.`,
    advice:
      'Nothing more is known: `ratebook audit` tells whether its entries are what was appended. If they are, ' +
      `\`ratebook copy --from ${name} --to NEW\` copies them into a book with the right schema; if not, restore a backup.`,
  }
}

/** The error for a book with another schema. */
export function otherSchemaError({ kind, finding, advice }: OtherSchema): StoreError {
  return new StoreError(kind, `${finding} ${advice}`)
}
