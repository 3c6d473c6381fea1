import { createHash } from 'node:crypto'
import { chmodSync, createReadStream, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BookSettings } from '../../domain/book-settings.ts'
import { Failure } from '../../domain/failure.ts'
import type { CheckpointNote } from '../../serve/http/endpoints/checkpoint.ts'
import { version } from '../../serve/http/version.ts'
import type { Market } from '../../book/market/market.ts'
import type { Store } from '../../book/store/store.ts'
import { writeCsv } from './csv.ts'
import { indexPage } from './index-page.ts'
import { writeParquet } from './parquet.ts'
import { writeReplacing, type Replaceable } from './partial-folder.ts'
import { insuranceTable, releaseTables } from './tables.ts'
import { writeBook } from './write-book.ts'
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
  const { store, market, settings, checkpoint } = source
  await writeBook(join(folder, 'book.sqlite'), store, market.position, checkpoint)
  for (const table of releaseTables(market)) {
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

async function digestOfFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest('hex')
}
