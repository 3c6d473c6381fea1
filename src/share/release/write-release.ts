import { createHash } from 'node:crypto'
import { chmodSync, createReadStream, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Market } from '../../book/market/market.ts'
import { inTransactions } from '../../book/store/copy.ts'
import { withStore } from '../../book/store/open-store.ts'
import { toStoreError } from '../../book/store/sqlite/errors.ts'
import type { Store } from '../../book/store/store.ts'
import type { BookSettings } from '../../domain/book-settings.ts'
import { Failure } from '../../domain/failure.ts'
import { publicEntry, type StoredEntry } from '../../domain/stored-entry.ts'
import { valueText, type WireValue } from '../../serve/http/endpoint.ts'
import type { CheckpointNote } from '../../serve/http/endpoints/checkpoint.ts'
import { version } from '../../serve/http/site.ts'
import { writeCsv } from './csv.ts'
import { indexPage } from './index-page.ts'
import { writeParquet } from './parquet.ts'
import { writeReplacing, type Replaceable } from './partial-folder.ts'
import { insuranceTable, releaseTables, type Column, type Table } from './tables.ts'
import { writeWorkbook } from './workbook.ts'

/** The source of a release: a book, its market at one position, and its settings. */
export type ReleaseSource = {
  readonly store: Store
  readonly market: Market
  /** The digest of the book at the position of the market. */
  readonly digest: string
  readonly settings: BookSettings
  /** `undefined` if there is none. */
  readonly checkpoint: CheckpointNote | undefined
}

const tableWriters = { parquet: writeParquet, csv: writeCsv, xlsx: writeWorkbook }
const sumsName = 'SHA256SUMS'
const indexName = 'index.html'

/** Writes a release into a folder, which it replaces if that is a release. The signal ends it between two files. */
export async function writeRelease(
  folder: string,
  source: ReleaseSource,
  signal?: AbortSignal,
): Promise<void> {
  if (source.market.position === 0)
    throw new Failure('refused', 'The book is empty, so there is nothing to release.')
  await writeReplacing(resolve(folder), release, (complete) => writeFiles(complete, source, signal))
}

const release: Replaceable = {
  kind: 'release',
  hasOnly: (names) => names.includes(sumsName) && names.every(isReleased),
}

/** Whether a release has a file of this name, or a reader of its book leaves one. */
function isReleased(name: string): boolean {
  return /^(?:(?:offers|changes|institutions)\.(?:parquet|csv|xlsx)|insurance\.csv|checkpoint\.txt|book\.sqlite(?:-shm|-wal)?|index\.html|SHA256SUMS)$/.test(
    name,
  )
}

async function writeFiles(
  folder: string,
  source: ReleaseSource,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { settings, checkpoint } = source
  const tables = releaseTables(source.market)
  await writeBook(join(folder, 'book.sqlite'), source, tables)
  for (const table of tables) {
    for (const [format, writeTable] of Object.entries(tableWriters)) {
      // A signal to the process is noticed between two turns.
      await nextTurn()
      signal?.throwIfAborted()
      writeTable(join(folder, `${table.name}.${format}`), table)
    }
  }
  writeCsv(join(folder, 'insurance.csv'), insuranceTable(settings))
  if (checkpoint !== undefined) writeFileSync(join(folder, 'checkpoint.txt'), checkpoint.text)
  const files = readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, size: statSync(join(folder, name)).size }))
  writeFileSync(join(folder, indexName), indexPage({ ...source, files, version }))
  const lines: string[] = []
  for (const name of readdirSync(folder).toSorted())
    lines.push(`${await digestOfFile(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, sumsName), lines.join(''))
  // A release is for everybody, whatever the umask of the command.
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  chmodSync(folder, 0o755)
}

/** A mirror names its source; for a release this name is the same wherever it is made. */
const releaseName = 'a release'

/** Writes the entries up to the position of the market as a SQLite book without private bodies, with the checkpoint and the tables. */
async function writeBook(
  path: string,
  { store, market, checkpoint }: ReleaseSource,
  tables: readonly Table[],
): Promise<void> {
  await withStore(path, 'create', async (book) => {
    await book.becomeMirror(releaseName)
    // The number of transactions stands in the file; equal ones do not depend on the source.
    for await (const entries of inTransactions(publicEntries(store, market.position)))
      await book.appendStored(entries)
    if (checkpoint !== undefined) await book.keepCheckpoint(checkpoint.size, checkpoint.text)
  })
  // In WAL mode, SQLite writes files next to a book to read it, which readers of a download may not, and WebAssembly cannot.
  const file = new DatabaseSync(path)
  try {
    file.exec('PRAGMA journal_mode = DELETE')
    for (const table of tables) addTable(file, table)
  } catch (error) {
    throw toStoreError(path, error)
  } finally {
    file.close()
  }
}

async function* publicEntries(source: Store, end: number): AsyncGenerator<readonly StoredEntry[]> {
  for await (const batch of source.storedEntries(0))
    yield batch.filter(({ position }) => position <= end).map(publicEntry)
}

/** Adds `offer`, `change` or `institution`: the rows in their order, with decimals, days and instants as texts, and flags as 1 and 0. */
function addTable(file: DatabaseSync, { name, columns, rows }: Table): void {
  const one = name.slice(0, -1)
  const types = columns.map(({ name, kind }) => `${name} ${kind === 'flag' ? 'INTEGER' : 'TEXT'}`)
  file.exec(`BEGIN; CREATE TABLE ${one} (\n  ${types.join(',\n  ')}\n) STRICT`)
  const insert = file.prepare(`INSERT INTO ${one} VALUES (${columns.map(() => '?').join(', ')})`)
  for (const row of rows())
    insert.run(...columns.map((column) => sqlValue(column, row[column.name])))
  file.exec('COMMIT')
}

function sqlValue({ kind }: Column, value: WireValue | undefined): string | number | null {
  if (value === undefined || value === null) return null
  if (kind === 'flag') return value === true ? 1 : 0
  return valueText(value)
}

async function digestOfFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest('hex')
}
