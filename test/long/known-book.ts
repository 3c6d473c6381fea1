import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { evolve } from '../../src/book/market/evolve.ts'
import { emptyMarket } from '../../src/book/market/market.ts'
import {
  decideCorrection,
  type CorrectionRequest,
} from '../../src/book/publish/decide-correction.ts'
import { storedAfter } from '../../src/book/store/chain.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import type { Checkpoint } from '../../src/domain/checkpoint.ts'
import type { Entry } from '../../src/domain/entry.ts'
import { tierOf } from '../../src/domain/offer.ts'
import { entryOf, type BookPosition } from '../../src/domain/stored-entry.ts'
import { emptyView, type BookView } from '../../src/serve/server/read-book.ts'
import { sampleEntries } from '../support/sample-market.ts'
import { checkpointOver } from '../support/test-signer.ts'

/** The bytes of a book and of its write-ahead log. */
export type BookFiles = { readonly main: Buffer; readonly wal: Buffer }

/** A book in SQLite whose contents are known. */
export type KnownBook = {
  readonly files: BookFiles
  /** The same book after it was closed: one file, and no write-ahead log. */
  readonly closed: Buffer
  /** The rows of the table `entry`, as `rowsIn` reads them. */
  readonly rows: readonly string[]
  /** What a server serves at each position. */
  readonly views: readonly KnownView[]
  readonly end: BookPosition
  readonly checkpoint: Checkpoint
}

/** The view of a server: the market, and the digest of the book. */
export type KnownView = Omit<BookView, 'tree'>

/** The entries that are only in the write-ahead log. */
const inLog = 12

/** The entries of the sample market, a corrected figure, and a retracted sheet. */
function correctedEntries(): readonly Entry[] {
  const entries = sampleEntries()
  let market = entries.reduce(evolve, emptyMarket)
  const correct = (request: CorrectionRequest): void => {
    const { institutionId = '' } = entries[request.of - 1] ?? {}
    const book = market.institutions.get(institutionId)
    const verdict = book && decideCorrection(book, request, market.at)
    if (verdict?.kind !== 'corrected') throw new Error(JSON.stringify(verdict))
    const entry = { ...verdict.draft, position: market.position + 1 }
    entries.push(entry)
    market = evolve(market, entry)
  }
  const firstSheets = entries.filter(
    (entry) =>
      entry.kind === 'sheet-published' &&
      entry.changes.every(({ direction }) => direction === 'initial'),
  )
  const [retracted, corrected] = firstSheets.slice(-2)
  const [tier] = corrected?.kind === 'sheet-published' ? corrected.sheet.offers : []
  if (retracted === undefined || corrected === undefined || tier === undefined)
    throw new Error('The sample market has no two first sheets.')
  const attribution = { by: 'Asha', note: 'The page does not list it.' }
  correct({
    of: corrected.position,
    cause: 'misread',
    figure: { tier: tierOf(tier) },
    ...attribution,
  })
  correct({ of: retracted.position, cause: 'wrong-page' })
  return entries
}

/** Makes a corrected book of the sample market, with its last entries in the write-ahead log. */
export async function makeKnownBook(): Promise<KnownBook> {
  const entries = correctedEntries()
  const views: KnownView[] = [emptyView]
  for (const entry of entries) {
    const { market, digest } = views.at(-1) ?? emptyView
    for (const stored of storedAfter({ position: market.position, digest }, [entry]))
      views.push({ market: evolve(market, entryOf(stored)), digest: stored.digest })
  }
  return inFolder(async (folder) => {
    const path = join(folder, 'ratebook.db')
    const before = await openSqliteStore(path, { mode: 'create' })
    await before.append(() => Promise.resolve(entries.slice(0, -inLog)))
    await before.close()
    const store = await openSqliteStore(path, { mode: 'write' })
    for (const entry of entries.slice(-inLog)) await store.append(() => Promise.resolve([entry]))
    // Closing the store would move the entries into the book.
    const files = { main: readFileSync(path), wal: readFileSync(`${path}-wal`) }
    await store.close()
    const end = { position: entries.length, digest: views.at(-1)?.digest ?? '' }
    const checkpoint = checkpointOver(views.slice(1).map(({ digest }) => digest))
    return { files, closed: readFileSync(path), rows: rowsIn(path) ?? [], views, end, checkpoint }
  })
}

/** Writes the files of a book into a folder and returns the path of the book. */
export function writeBook(folder: string, { main, wal }: BookFiles, name = 'ratebook.db'): string {
  const path = join(folder, name)
  writeFileSync(path, main)
  writeFileSync(`${path}-wal`, wal)
  return path
}

/** Reads all columns of all entries with plain SQLite, byte by byte; `undefined` if SQLite cannot read them. */
export function rowsIn(path: string): readonly string[] | undefined {
  const columns = ['at', 'kind', 'institution_id', 'digest', 'body']
  const parts = columns.flatMap((column) => [`typeof(${column})`, `hex(${column})`])
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const sql = `SELECT concat_ws(' ', position, ${parts.join(', ')}) AS row
      FROM entry ORDER BY position`
    return db
      .prepare(sql)
      .all()
      .map(({ row }) => String(row))
  } catch {
    return undefined
  } finally {
    db.close()
  }
}

/** Does some work in a new folder, and removes the folder. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
