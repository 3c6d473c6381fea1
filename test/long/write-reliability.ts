import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { table } from '../../bench/page.ts'
import { startServer } from '../support/cli.ts'
import { createCleanup } from '../support/postgres/cleanup.ts'
import { startPrimary } from '../support/postgres/primary.ts'
import {
  answersOf,
  append,
  checkedAt,
  otherBooks,
  replacements,
  unchangedUntilHealthIs,
} from '../support/replaced-books.ts'
import { filledTables } from '../support/fill-tables.ts'
import { makeSampleBook } from '../support/sample-book.ts'
import { brokenPromise, chooseFlip, tryFlip, type FlipResult } from './bit-flips.ts'
import { postgresEdits, sqliteEdits } from './edit-stores.ts'
import { brokenEditPromise, tryEdits, type EditResult } from './edits.ts'
import { inFolder, makeKnownBook, writeBook, type KnownBook } from './known-book.ts'
import { flipWhileServed, type LiveResult } from './live-flips.ts'
import { editCountTable, editTable, flipTable, liveTable } from './reliability-tables.ts'

// Writes the counts of `docs/reliability.md`. FAULT_ROUNDS is the number of flips.
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 1_000)
const all = createCleanup()

async function flips(known: KnownBook): Promise<readonly FlipResult[]> {
  const results: FlipResult[] = []
  for (let round = 0; round < rounds; round++) {
    const flip = chooseFlip(known, round)
    const result = await inFolder((folder) => tryFlip(folder, known, flip))
    check(brokenPromise(result), result)
    results.push(result)
  }
  return results
}

async function liveFlips(known: KnownBook): Promise<readonly LiveResult[]> {
  return inFolder(async (cwd) => {
    const path = writeBook(cwd, known.files)
    const server = await startServer(all, [], { cwd })
    const results: LiveResult[] = []
    for (let round = 0; round < rounds / 20; round++) {
      const flip = chooseFlip(known, round, ['wal', 'main'])
      const result = await flipWhileServed(server, path, known, flip)
      check(result.wrong[0], result)
      results.push(result)
    }
    await server.stop()
    return results
  })
}

async function edits(): Promise<readonly EditResult[]> {
  const sqlite = await inFolder(async (folder) => tryEdits(await sqliteEdits(folder)))
  const postgres = await tryEdits(await postgresEdits(await startPrimary(all)))
  const results = [...sqlite, ...postgres]
  for (const result of results) check(brokenEditPromise(result), result)
  return results
}

/** Puts other books in the place of served ones, and measures the milliseconds until `/health` is 503. */
async function replaced(): Promise<string> {
  const rows: string[][] = []
  for (const [what, make] of Object.entries(otherBooks)) {
    const row = [what]
    for (const replace of Object.values(replacements))
      row.push(await inFolder((folder) => noticeTime(folder, make, replace)))
    rows.push(row)
  }
  return table(['put in the place of a served book', ...Object.keys(replacements)], rows)
}

async function noticeTime(
  cwd: string,
  make: (book: string, day: number) => unknown,
  replace: (from: string, to: string) => unknown,
): Promise<string> {
  const book = await makeSampleBook(cwd)
  const other = join(cwd, 'other.db')
  copyFileSync(book, other)
  await append(book, checkedAt(1))
  await make(other, 1)
  const server = await startServer(all, [], { cwd })
  const known = await answersOf(server)
  await replace(other, book)
  const time = await unchangedUntilHealthIs(503, server, known)
  await server.stop()
  return time.toFixed(0)
}

function check(broken: string | undefined, result: object): void {
  if (broken !== undefined) throw new Error(`${broken}: ${JSON.stringify(result)}`)
}

const known = await makeKnownBook()
try {
  const edited = await edits()
  const tables = {
    flips: flipTable(await flips(known)),
    live: liveTable(await liveFlips(known)),
    edits: editCountTable(edited),
    list: editTable(edited),
    replaced: await replaced(),
  }
  const page = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))
  writeFileSync(page, filledTables(readFileSync(page, 'utf8'), tables))
} finally {
  await all.end()
}
