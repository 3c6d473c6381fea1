import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BookSettings } from '../domain/book-settings.ts'
import { Failure } from '../domain/failure.ts'
import { version } from '../http/version.ts'
import type { Market } from '../market/market.ts'
import { writeCsv } from './csv.ts'
import { indexPage } from './index-page.ts'
import { writeParquet } from './parquet.ts'
import { releaseTables } from './tables.ts'
import { writeWorkbook } from './workbook.ts'

/** What a release is made from: a book at one position. */
export type ReleaseSource = {
  readonly market: Market
  readonly digest: string
  readonly settings: BookSettings
  /** A signed note of this book; `undefined` if there is none. */
  readonly checkpoint: string | undefined
}

const sumsName = 'SHA256SUMS'
const indexName = 'index.html'

/**
 * Writes a release into a folder, which it replaces if that is a release. The files are written into a folder beside it, which
 * takes its name once it is complete, so a killed run leaves no half-written release.
 */
export async function writeRelease(folder: string, source: ReleaseSource): Promise<void> {
  const path = resolve(folder)
  const [partial, former] = ['partial', 'former'].map((word) => besideOf(path, word)) as [
    string,
    string,
  ]
  // A killed run may have moved the former release away.
  if (existsSync(former) && !existsSync(path)) renameSync(former, path)
  checkReplaceable(path)
  if (source.market.position === 0)
    throw new Failure('refused', 'The book is empty, so there is nothing to release.')
  for (const old of [partial, former]) rmSync(old, { recursive: true, force: true })
  try {
    mkdirSync(partial, { recursive: true })
    await writeFiles(partial, source)
    if (existsSync(path)) renameSync(path, former)
    renameSync(partial, path)
  } finally {
    for (const old of [partial, former]) rmSync(old, { recursive: true, force: true })
  }
}

/** A hidden folder in the same parent, so that it can be renamed to the release. */
function besideOf(path: string, word: string): string {
  return join(dirname(path), `.${basename(path)}.${word}`)
}

/** Refuses a folder that has anything but a release. */
function checkReplaceable(path: string): void {
  if (!existsSync(path)) return
  const isFolder = lstatSync(path).isDirectory()
  const names = isFolder ? readdirSync(path) : []
  if (isFolder && (names.length === 0 || (names.includes(sumsName) && names.every(isReleased))))
    return
  throw new Failure(
    'usage',
    `${path} exists and is not a release; name a folder that does not exist, or an earlier release to replace it.`,
  )
}

function isReleased(name: string): boolean {
  return /^(?:(?:offers|changes|institutions)\.(?:parquet|csv|xlsx)|checkpoint\.txt|book\.sqlite|index\.html|SHA256SUMS)$/.test(
    name,
  )
}

async function writeFiles(folder: string, source: ReleaseSource): Promise<void> {
  const { market, settings, checkpoint } = source
  for (const table of releaseTables(market, settings)) {
    const path = join(folder, table.name)
    writeParquet(`${path}.parquet`, table)
    writeCsv(`${path}.csv`, table)
    writeWorkbook(`${path}.xlsx`, table)
  }
  if (checkpoint !== undefined) writeFileSync(join(folder, 'checkpoint.txt'), checkpoint)
  const files = readdirSync(folder)
    .toSorted()
    .map((name) => ({ name, size: statSync(join(folder, name)).size }))
  writeFileSync(join(folder, indexName), indexPage({ ...source, files, version }))
  const lines: string[] = []
  for (const name of readdirSync(folder).toSorted())
    lines.push(`${await digestOfFile(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, sumsName), lines.join(''))
}

async function digestOfFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest)
  return digest.digest('hex')
}
